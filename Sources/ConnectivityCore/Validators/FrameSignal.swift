/// Sees a portal in a page that is nothing but a frame around another.
public struct FrameSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status), let frame = exchange.page?.frame
        else { return .inconclusive }
        let portal = Portal(reference: frame, base: exchange.request.url, source: .frame, kind: .page)
        return .captive(portal, because: .frame(location: frame))
    }
}
