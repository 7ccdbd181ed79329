#if canImport(CPCRE2)
import ConnectivityCore
public import ConnectivityRegistry

extension BodyMatches: Configurable {
    public static var pluginID: PluginID { "validator.matches" }
    public static var summary: String { "expects a body, or a header field, that matches a regular expression (PCRE2)" }

    private enum CodingKeys: CodingKey {
        case pattern, header, caseInsensitive, extended, dotMatchesLineEnds, anchorsMatchLines
    }

    private static let flags: [(CodingKeys, Options)] = [
        (.caseInsensitive, .caseInsensitive), (.extended, .extended), (.dotMatchesLineEnds, .dotMatchesLineEnds),
        (.anchorsMatchLines, .anchorsMatchLines),
    ]

    /// Decodes the pattern and compiles it, so that an invalid pattern is reported before a run starts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let pattern = try container.decode(String.self, forKey: .pattern)
        var options: Options = []
        for (key, option) in Self.flags where try container.decodeIfPresent(Bool.self, forKey: key) ?? false {
            options.insert(option)
        }
        let field = try container.decodeIfPresent(String.self, forKey: .header)
        if field?.isEmpty == true { throw container.fault(.header, "must not be empty") }
        do throws(PatternError) {
            try self.init(pattern, options: options, header: field)
        } catch {
            throw container.fault(.pattern, "\(error)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(pattern, forKey: .pattern)
        try container.encodeIfPresent(field, forKey: .header)
        for (key, option) in Self.flags where options.contains(option) { try container.encode(true, forKey: key) }
    }
}
#endif
