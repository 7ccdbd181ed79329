#if canImport(CCurl)
import ConnectivityCore
public import ConnectivityRegistry
import ConnectivityToolkit
public import ConnectivityWire

extension CurlProber: Configurable, FieldCodable {
    public static var pluginID: PluginID { "prober.curl" }
    public static var summary: String { "asks over HTTP and HTTPS with libcurl" }

    package static let fields = FieldTable(
        Self(),
        [
            .optional("caFile", \.givenCAFile),
            .optional("proxy", \.proxy),
            .filled("userAgent", \.userAgent, defaultUserAgent),
            .optional("connectTo", \.connectTo, hostAndPort),
        ],
        fault: { $0.unusableOption.map { "the option \($0) contains a control character" } }
    )

    /// The file of authorities; without one, that of the environment.
    private var givenCAFile: String? {
        get { caFile }
        set { caFile = CertificateAuthorities.file(newValue) }
    }

    private static let hostAndPort = Rule<String> { text in
        let isUsable = text.hasControlCharacter || isHostAndPort(text)
        return isUsable ? nil : "\"\(text)\" is not of the form host:port"
    }

    private static func isHostAndPort(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return false }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let port = UInt16(text[text.index(after: colon)...]) ?? 0
        return port > 0 && (isBracketed || !host.contains(":"))
    }
}
#endif
