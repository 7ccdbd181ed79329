public import ConnectivityCore
package import ConnectivityWire

extension PipelineConfiguration: Encodable {
    /// Writes everything that affects the decision, and the limits of probes, so that ``init(json:registry:)`` can
    /// read it.
    ///
    /// These values are written in full, even if they are defaults, and built-in endpoints are written out, so that
    /// the document keeps its meaning. The schedule is written if it differs from the default, and the notifiers
    /// are written if there are any. The source and the prober are left out, because they may hold credentials of a
    /// proxy, and what sees traffic and the companions, because they decide nothing. The header fields and bodies of requests are left out, because they decide nothing and may hold other
    /// credentials.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: ``PluginError/unnamed(_:)`` if a component has no name in configuration, such as a closure.
    public func encode(to encoder: any Encoder) throws {
        var document = Document()
        document.policy = try ComponentReference(to: policy)
        document.validators = try WrittenChain(validators)
        document.expect = try expectation.map { try ComponentReference(to: $0) }
        document.endpoints = try endpoints.written()
        if !pool.isEmpty || asksStandardEndpoints {
            document.pool = try pool.written()
        }
        if !networks.isEmpty { document.networks = try networks.map { try WrittenNetwork($0) } }
        document.proxy = proxy
        if !ignored.isEmpty { document.ignore = ignored }
        document.scope = scope.written
        if schedule != Self.standardSchedule { document.schedule = HandWritten(schedule) }
        document.limits = HandWritten(limits)
        if quality != QualityRules() { document.quality = HandWritten(quality) }
        if !notifiers.isEmpty { document.notifiers = try notifiers.map { try ComponentReference(to: $0) } }
        try document.encode(to: encoder)
    }
}

extension PipelineConfiguration: SchemaProviding {
    package static var schema: Schema { Document.schema }
}
