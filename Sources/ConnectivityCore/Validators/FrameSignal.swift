/// Sees a portal in a page that is nothing but a frame around another.
public struct FrameSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status), let frame = exchange.page?.frame,
            let asked = exchange.request.url
        else { return .inconclusive }
        let portal = Portal(reference: frame, base: asked, source: .frame, kind: .page)
        return .captive(portal, because: .frame(location: frame))
    }
}
