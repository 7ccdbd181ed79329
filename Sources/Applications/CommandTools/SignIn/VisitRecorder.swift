#if os(Linux)
package import ConnectivityRecords
import ConnectivityToolkit

/// Records a proxy's traffic without TLS during a sign-in, only in memory.
package final class VisitRecorder: Sendable {
    /// The maximum number of bytes of one direction of one connection.
    static let byteCountMax = 512 * 1024
    private static let countMax = 500
    private static let wholeByteCountMax = 64 * 1024 * 1024

    private struct State {
        var steps: [RecordedVisit.Step?] = []
        var byteCount = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Begins a connection, and returns its number; `nil` at the limit.
    func begin() -> Int? {
        state.withLock { state in
            guard state.steps.count < Self.countMax, state.byteCount < Self.wholeByteCountMax else { return nil }
            state.steps.append(nil)
            return state.steps.count - 1
        }
    }

    func end(_ number: Int, sent: [UInt8], received: [UInt8]) {
        let step = RecordedVisit.Step(sent: sent, received: received)
        state.withLock { state in
            state.steps[number] = step
            state.byteCount += sent.count + received.count
        }
    }

    /// The recorded traffic, in the order of the connections.
    package var visit: RecordedVisit { RecordedVisit(state.withLock { $0.steps.compactMap(\.self) }) }
}
#endif
