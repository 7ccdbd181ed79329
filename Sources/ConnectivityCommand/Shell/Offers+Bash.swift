extension Offers {
    /// A completion for bash 4 or newer, which needs no other file (bash(1), Programmable Completion).
    var bash: String {
        let groupRows = groups.map { group in
            let own = verb(named: group)?.optionWords ?? []
            let words = members(of: group).map { $0.words[1] } + own
            return "        2,\(group)) words='\(words.joined(separator: " "))' ;;"
        }
        let pairs = groups.flatMap { members(of: $0) }.map { "'\($0.words.joined(separator: " "))'" }
        return """
            # Completion of connectivityctl(1) for bash; "connectivityctl completions bash" prints it.

            _connectivityctl() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}
                local words= kind= index
                # bash makes a word of its own of an equals sign.
                if [[ $current == = ]]; then
                    current=
                elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                case "$verb ${COMP_WORDS[2]}" in \(pairs.joined(separator: " | "))) verb+=" ${COMP_WORDS[2]}" ;; esac
                case $COMP_CWORD,${COMP_WORDS[1]} in
                    1,*) words='\(firstWords.map(\.word).joined(separator: " ")) help --help --version' ;;
                    2,help) words='\(firstWords.map(\.word).joined(separator: " "))' ;;
            \(groupRows.joined(separator: "\n"))
                    *)
                        case $verb in
            \(verbs.map(\.bash).joined(separator: "\n"))
                        esac
                        ;;
                esac
                # What follows -- is another command line.
                for ((index = 1; index < COMP_CWORD; index++)); do
                    [[ ${COMP_WORDS[index]} == -- ]] || continue
                    words= kind=files
                    ((index < COMP_CWORD - 1)) || kind=programs
                    break
                done
                [[ $current != -* ]] || kind=
                COMPREPLY=()
                case $kind in
                    files)
                        compopt -o filenames
                        mapfile -t COMPREPLY < <(compgen -f -- "$current")
                        ;;
                    programs)
                        mapfile -t COMPREPLY < <(compgen -c -- "$current" | sort -u)
                        [[ $current != */* ]] || compopt -o filenames
                        ;;
                    interfaces) words=$(command ls /sys/class/net 2>/dev/null) ;;
                    list) [[ $current != *,* ]] || words=$(printf "${current%,*},%s " $words) ;;
                esac
                [[ -z $words ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$current")
            }

            complete -F _connectivityctl connectivityctl
            """
    }
}

extension OfferedVerb {
    /// The options, as they are written.
    fileprivate var optionWords: [String] {
        options.map { "--\($0.option.name)" } + options.compactMap { $0.option.letter.map { "-\($0)" } }
    }

    /// The case of this verb: what follows each option, and what else.
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
        case .interfaces: "kind=interfaces"
        }
    }
}
