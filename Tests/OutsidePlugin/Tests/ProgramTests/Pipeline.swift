import ConnectivityCore
import ConnectivityKit

/// The pipeline without its clock in its type, until ConnectivityKit's is so; then this file goes.
struct Pipeline: Sendable {
    private let runs: @Sendable (Standing?) async throws -> Void
    private let looks: @Sendable () -> Void
    private let signs: @Sendable () -> Void
    private let parts: @Sendable () -> [String]
    private let stands: @Sendable () -> Standing?
    private let assesses: @Sendable () async throws -> Assessment

    var standing: Standing? { stands() }
    var abandonedParts: [String] { parts() }

    init<C: Clock>(
        source: some InterfaceSource,
        prober: some Prober,
        clock: C,
        @ListBuilder<Endpoint> endpoints: () -> [Endpoint],
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier] = { [] }
    ) where C.Duration == Duration {
        self.init(
            ConnectivityKit.Pipeline(
                source: source,
                prober: prober,
                clock: clock,
                endpoints: endpoints,
                notifiers: notifiers
            )
        )
    }

    private init<C: Clock>(_ pipeline: ConnectivityKit.Pipeline<C>) where C.Duration == Duration {
        runs = { try await pipeline.run(from: $0) }
        looks = { pipeline.lookNow() }
        signs = { pipeline.signInBegan() }
        parts = { pipeline.abandonedParts }
        stands = { pipeline.standing }
        assesses = { try await pipeline.assess() }
    }

    static func standard(@ListBuilder<any Notifier> notifiers: () -> [any Notifier]) throws -> Pipeline {
        Pipeline(try ConnectivityKit.Pipeline.standard(notifiers: notifiers))
    }

    func run(from standing: Standing? = nil) async throws { try await runs(standing) }
    func assess() async throws -> Assessment { try await assesses() }
    func lookNow() { looks() }
    func signInBegan() { signs() }
}
