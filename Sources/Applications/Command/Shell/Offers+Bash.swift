extension Offers {
    /// The completion for bash 4 or newer, which needs no other file (bash(1), Programmable Completion).
    var bash: String {
        let groupRows = groups.map { group in
            let own = verb(named: group)?.optionWords ?? []
            let words = members(of: group).map { $0.words[1] } + own
            return "        2,\(group)) words='\(words.joined(separator: " "))' ;;"
        }
        let pairs = groups.flatMap { members(of: $0) }.map { "'\($0.words.joined(separator: " "))'" }
        return String(
            embedded: PackageResources.completion_bash.dropLast(),
            replacing: [
                "@PAIRS@": pairs.joined(separator: " | "),
                "@FIRST@": firstWords.map(\.word).joined(separator: " "),
                "@GROUPS@": groupRows.joined(separator: "\n"),
                "@VERBS@": verbs.map(\.bash).joined(separator: "\n"),
            ]
        )
    }
}

extension OfferedVerb {
    fileprivate var optionWords: [String] {
        options.map { "--\($0.option.name)" } + options.compactMap { $0.option.letter.map { "-\($0)" } }
    }

    /// The case of this verb: the words after each option, and the operands.
    fileprivate var bash: String {
        let rows = options.filter { $0.option.value != nil }
            .map { "                        --\($0.option.name)) \($0.offer.bash) ;;" }
        var rest = "words='\(optionWords.joined(separator: " "))"
        if case .words(let operands) = operands { rest += " " + operands.joined(separator: " ") }
        rest += "'"
        if operands == .files { rest += " kind=files" }
        return """
                            '\(words.joined(separator: " "))')
                                case $previous in
            \((rows + ["                        *) \(rest) ;;"]).joined(separator: "\n"))
                                esac
                                ;;
            """
    }
}

extension Offer {
    fileprivate var bash: String {
        switch self {
        case .nothing: ":"
        case .words(let words): "words='\(words.joined(separator: " "))'"
        case .list(let words): "words='\(words.joined(separator: " "))' kind=list"
        case .files: "kind=files"
        case .programs: "kind=programs"
        case .scopes: "kind=scopes"
        }
    }
}
