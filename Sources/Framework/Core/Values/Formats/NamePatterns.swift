/// Patterns for names with an optional `*` at either end; names are compared exactly.
///
/// Header fields, secrets and interfaces share this syntax.
package struct NamePatterns: Sendable {
    private let exact: Set<String>
    private let suffixes: [String]
    private let prefixes: [String]

    package init(_ patterns: [String]) {
        exact = Set(patterns.filter { !$0.contains("*") })
        suffixes = patterns.filter { $0.hasPrefix("*") }.map { String($0.dropFirst()) }
        prefixes = patterns.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
    }

    package var isEmpty: Bool { exact.isEmpty && suffixes.isEmpty && prefixes.isEmpty }

    package func contain(_ name: String) -> Bool {
        exact.contains(name) || suffixes.contains { name.hasSuffix($0) } || prefixes.contains { name.hasPrefix($0) }
    }

    /// Returns whether a host equals a pattern, or is below it if the pattern begins with `*.`.
    package static func isHost(_ host: String, in pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return host == pattern.lowercased() }
        return host.hasSuffix(pattern.dropFirst().lowercased())
    }
}
