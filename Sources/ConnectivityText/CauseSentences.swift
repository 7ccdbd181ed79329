/// What people read about a cause: what is wrong, and one thing to do.
package struct CauseSentences: Sendable {
    /// What is wrong, as a clause without a full stop.
    package let clause: String
    /// One thing to do, as a sentence.
    package let remedy: String

    /// What is wrong, as a sentence.
    package var title: String { "\(clause.prefix(1).uppercased())\(clause.dropFirst())." }

    /// Returns the sentences about a cause by its name in `ConnectivityDiagnosis`; `nil` for an unknown one.
    package init?(of cause: String) {
        guard let known = Self.all[cause] else { return nil }
        (clause, remedy) = known
    }

    /// The names that have sentences.
    package static var names: Set<String> { Set(all.keys) }

    private static let all: [String: (clause: String, remedy: String)] = Dictionary(
        uniqueKeysWithValues: Sentences.rows(of: PackageResources.causes_tsv, columns: 3)
            .map { ($0[0], (clause: $0[1], remedy: $0[2])) }
    )
}
