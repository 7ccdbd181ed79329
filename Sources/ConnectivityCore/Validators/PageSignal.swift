/// A sign of a portal in the page that came, so that the page is read once for all such signs.
protocol PageSignal: ResponseValidator {
    /// Judges a page.
    /// - Parameters:
    ///   - page: What the page would do in a browser.
    ///   - response: The response that it is the body of.
    ///   - asked: The URL that was asked.
    /// - Returns: A verdict that finds a portal, or has no opinion.
    func verdict(on page: HTMLPage, of response: ProbeResponse, at asked: HTTPURL) -> Verdict
}

extension PageSignal {
    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, let asked = exchange.request.url else { return .inconclusive }
        return verdict(on: HTMLPage(response.body), of: response, at: asked)
    }
}
