extension Offers {
    /// The completion for zsh (zshcompsys(1)).
    var zsh: String {
        let groupRows = groups.map { group in
            let names = members(of: group).map { $0.words[1] }.joined(separator: "|")
            // The options of a verb that is also a first word of other verbs follow.
            let end = verb(named: group) == nil ? "return" : "[[ $words[3] == -* ]] || return"
            return """
                        \(group))
                            if ((CURRENT == 3)); then
                                entries=(\(members(of: group).map { entry($0.words[1], $0.summary) }.joined(separator: " ")))
                                _describe command entries
                                \(end)
                            elif [[ $words[3] == (\(names)) ]]; then
                                verb+=" $words[3]"
                                shift words
                                ((CURRENT -= 1))
                            fi
                            ;;
                """
        }
        let entries = firstWords.map { "        \(entry($0.word, $0.summary))" }
        return String(
            embedded: PackageResources.completion_zsh.dropLast(),
            replacing: [
                "@FIRST@": entries.joined(separator: "\n"),
                "@GROUPS@": groupRows.joined(separator: "\n"),
                "@VERBS@": verbs.map(\.zsh).joined(separator: "\n"),
            ]
        )
    }

    private func entry(_ word: String, _ summary: String) -> String {
        "\(word):\(summary.escapedForZsh)".quotedForShell
    }
}

extension OfferedVerb {
    fileprivate var zsh: String {
        var specs: [String] = []
        for (option, offer) in options {
            let help = "[\(option.help.escapedForZsh)]"
            if let value = option.value {
                specs.append("*--\(option.name)=\(help):\(value.escapedForZsh):\(offer.zsh)")
            } else {
                specs.append("--\(option.name)\(help)")
                if let letter = option.letter { specs.append("-\(letter)\(help)") }
            }
        }
        let what = (placeholder ?? "").escapedForZsh
        switch operands {
        case .nothing: break
        case .programs: specs.append("*::\(what): _normal")
        default: specs.append("*:\(what):\(operands.zsh)")
        }
        let rows = specs.map { "                \($0.quotedForShell)" }.joined(separator: " \\\n")
        return """
                    '\(words.joined(separator: " "))')
                        _arguments -s \\
            \(rows)
                        ;;
            """
    }
}

extension Offer {
    fileprivate var zsh: String {
        switch self {
        case .nothing: " "
        case .list(let words): "_values -s , value \(words.joined(separator: " "))"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .programs: "_command_names -e"
        case .scopes: "{_net_interfaces; compadd each-interface underlay}"
        }
    }
}

extension String {
    /// The text with a backslash before each special character of zsh's specifications.
    fileprivate var escapedForZsh: String {
        reduce(into: "") { text, character in
            if "[]:\\".contains(character) { text.append("\\") }
            text.append(character)
        }
    }

    /// The text as one word of a shell.
    var quotedForShell: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
