/// The result of one endpoint in a round.
public struct EndpointReport: Hashable, Sendable {
    /// The name of the endpoint.
    public var name: String
    /// The organization that runs the endpoint.
    public var owner: String
    /// The request and its outcome.
    public var exchange: ProbeExchange {
        _read { yield evidence }
        _modify { yield &evidence }
    }
    /// The verdict on the exchange.
    public var verdict: Verdict
    /// Shared, because lists of reports are copied and searched, and an exchange is larger than the rest.
    @Shared private var evidence: ProbeExchange

    /// Creates a report.
    public init(name: String, owner: String, exchange: ProbeExchange, verdict: Verdict) {
        self.name = name
        self.owner = owner
        evidence = exchange
        self.verdict = verdict
    }
}

extension EndpointReport {
    package var failure: ProbeFailure? { exchange.failure }
}

extension EndpointReport: CustomStringConvertible {
    /// The name of the endpoint and the verdict.
    public var description: String { "\(name.printable(limit: 60)): \(verdict)" }
}

extension EndpointReport: CustomReflectable {
    /// The parts by their names, for `dump` and for failures of tests.
    @_documentation(visibility: internal)
    public var customMirror: Mirror {
        let parts: KeyValuePairs<String, Any> = [
            "name": name, "owner": owner, "exchange": exchange, "verdict": verdict,
        ]
        return Mirror(self, children: parts, displayStyle: .struct)
    }
}
