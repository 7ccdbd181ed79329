#if canImport(CPCRE2)
import ConnectivityCore
public import ConnectivityRegistry

extension BodyMatches: Configurable {
    public static var pluginID: PluginID { "validator.matches" }
    public static var summary: String { "expects a body, or a header field, that matches a regular expression (PCRE2)" }

    private enum CodingKeys: CodingKey {
        case pattern, header
    }

    /// The letters of the options at the start of a pattern (pcre2pattern(3), "Internal option setting").
    private static let letters: [(String, Options)] = [
        ("i", .caseInsensitive), ("m", .anchorsMatchLines), ("s", .dotMatchesLineEnds), ("x", .extended),
    ]

    /// Decodes the pattern and compiles it, so that an invalid pattern is reported before a run starts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let pattern = try container.decode(String.self, forKey: .pattern)
        let field = try container.decodeIfPresent(String.self, forKey: .header)
        if field?.isEmpty == true { throw container.fault(.header, "must not be empty") }
        do throws(PatternError) {
            try self.init(pattern, header: field)
        } catch {
            throw container.fault(.pattern, "\(error)")
        }
    }

    /// Encodes the pattern with its options at its start, such as `(?i)`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let letters = Self.letters.filter { options.contains($0.1) }.map(\.0).joined()
        // Options in (*...) at the start of a pattern must stay there.
        var rest = pattern[...]
        while rest.hasPrefix("(*"), let end = rest.firstIndex(of: ")") { rest = rest[rest.index(after: end)...] }
        let start = pattern[..<rest.startIndex]
        try container.encode(letters.isEmpty ? pattern : "\(start)(?\(letters))\(rest)", forKey: .pattern)
        try container.encodeIfPresent(field, forKey: .header)
    }
}
#endif
