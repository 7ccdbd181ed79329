import ConnectivityEmulation
import ConnectivityRegistry

/// The completions at one place of a command line.
enum Offer: Equatable {
    case nothing
    case words([String])
    /// One or more words, separated by commas.
    case list([String])
    case files
    case programs
    /// The names of interfaces, and the other scopes.
    case scopes
}

/// One verb in the form for completion.
struct OfferedVerb {
    /// The words of its name, one or two.
    let words: [String]
    let summary: String
    let options: [(option: Grammar.Option, offer: Offer)]
    let operands: Offer
    /// The placeholder of its operands.
    let placeholder: String?

    init(_ grammar: Grammar, _ registry: PluginRegistry) {
        words = grammar.name.split(separator: " ").map(String.init)
        summary = grammar.summary
        options = (grammar.options + [.flag("help", "print this help")]).map { ($0, Self.offer($0, registry)) }
        placeholder = grammar.operands
        operands =
            switch grammar.name {
            case "schema": .words(SchemaVerb.documents.map(\.name))
            case "manual":
                .words(
                    Set(CommandLineTool.verbs.flatMap { $0.grammar.name.split(separator: " ") }).map(String.init)
                        .sorted()
                )
            default: Self.operands(grammar.operands)
            }
    }

    private static func offer(_ option: Grammar.Option, _ registry: PluginRegistry) -> Offer {
        guard let placeholder = option.value else { return .nothing }
        switch option.name {
        case "scope": return .scopes
        case "endpoint": return .words(registry.endpoints.ids.map(\.description))
        case "detector": return .words(registry.detectors.map(\.name))
        case "source": return .words(registry[.source].descriptions.map(\.id.description))
        case "expect": return .words(registry[.validator].descriptions.map(\.id.description))
        default: break
        }
        if option.name == "format" { return formats(placeholder) }
        if placeholder == AccessList.grammar.value { return .list(AccessList.all) }
        if ["FILE", "FOLDER", "PATH", "PEM"].contains(placeholder) { return .files }
        return placeholder == "PROGRAM" ? .programs : alternatives(placeholder)
    }

    private static func formats(_ placeholder: String) -> Offer {
        .words(placeholder.split(separator: "|").filter { $0 != "FIELDS" }.map(String.init))
    }

    private static func operands(_ placeholder: String?) -> Offer {
        guard let placeholder else { return .nothing }
        if placeholder.hasPrefix("--") { return .programs }
        let alternatives = alternatives(placeholder.filter { !"[]".contains($0) })
        return alternatives == .nothing && placeholder != "NAME" ? .files : alternatives
    }

    /// Returns the words of a placeholder that lists them all, such as `fail|genuine`.
    private static func alternatives(_ placeholder: String) -> Offer {
        let isList = placeholder.allSatisfy { $0.isLowercase || $0 == "|" }
        return isList ? .words(placeholder.split(separator: "|").map(String.init)) : .nothing
    }
}

struct Offers {
    let verbs: [OfferedVerb]

    init(_ registry: PluginRegistry) {
        verbs = CommandLineTool.verbs.map { OfferedVerb($0.grammar, registry) }
    }

    /// The first words of all verbs, each once, with the summary of a verb of one word.
    var firstWords: [(word: String, summary: String)] {
        var words: [(word: String, summary: String)] = []
        for verb in verbs where !words.contains(where: { $0.word == verb.words[0] }) {
            let names = members(of: verb.words[0]).map { $0.words[1] }.joined(separator: ", ")
            words.append((verb.words[0], self.verb(named: verb.words[0])?.summary ?? "One of \(names)."))
        }
        return words
    }

    /// The first words of verbs of two words.
    var groups: [String] { firstWords.map(\.word).filter { !members(of: $0).isEmpty } }

    /// Returns the verb of one word; `nil` if the word alone is not a verb.
    func verb(named word: String) -> OfferedVerb? { verbs.first { $0.words == [word] } }

    /// Returns the verbs of two words that begin with a word.
    func members(of word: String) -> [OfferedVerb] { verbs.filter { $0.words.count == 2 && $0.words[0] == word } }
}
