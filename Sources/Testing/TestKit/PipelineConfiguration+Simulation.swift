import ConnectivityCore

extension PipelineConfiguration {
    /// Creates a configuration for a simulation: its parts, and a schedule without jitter and rotation.
    package init(
        _ source: some InterfaceSource,
        _ prober: some Prober,
        asking endpoints: [Endpoint],
        pool: [Endpoint] = []
    ) {
        self.init()
        (self.source, self.prober, self.endpoints, self.pool) = (source, prober, endpoints, pool)
        schedule = RoundSchedule()
    }
}
