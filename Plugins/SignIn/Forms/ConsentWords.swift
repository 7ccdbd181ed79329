import ConnectivityCore

/// What the label of a checkbox agrees to, by the words of a language.
///
/// The list of words that stop an agent is as long as that of those that let it act: each row has both.
struct ConsentWords {
    /// A part of a text, or a whole word.
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

    /// Returns whether a text consents, and neither it nor the text beside it agrees to more than the use of the network, or denies
    /// it.
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

    /// Returns whether the name of a hidden field is one of agreeing to more than the use of the network.
    static func isOfMore(_ name: String) -> Bool { names.contains(where: name.lowercased().contains) }
}
