import ConnectivityCore
import ConnectivityText

/// The texts about a cause for people: the problem and one piece of advice.
package struct CauseSentences: Sendable {
    /// The problem, as a clause without a full stop.
    let clause: String
    /// The advice, as a sentence.
    let remedy: String

    /// The sentences about each cause, by its name.
    package static let all = Dictionary(
        uniqueKeysWithValues: EmbeddedTable.rows(of: PackageResources.causes_tsv, columns: 3)
            .map { ($0[0], CauseSentences(clause: $0[1], remedy: $0[2])) }
    )
}

extension Sentences {
    /// These sentences, and the sentences for evidence of a diagnosis.
    var withDiagnoses: Sentences { adding(Self.diagnoses) }

    private static let diagnoses = EmbeddedTable.texts(of: [PackageResources.diagnoses_tsv])
}
