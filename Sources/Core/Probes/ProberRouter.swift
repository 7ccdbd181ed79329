/// A prober that passes each question to the prober for its kind.
package struct ProberRouter: Prober {
    /// The probers, in the order given.
    package let probers: [any Prober]
    private let byKind: [QuestionKind: any Prober]

    /// Creates a router.
    /// - Parameter probers: The probers.
    /// - Throws: ``ProberSetupError/twoProbers(_:for:)`` if two of them ask questions of one kind.
    package init(_ probers: [any Prober]) throws(ProberSetupError) {
        var byKind: [QuestionKind: any Prober] = [:]
        for prober in probers {
            for kind in prober.kinds.sorted() {
                if let other = byKind[kind] {
                    throw .twoProbers([other.typeName, prober.typeName], for: kind)
                }
                byKind[kind] = prober
            }
        }
        self.probers = probers
        self.byKind = byKind
    }

    package var kinds: Set<QuestionKind> { Set(byKind.keys) }

    /// Sends the request with the prober for its kind.
    ///
    /// If no prober asks the kind, the probe fails with ``ProbeFailure/Kind/unsupported``.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let prober = byKind[request.question.kind] else { return .unsupported(request) }
        return await prober.probe(request)
    }
}

extension Prober {
    fileprivate var typeName: String { "\(type(of: self))" }
}

extension ProbeExchange {
    /// Returns the exchange of a prober that does not support the kind of a question.
    /// - Parameter request: The request; nothing was sent.
    /// - Returns: The exchange.
    public static func unsupported(_ request: ProbeRequest) -> ProbeExchange {
        let detail = "no prober supports questions of the kind \(request.question.kind)"
        return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.unsupported, detail: detail)))
    }
}

/// The reason why probers and endpoints do not fit together; it is thrown before anything runs.
@nonexhaustive
public enum ProberSetupError: Error, Hashable, Sendable {
    /// Two probers ask questions of one kind; the first value lists their types.
    case twoProbers([String], for: QuestionKind)
    /// No prober asks questions of the kind of an endpoint; `known` lists the supported kinds.
    case noProber(for: QuestionKind, endpoint: String, known: [QuestionKind])
}

extension ProberSetupError: CustomStringConvertible {
    /// The fault and the alternatives on one line.
    public var description: String {
        switch self {
        case .twoProbers(let names, let kind):
            "\(names.joined(separator: " and ")) both answer questions of the kind \(kind); remove one of them"
        case .noProber(let kind, let endpoint, let known):
            "no prober supports questions of the kind \(kind), which \(endpoint.printable(limit: 100)) uses; "
                + (known.isEmpty
                    ? "no prober is configured" : "supported kinds: \(known.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
