#if canImport(CPCRE2)
import ConnectivityCore
public import ConnectivityRegistry
import ConnectivityWire

extension BodyMatches: Configurable {
    public static var pluginID: PluginID { "validator.matches" }
    public static var summary: String { "expects a body, or a header field, that matches a regular expression (PCRE2)" }

    private struct Written: FieldCodable {
        var pattern = ""
        var header: String?

        static let fields = FieldTable(
            Self(),
            [
                .required("pattern", \.pattern, Rule { _ = try BodyMatches($0) }),
                .optional("header", \.header, .notEmpty),
            ]
        )
    }

    /// The letters of the options at the start of a pattern (pcre2pattern(3), "Internal option setting").
    private static let letters: [(String, Options)] = [
        ("i", .caseInsensitive), ("m", .anchorsMatchLines), ("s", .dotMatchesLineEnds), ("x", .extended),
    ]

    /// Decodes the pattern and compiles it, so that an invalid pattern is reported before a run starts.
    public init(from decoder: any Decoder) throws {
        let written = try Written(from: decoder)
        try self.init(written.pattern, header: written.header)
    }

    /// Encodes the pattern with its options at its start, such as `(?i)`.
    public func encode(to encoder: any Encoder) throws {
        let letters = Self.letters.filter { options.contains($0.1) }.map(\.0).joined()
        // Options in (*...) at the start of a pattern must stay there.
        var rest = pattern[...]
        while rest.hasPrefix("(*"), let end = rest.firstIndex(of: ")") { rest = rest[rest.index(after: end)...] }
        let start = pattern[..<rest.startIndex]
        let whole = letters.isEmpty ? pattern : "\(start)(?\(letters))\(rest)"
        try Written(pattern: whole, header: field).encode(to: encoder)
    }
}
#endif
