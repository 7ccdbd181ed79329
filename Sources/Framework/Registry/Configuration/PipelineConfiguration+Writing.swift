public import ConnectivityCore
package import ConnectivityWire

extension PipelineConfiguration: Encodable {
    /// Writes the values that affect the decision, and the limits of probes, for ``init(json:registry:)``.
    ///
    /// These values are written in full, even if they are defaults, and built-in endpoints are written out, so the
    /// document keeps its meaning. The schedule is written if it differs from the default, and the notifiers are
    /// written if there are any. The source and the prober are left out, because they may hold credentials of a proxy.
    /// The source of traffic and the companions are left out, because they affect no decision. So are the header fields
    /// and bodies of requests, which may also hold credentials.
    ///
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
        document.below = asksBelow
        if schedule != Self.standardSchedule { document.schedule = HandWritten(schedule) }
        document.limits = HandWritten(limits)
        if quality != PathQuality.Rules() { document.quality = HandWritten(quality) }
        if !notifiers.isEmpty { document.notifiers = try notifiers.map { try ComponentReference(to: $0) } }
        try document.encode(to: encoder)
    }
}

extension PipelineConfiguration: SchemaProviding {
    package static var schema: Schema { Document.schema }
}
