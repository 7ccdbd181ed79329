import ConnectivityCore
import ConnectivityText

/// A possible problem of a network, by its stable name, such as `no-uplink`.
///
/// The causes are the rows of the file `Sentences/causes.tsv` of this module, in the order of their layers, from the link to the
/// user's own servers. In code, a literal names a cause: `finding.cause == "portal"`.
public struct Cause: RawRepresentable, Hashable, Sendable, Codable, CaseIterable, ExpressibleByStringLiteral {
    /// The stable name.
    public let rawValue: String

    /// All causes, in the order of their layers.
    public static let allCases = rows.map { Cause(stringLiteral: $0[0]) }

    /// Creates a cause from its name; `nil` if no cause has it.
    public init?(rawValue: String) {
        guard Self.texts[rawValue] != nil else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a cause from its name; another name is a programming error.
    public init(stringLiteral name: String) {
        precondition(Self.texts[name] != nil, "no cause has the name \(name)")
        rawValue = name
    }

    /// The texts about a cause for people.
    struct Texts {
        /// The cause as a thing that is ruled out.
        let name: String
        /// All causes of its layer as such a thing; `-` without a common name.
        let layer: String
        /// The problem, as a clause without a full stop.
        let clause: String
        /// The advice, as a sentence.
        let remedy: String
    }

    private static let rows = EmbeddedTable.rows(of: PackageResources.causes_tsv, columns: 5)
    private static let texts = Dictionary(
        uniqueKeysWithValues: rows.map { ($0[0], Texts(name: $0[1], layer: $0[2], clause: $0[3], remedy: $0[4])) }
    )

    /// A sentence for each cause with its certainty, and its advice, by the codes of ``CauseCompanion``.
    static var sentences: [String: String] {
        var sentences = ["cause.none": "no outage is diagnosed"]
        for cause in allCases {
            sentences["cause.\(cause.rawValue)"] = "\(cause.texts.clause) ({certainty})"
            sentences["advice:cause.\(cause.rawValue)"] = cause.texts.remedy
        }
        return sentences
    }

    /// The texts about the cause.
    var texts: Texts {
        guard let texts = Self.texts[rawValue] else { preconditionFailure("no cause has the name \(rawValue)") }
        return texts
    }
}

extension Sentences {
    /// These sentences, and the sentences for evidence of a diagnosis.
    var withDiagnoses: Sentences { adding(Self.diagnoses) }

    private static let diagnoses = EmbeddedTable.texts(of: [PackageResources.diagnoses_tsv])
}

/// The confidence in a cause.
public enum Confidence: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The evidence excludes the cause.
    case ruledOut = "ruled-out"
    /// The evidence says nothing about the cause, because another cause hides it or a question had no answer.
    case undecided
    /// The evidence agrees with the cause, and with other causes.
    case possible
    /// The evidence agrees better with the cause than with other causes.
    case likely
    /// The evidence proves the cause.
    case certain

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
