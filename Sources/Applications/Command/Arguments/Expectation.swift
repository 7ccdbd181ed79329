import ConnectivityCommandTools
import ConnectivityKit

/// The options that define a genuine answer.
enum Expectation {
    static let grammar: [Grammar.Option] = [
        .value("expect-contains", "TEXT", "a genuine body contains this text"),
        .value("expect-equals", "TEXT", "a genuine body is exactly this text, except for surrounding white space"),
        .value("expect-regex", "RE", "a genuine body matches this regular expression (PCRE2)"),
        .value(
            "expect",
            "ID|JSON|@FILE",
            "a genuine answer meets this validator, named as in a configuration; see plugins"
        ),
    ]

    /// Returns the given expectation; `nil` without one.
    static func validator(
        _ arguments: Arguments,
        _ registry: PluginRegistry
    ) throws(CommandError) -> (any ResponseValidator)? {
        let given: [(option: String, id: PluginID, key: String)] = [
            ("expect-contains", "validator.contains", "text"),
            ("expect-equals", "validator.equals", "text"),
            ("expect-regex", "validator.matches", "pattern"),
        ]
        var found = try rule(arguments, registry)
        for (option, id, key) in given {
            guard let text = try arguments.text(option) else { continue }
            guard found == nil else { throw arguments.usage("use only one of --expect and the --expect-... options") }
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

    /// Returns the validator in the form of a configuration, from the argument or a file.
    private static func rule(
        _ arguments: Arguments,
        _ registry: PluginRegistry
    ) throws(CommandError) -> (any ResponseValidator)? {
        guard let text = try arguments.text("expect") else { return nil }
        let file = text.hasPrefix("@") ? String(text.dropFirst()) : nil
        var written: [UInt8]?
        if let file { written = try InputFile.read(file) }
        do throws(PluginError) {
            guard let written else { return try registry.validator(ComponentReference(text: text)) }
            return try registry.validator(ComponentReference(json: written))
        } catch {
            throw CommandError(error, in: file ?? "--expect")
        }
    }
}
