import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit

extension Pipeline {
    /// Creates a pipeline on virtual time, with one draw for all its choices.
    static func simulated(
        _ configuration: Pipeline.Configuration,
        on clock: VirtualClock,
        drawing seed: UInt64,
        from start: Timestamp = Timestamp(sinceEpoch: .zero)
    ) throws -> Pipeline {
        try Pipeline(
            verbatim: configuration,
            clock: clock,
            civilTime: { Timestamp(sinceEpoch: start.sinceEpoch + clock.now.offset) },
            draw: { UInt32(truncatingIfNeeded: seed &* 2_654_435_761) }
        )
    }
}
