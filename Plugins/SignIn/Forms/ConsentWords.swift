import ConnectivityCore

/// The meaning of a checkbox's label, by the words of a language.
///
/// Each row has the words that stop an agent and the words that let it act, so that both lists are equally long.
struct ConsentWords {
    enum Word {
        case part(String)
        case whole(String)

        init(_ text: Substring) {
            let text = text.drop { $0 == " " }
            self = text.hasPrefix("=") ? .whole(String(text.dropFirst())) : .part(String(text))
        }

        func isIn(_ text: String, _ words: Set<Substring>) -> Bool {
            switch self {
            case .part(let part): text.contains(part)
            case .whole(let word): words.contains(word[...])
            }
        }
    }

    let language: String
    let consent, further, denial: [Word]

    static let all = EmbeddedTable.rows(of: PackageResources.Consent_tsv, columns: 4).map(ConsentWords.init(row:))

    private init(row: [String]) {
        func words(_ column: Int) -> [Word] { row[column].split(separator: ",").map(Word.init) }
        (language, consent, further, denial) = (row[0], words(1), words(2), words(3))
    }

    /// Returns whether a text consents, and it and the text next to it neither deny nor agree to more than network use.
    static func isConsentAlone(_ label: String, beside: String = "") -> Bool {
        let (label, text) = (label.lowercased(), "\(label) \(beside)".lowercased())
        let words = Set(text.split { !$0.isLetter })
        let own = Set(label.split { !$0.isLetter })
        let languages = all.filter { row in row.consent.contains { $0.isIn(label, own) } }
        return !languages.isEmpty && !all.contains { row in row.further.contains { $0.isIn(text, words) } }
            && !languages.contains { row in row.denial.contains { $0.isIn(text, words) } }
    }

    /// Parts of the names of hidden fields that agree to more, such as `marketing=yes`.
    private static let names = [
        "marketing", "newsletter", "advert", "promotion", "subscri", "optin", "opt_in", "opt-in",
    ]

    /// Returns whether the name of a hidden field agrees to more than the use of the network.
    static func isOfMore(_ name: String) -> Bool { names.contains(where: name.lowercased().contains) }
}
