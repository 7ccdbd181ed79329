import ConnectivityCore
import ConnectivityText

/// The texts about a cause for people: the problem and one piece of advice.
package struct CauseSentences: Sendable {
    /// The cause as a thing that is ruled out.
    let name: String
    /// All causes of its layer as such a thing; `-` without a common name.
    let layer: String
    /// The problem, as a clause without a full stop.
    let clause: String
    /// The advice, as a sentence.
    let remedy: String

    /// The sentences about each cause, by its name.
    package static let all = Dictionary(
        uniqueKeysWithValues: EmbeddedTable.rows(of: PackageResources.causes_tsv, columns: 5)
            .map { ($0[0], CauseSentences(name: $0[1], layer: $0[2], clause: $0[3], remedy: $0[4])) }
    )
}

extension Cause {
    /// The texts about the cause; every cause has them.
    var words: CauseSentences {
        CauseSentences.all[rawValue] ?? CauseSentences(name: rawValue, layer: "-", clause: rawValue, remedy: "")
    }
}

extension Sentences {
    /// These sentences, and the sentences for evidence of a diagnosis.
    var withDiagnoses: Sentences { adding(Self.diagnoses) }

    private static let diagnoses = EmbeddedTable.texts(of: [PackageResources.diagnoses_tsv])
}
