import ConnectivityCore
import ConnectivityRedaction
import ConnectivityWire

extension PipelineConfiguration.Document {
    /// Replaces the secrets of the requests in all expectations, because they are replaced in the answers too; a record
    /// is then judged like the answer.
    ///
    /// A secret that cannot be read is left to the code that makes the prober, which reports it.
    mutating func removeSecretsFromExpectations() {
        let local = (networks ?? []).flatMap { [$0.endpoints, $0.pool] }
        let written = ([endpoints, pool] + local).flatMap { $0 ?? [] }
        let known = KnownTexts(written.flatMap(\.secrets))
        guard !known.isEmpty else { return }
        expect = expect?.removing(known)
        validators = validators?.removing(known)
        endpoints = endpoints?.map { $0.removing(known) }
        pool = pool?.map { $0.removing(known) }
        networks = networks?.map { network in
            var network = network
            network.endpoints = network.endpoints?.map { $0.removing(known) }
            network.pool = network.pool?.map { $0.removing(known) }
            return network
        }
    }
}

extension PipelineConfiguration.WrittenEndpoint {
    /// The secrets of the request that can be read now.
    var secrets: [String] {
        guard case .custom(let written) = self else { return [] }
        if let question = written.question {
            return KnownTexts.secrets(in: ProbeRequest(.other(question.kind, question.facts)))
        }
        let fields = (written.headers ?? [:]).filter { !WrittenRequest.isRecorded($0.key, $0.value) }
        let inFields = fields.values.flatMap { field in
            (try? field.source.value(isLine: true)).map { field.source.texts(of: $0) } ?? []
        }
        guard let body = written.body?.source, let value = try? body.value(isLine: false) else { return inFields }
        return inFields + body.texts(ofBody: value)
    }

    /// Returns the endpoint without texts in its expectation, and optionally without its header fields and body.
    func removing(_ known: KnownTexts, andContent: Bool = false) -> Self {
        guard case .custom(var written) = self else { return self }
        written.expect = written.expect?.removing(known)
        if andContent { (written.headers, written.body) = (nil, nil) }
        return .custom(written)
    }
}

extension ComponentReference {
    func removing(_ known: KnownTexts) -> ComponentReference {
        ComponentReference(id, json: json.mapTexts { known.removed(from: $0) }, at: position)
    }
}
