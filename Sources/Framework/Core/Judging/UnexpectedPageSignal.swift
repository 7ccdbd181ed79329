/// Detects a portal by any page instead of the endpoint's content.
///
/// Many gateways answer every URL with their own page: an application in a script that builds its form in the browser, a
/// greeting, a notice after the sign-in. A browser would show the page, and a person has to act. The sign-in URL is the requested
/// one. Use it only for endpoints whose whole answer is known, and after all stronger evidence.
package struct UnexpectedPageSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status), response.isText,
            response.body.count > ProbeResponse.emptyByteCountMax
        else { return .inconclusive }
        let title = exchange.page?.spelledTitle ?? ""
        let portal = CaptivePortal(signInURL: exchange.request.url, source: .page, kind: .page)
        return .captive(portal, because: .unexpectedPage(title: title.isEmpty ? nil : title))
    }
}

extension ProbeResponse {
    /// Whether a browser would show the body as text, judged by its media type and its bytes.
    ///
    /// Text never has certain control characters; a body that a server compressed without a request, and that was not
    /// decompressed, does.
    var isText: Bool {
        if let type = headers["Content-Type"]?.lowercased(),
            !type.hasPrefix("text/"), !type.contains("html"), !type.contains("xml")
        {
            return false
        }
        return !body.prefix(512).contains { $0 < 0x09 || (0x0E..<0x1B).contains($0) }
    }
}
