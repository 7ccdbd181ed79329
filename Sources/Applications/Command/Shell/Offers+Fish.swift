extension Offers {
    /// The completion for fish (complete(1)).
    var fish: String {
        var lines = [String(embedded: PackageResources.completion_fish.dropLast())]
        for (word, summary) in firstWords { lines.append(row("at", "", "-a \(word) -d \(summary.quotedForFish)")) }
        for (word, summary) in firstWords { lines.append(row("at", "help", "-a \(word) -d \(summary.quotedForFish)")) }
        for group in groups {
            for verb in members(of: group) {
                lines.append(row("at", group, "-a \(verb.words[1]) -d \(verb.summary.quotedForFish)"))
            }
        }
        for verb in verbs {
            let name = verb.words.joined(separator: " ")
            for (option, offer) in verb.options {
                let letter = option.letter.map { " -s \($0)" } ?? ""
                let value = option.value == nil ? "" : offer.fishOfOption
                lines.append(row("in", name, "-l \(option.name)\(letter)\(value) -d \(option.help.quotedForFish)"))
            }
            if let operands = verb.operands.fishOfOperand { lines.append(row("in", name, operands)) }
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ test: String, _ words: String, _ rest: String) -> String {
        "complete -c connectivityctl -n '__connectivityctl_\(test)\(words.isEmpty ? "" : " " + words)' \(rest)"
    }
}

extension Offer {
    fileprivate var fishOfOption: String {
        switch self {
        case .nothing: " -x"
        case .files: " -r -F"
        case .words, .list, .programs, .scopes: " -x -a \(source)"
        }
    }

    fileprivate var fishOfOperand: String? {
        switch self {
        case .nothing: nil
        case .files: "-F"
        case .words, .list, .programs, .scopes: "-a \(source)"
        }
    }

    private var source: String {
        switch self {
        case .nothing, .files: "''"
        case .words(let words), .list(let words): "'\(words.joined(separator: " "))'"
        case .programs: "'(__fish_complete_command)'"
        case .scopes: "'(command ls /sys/class/net 2>/dev/null) each-interface underlay'"
        }
    }
}

extension String {
    /// The text as one word of fish, in which a backslash escapes within single quotes.
    fileprivate var quotedForFish: String {
        reduce(into: "'") { text, character in
            if character == "'" || character == "\\" { text.append("\\") }
            text.append(character)
        } + "'"
    }
}
