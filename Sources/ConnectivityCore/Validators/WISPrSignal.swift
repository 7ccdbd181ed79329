/// Sees a portal in a WISPr message, which gateways hide in a comment of the page for programs to read.
///
/// Message types and `LoginURL` as in "Best Current Practices for Wireless Internet Service Provider Roaming"
/// (Wi-Fi Alliance, 2003), appendix D. The text is searched, not parsed as XML: gateways send it ill-formed.
public struct WISPrSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let body = exchange.response?.body, body.contains(Array("WISPAccessGatewayParam".utf8)) else {
            return .inconclusive
        }
        let type = Self.element("MessageType", in: body) ?? ""
        var portal = Portal(signInURL: nil, kind: .wispr)
        if let login = Self.element("LoginURL", in: body) {
            portal = Portal(reference: login, base: exchange.request.url, source: .wispr, kind: .wispr)
        }
        return .captive(portal, because: .wispr(messageType: type))
    }

    /// The text of an element, and at most as much as a URL may have.
    private static func element(_ name: String, in body: [UInt8]) -> String? {
        let opening = Array("<\(name)>".utf8)
        guard let start = body.firstOffset(of: opening).map({ $0 + opening.count }),
            let end = body.firstOffset(of: Array("</\(name)>".utf8), from: start), end - start <= HTTPURL.byteCountMax
        else { return nil }
        var value = Array(body[start..<end].trimmed)
        let prefix = Array("<![CDATA[".utf8)
        if value.starts(with: prefix) { value.removeFirst(prefix.count) }
        if let close = value.firstOffset(of: Array("]]>".utf8)) { value.removeSubrange(close...) }
        let text = String(decoding: value, as: UTF8.self)
        return text.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
    }
}
