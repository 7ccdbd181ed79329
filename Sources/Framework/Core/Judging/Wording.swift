/// Common phrases of some kinds of pages, in lower case and separated by one space, for one pass over a text.
///
/// The phrases are general ones of each language, not those of single pages. Words that may also be part of a portal's terms of
/// use are omitted. Names of products count if they have no other meaning.
struct Wording {
    enum Kind: String {
        case blockTitle, signInTitle
        case gateway, signInDue, payment, portal, blockPage, parkedDomain, pause
    }

    private static let all: [(kind: Kind, text: String)] = EmbeddedTable.rows(
        of: PackageResources.wording_tsv,
        columns: 2
    )
    .flatMap { row in
        guard let kind = Kind(rawValue: row[0]) else { preconditionFailure("no kind: \(row[0])") }
        return row[1].split(separator: ", ").map { (kind, String($0)) }
    }

    /// The words of titles; a single one is enough.
    static let titleWording = Wording(all.filter { $0.kind == .blockTitle || $0.kind == .signInTitle })

    static let textWording = Wording(all.filter { $0.kind != .blockTitle && $0.kind != .signInTitle })

    private let phrases: [(kind: Kind, text: String)]
    private let set: TextSet

    private init(_ phrases: [(kind: Kind, text: String)]) {
        self.phrases = phrases
        set = TextSet(phrases.map(\.text))
    }

    func found(in text: [UInt8]) -> Found { Found(phrases: set.all(in: text).sorted().map { phrases[$0] }) }

    struct Found {
        fileprivate let phrases: [(kind: Kind, text: String)]

        /// The phrase of a kind that comes first in its table; `nil` if the text contains none.
        func first(_ kind: Kind) -> String? { phrases.first { $0.kind == kind }?.text }
    }
}
