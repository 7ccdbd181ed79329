import ConnectivityCommandTools
import ConnectivityKit

/// The arguments of one command, parsed by its grammar.
struct Arguments {
    /// The replacements of removed options.
    private static let removed = [
        "interface": "--scope INTERFACE", "all-interfaces": "--scope each-interface", "underlay": "--scope underlay",
    ]

    private let verb: String
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    /// The arguments that are not options, in order.
    private(set) var operands: [String] = []
    private(set) var wantsHelp = false

    /// Parses words: `--name value`, `--name=value`, `--flag`; all words after `--` are operands.
    init(_ words: [String], grammar: Grammar) throws(CommandError) {
        verb = grammar.name
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            try option(word, &rest, grammar)
        }
        if grammar.operands == nil, let extra = operands.first {
            throw usage("unexpected argument \"\(extra.printable(limit: 60))\"")
        }
    }

    private mutating func option(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        _ grammar: Grammar
    ) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let known = grammar.options.first { option in
            word.hasPrefix("--") ? option.name == parts[0].dropFirst(2) : option.letter.map { "-\($0)" } == word
        }
        guard let option = known else {
            let names = grammar.options.map(\.name)
            let name = String(parts[0].drop { $0 == "-" })
            if let now = Self.removed[name], names.contains("scope") {
                throw usage("--\(name) was removed; use \(now)")
            }
            let nearest = names.nearest(to: name)
            throw usage("unknown option \(parts[0].printable)" + (nearest.map { "; did you mean --\($0)?" } ?? ""))
        }
        guard let placeholder = option.value else {
            if parts.count == 2 {
                let (value, known) = (String(parts[1]), option.variants)
                guard !known.isEmpty else { throw usage("--\(option.name) takes no value") }
                guard known.contains(value) else {
                    let forms = known.map { "--\(option.name)=\($0)" }.joined(separator: " or ")
                    throw usage("--\(option.name) has no value \"\(value.printable(limit: 40))\"; use \(forms)")
                }
                values[option.name, default: []].append(value)
            }
            flags.insert(option.name)
            return
        }
        if parts.count == 2 {
            values[option.name, default: []].append(String(parts[1]))
        } else if let value = rest.popFirst() {
            values[option.name, default: []].append(value)
        } else {
            throw usage("--\(option.name) needs a value: --\(option.name) \(placeholder)")
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// Returns every value of an option that may be given more than once.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns the value of an option that may be given only once and must not be empty; `nil` if it was not given.
    func text(_ name: String) throws(CommandError) -> String? {
        let given = all(name)
        guard given.count <= 1 else { throw usage("--\(name) may be given only once") }
        guard given.first?.isEmpty != true else { throw usage("--\(name) must not be empty") }
        return given.first
    }

    /// Returns the value of an option as a time within a range; `nil` if it was not given.
    func time(_ name: String, in range: ClosedRange<Duration>) throws(CommandError) -> Duration? {
        guard let text = try text(name) else { return nil }
        guard let time = Duration(text: text), range.contains(time) else {
            let bounds = "\(range.lowerBound.text) through \(range.upperBound.text)"
            throw usage("--\(name) needs a time from \(bounds) such as 1m30s, not \"\(text.printable(limit: 40))\"")
        }
        return time
    }

    /// Returns the value of an option as a whole number within a range; `nil` if it was not given.
    func whole(_ name: String, in range: ClosedRange<Int>, of what: String) throws(CommandError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), range.contains(number) else {
            let bounds = "\(range.lowerBound) through \(range.upperBound)"
            throw usage("--\(name) needs \(what) from \(bounds), not \"\(text.printable(limit: 40))\"")
        }
        return number
    }

    /// Returns the case of an enumeration that an option names; `nil` if it was not given.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        of type: Choice.Type = Choice.self
    ) throws(CommandError) -> Choice? {
        guard let text = try text(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue)
            throw usage(
                "--\(name) must be \(names.choice), not \"\(text.printable(limit: 40))\""
                    + names.suggestion(for: text)
            )
        }
        return choice
    }

    /// Returns a usage error that names the command.
    func usage(_ text: String) -> CommandError { .usage("\(verb): \(text); see connectivityctl \(verb) --help") }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Substring {
    fileprivate var printable: String { String(self).printable(limit: 40) }
}

extension [String] {
    /// The names as a choice, such as `text, json or nagios`.
    var choice: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) or \(last)"
    }
}
