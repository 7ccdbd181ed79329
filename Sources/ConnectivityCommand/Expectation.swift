import ConnectivityKit
import ConnectivityRegistry

/// The options that define a genuine answer.
enum Expectation {
    static let grammar: [Grammar.Option] = [
        .value("expect-contains", "TEXT", "a genuine body contains this text"),
        .value("expect-equals", "TEXT", "a genuine body is exactly this text, except for surrounding white space"),
        .value("expect-regex", "RE", "a genuine body matches this regular expression (PCRE2)"),
    ]

    /// Returns the expectation that was given; `nil` if none was given.
    static func validator(
        _ arguments: Arguments,
        _ registry: PluginRegistry
    ) throws(CommandError) -> (any ResponseValidator)? {
        let given: [(option: String, id: PluginID, key: String)] = [
            ("expect-contains", "validator.contains", "text"),
            ("expect-equals", "validator.equals", "text"),
            ("expect-regex", "validator.matches", "pattern"),
        ]
        var found: (any ResponseValidator)?
        for (option, id, key) in given {
            guard let text = try arguments.text(option) else { continue }
            guard found == nil else { throw arguments.usage("use only one of the --expect-... options") }
            do throws(PluginError) {
                found = try registry.validator(ComponentReference(id, options: [key: text]))
            } catch .invalidOption(_, _, let detail, _) {
                throw arguments.usage("--\(option): \(detail)")
            } catch {
                throw CommandError(error, in: "--\(option)")
            }
        }
        return found
    }
}
