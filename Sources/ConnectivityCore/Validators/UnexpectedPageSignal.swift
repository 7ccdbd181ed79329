/// Sees a portal in any page that stands where an endpoint serves something else.
///
/// Many gateways answer every URL with a page of their own: an application in a script that builds its form in the browser,
/// a greeting, a notice after the sign-in. A browser would show it, and a person has to deal with it. The sign-in URL is the
/// asked one. Only for endpoints whose whole answer is known, after everything that tells more.
public struct UnexpectedPageSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status), response.isText,
            response.body.count > ProbeResponse.emptyByteCountMax
        else { return .inconclusive }
        let title = exchange.page?.title ?? ""
        let portal = Portal(signInURL: exchange.request.url, source: .page, kind: .page)
        return .captive(portal, because: .unexpectedPage(title: title.isEmpty ? nil : title))
    }
}

extension ProbeResponse {
    /// Whether the body is one that a browser shows as text: by its media type, and by its bytes.
    ///
    /// Some control characters are in no text; what a server compressed unasked, and nobody unpacked, has them too.
    var isText: Bool {
        if let type = headers["Content-Type"]?.lowercased(),
            !type.hasPrefix("text/"), !type.contains("html"), !type.contains("xml")
        {
            return false
        }
        return !body.prefix(512).contains { $0 < 0x09 || (0x0E..<0x1B).contains($0) }
    }
}
