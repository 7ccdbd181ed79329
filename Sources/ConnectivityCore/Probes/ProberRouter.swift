/// Several probers as one: each question goes to the one that asks questions of its kind.
public struct ProberRouter: Prober {
    /// The probers, in the order given.
    public let probers: [any Prober]
    private let byKind: [QuestionKind: any Prober]

    /// Creates a router.
    /// - Parameter probers: The probers.
    /// - Throws: ``ProberSetupError/twoProbers(_:for:)`` if two ask questions of one kind.
    public init(_ probers: [any Prober]) throws(ProberSetupError) {
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

    public var kinds: Set<QuestionKind> { Set(byKind.keys) }

    /// Has the prober for the kind ask; what nobody asks has failed with ``ProbeFailure/Kind/unsupported``.
    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let prober = byKind[request.question.kind] else { return .unsupported(request) }
        return await prober.probe(request)
    }
}

extension Prober {
    /// Checks that every endpoint can be asked.
    /// - Parameter endpoints: The endpoints.
    /// - Throws: ``ProberSetupError/noProber(for:endpoint:known:)`` for the first whose kind of question is not asked.
    public func checkKinds(of endpoints: [Endpoint]) throws(ProberSetupError) {
        let kinds = kinds
        for endpoint in endpoints where !kinds.contains(endpoint.question.kind) {
            throw .noProber(for: endpoint.question.kind, endpoint: endpoint.name, known: kinds.sorted())
        }
    }

    fileprivate var typeName: String { "\(type(of: self))" }
}

extension ProbeExchange {
    /// What a prober answers to a question of a kind that it does not ask.
    /// - Parameter request: The request; nothing was sent.
    /// - Returns: The exchange.
    public static func unsupported(_ request: ProbeRequest) -> ProbeExchange {
        let detail = "nobody asks questions of the kind \(request.question.kind)"
        return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.unsupported, detail: detail)))
    }
}

/// Why probers and endpoints do not fit together; nothing has run when it is thrown.
@nonexhaustive
public enum ProberSetupError: Error, Hashable, Sendable {
    /// Several probers ask questions of one kind; given are their types.
    case twoProbers([String], for: QuestionKind)
    /// No prober asks the kind of question of an endpoint; known are the kinds that are asked.
    case noProber(for: QuestionKind, endpoint: String, known: [QuestionKind])
}

extension ProberSetupError: CustomStringConvertible {
    /// The fault and the alternatives, on one line.
    public var description: String {
        switch self {
        case .twoProbers(let names, let kind):
            "\(names.joined(separator: " and ")) both ask questions of the kind \(kind): leave one of them out"
        case .noProber(let kind, let endpoint, let known):
            "no prober asks questions of the kind \(kind), as the endpoint \(endpoint.printable(limit: 100)) does; "
                + (known.isEmpty ? "there is no prober" : "known are \(known.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
