/// Sees a portal in a page that is nothing but a frame around another.
public struct FrameSignal: PageSignal, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    func verdict(on page: HTMLPage, of response: ProbeResponse, at asked: HTTPURL) -> Verdict {
        guard (200...299).contains(response.status), let frame = page.frame else { return .inconclusive }
        let portal = Portal(reference: frame, base: asked, source: .frame, kind: .page)
        return .captive(portal, because: .frame(location: frame))
    }
}
