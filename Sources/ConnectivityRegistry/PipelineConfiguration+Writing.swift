package import ConnectivityCore

extension PipelineConfiguration: Encodable {
    /// Writes everything that decides, and the limits of probes, so that ``init(json:registry:)`` reads it again.
    ///
    /// Nothing of that is left to defaults, and built-in endpoints are written out, so that the document keeps its meaning.
    /// The schedule is in it where it is another than the default, and so are the notifiers if there are any. Not in it are
    /// the source and the prober, which may hold credentials of a proxy, and the fields and bodies of requests, which decide
    /// nothing and may hold others.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: ``PluginError/unnamed(_:)`` where a component has no name in configuration, such as a closure.
    public func encode(to encoder: any Encoder) throws {
        var document = Document()
        document.policy = try ComponentReference(to: policy)
        document.validators = try WrittenOrder(validators)
        document.expect = try expectation.map { try ComponentReference(to: $0) }
        document.endpoints = try endpoints.map { .custom(try WrittenEndpoint.Custom($0)) }
        if !pool.isEmpty { document.pool = try pool.map { .custom(try WrittenEndpoint.Custom($0)) } }
        document.interface = scope.boundInterface
        document.scope = scope.name
        if schedule != Schedule() { document.schedule = WrittenSchedule(schedule) }
        document.limits = WrittenLimits(limits)
        if !notifiers.isEmpty { document.notifiers = try notifiers.map { try ComponentReference(to: $0) } }
        try document.encode(to: encoder)
    }
}

extension PipelineConfiguration: Described {
    package static var schema: Schema { Document.schema }
}
