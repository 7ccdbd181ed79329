import ConnectivityCore

extension PipelineConfiguration: Encodable {
    private enum CodingKeys: CodingKey {
        case policy, validators, expect, endpoints, pool, interface, scope, schedule, limits, notifiers
    }

    /// Writes everything that decides, and the limits of probes, so that ``init(json:registry:)`` reads it again.
    ///
    /// Nothing of that is left to defaults, and built-in endpoints are written out, so that the document keeps its meaning.
    /// The schedule is in it where it is another than the default, and so are the notifiers if there are any. Not in it are
    /// the source and the prober, which may hold credentials of a proxy.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: ``PluginError/unnamed(_:)`` where a component has no name in configuration, such as a closure.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ComponentReference(to: policy), forKey: .policy)
        try container.encode(WrittenOrder(validators), forKey: .validators)
        try container.encode(expectation.map { try ComponentReference(to: $0) }, forKey: .expect)
        try container.encode(endpoints.map(WrittenOut.init), forKey: .endpoints)
        if !pool.isEmpty { try container.encode(pool.map(WrittenOut.init), forKey: .pool) }
        try container.encode(scope.boundInterface, forKey: .interface)
        try container.encode(scope.name, forKey: .scope)
        if schedule != Schedule() { try container.encode(WrittenSchedule(schedule), forKey: .schedule) }
        try container.encode(limits, forKey: .limits)
        if !notifiers.isEmpty {
            try container.encode(notifiers.map { try ComponentReference(to: $0) }, forKey: .notifiers)
        }
    }

    /// An endpoint with nothing left out.
    private struct WrittenOut: Encodable {
        var url: HTTPURL?
        var question: WrittenFacts?
        var name: String
        var owner: String
        var method: HTTPQuestion.Method?
        var family: AddressFamily?
        var patience: Double?
        var expect: ComponentReference?

        init(_ endpoint: Endpoint) throws(PluginError) {
            switch endpoint.question {
            case .http(let http): (url, method) = (http.url, http.method)
            case .other(let kind, let facts): question = WrittenFacts(kind, facts)
            }
            name = endpoint.name
            owner = endpoint.owner
            family = endpoint.family
            patience = endpoint.patience?.seconds
            if let expectation = endpoint.expectation { expect = try ComponentReference(to: expectation) }
        }
    }
}
