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
        let text = String(decoding: body, as: UTF8.self)
        let type = Self.element("MessageType", in: text) ?? ""
        var portal = Portal(signInURL: nil, kind: .wispr)
        if let login = Self.element("LoginURL", in: text) {
            portal = Portal(reference: login, base: exchange.request.url, source: .wispr, kind: .wispr)
        }
        return .captive(portal, because: .wispr(messageType: type))
    }

    private static func element(_ name: String, in text: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        var value = text[start.upperBound..<end.lowerBound]
        if let opening = value.firstRange(of: "<![CDATA[") { value = value[opening.upperBound...] }
        if let closing = value.firstRange(of: "]]>") { value = value[..<closing.lowerBound] }
        return value.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
    }
}
