/// A prober that passes each question to the prober for its kind.
package struct ProberRouter: Prober {
    package let probers: [any Prober]
    private let byKind: [Question.Kind: any Prober]

    /// Creates a router; throws if two of the probers ask questions of one kind.
    package init(_ probers: [any Prober]) throws(PipelineSetupError) {
        var byKind: [Question.Kind: any Prober] = [:]
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

    package var kinds: Set<Question.Kind> { Set(byKind.keys) }

    /// Sends the request with the prober for its kind; without one, it fails with ``ProbeFailure/Kind/unsupported``.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let prober = byKind[request.question.kind] else { return .unsupported(request) }
        return await prober.probe(request)
    }
}

extension Prober {
    fileprivate var typeName: String { "\(type(of: self))" }
}

extension ProbeExchange {
    /// Returns the exchange of a prober that does not support the kind of a question, and sent nothing.
    public static func unsupported(_ request: ProbeRequest) -> ProbeExchange {
        let detail = "no prober supports questions of the kind \(request.question.kind)"
        return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.unsupported, detail: detail)))
    }

    /// Returns the exchange of a prober for one kind that cannot read a question: its kind differs, or its facts are not valid.
    package static func unreadable(_ request: ProbeRequest, as kind: Question.Kind) -> ProbeExchange {
        guard request.question.kind == kind else { return .unsupported(request) }
        let detail = "the facts are not valid for a question of the kind \(kind)"
        return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.unsupported, detail: detail)))
    }
}
