#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import Testing

@testable import ConnectivityNetlink

@Suite struct CancellationTests {
    @Test func `Cancellation ends an observation within a second and closes its descriptors`() async {
        // Descriptors are counted in a process that runs nothing else.
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }

            func observeOnce() async throws -> Duration {
                let (stream, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
                let observation = Task { try await NetlinkInterfaceSource().observe { continuation.yield($0) } }
                // Wait for the first report: the thread and its sockets exist.
                for await _ in stream { break }
                let start = ContinuousClock.now
                observation.cancel()
                await #expect(throws: CancellationError.self) { try await observation.value }
                return .now - start
            }

            // The process may open or close its own descriptors once; a leak occurs every time.
            var leaked = 0
            var durations: [Duration] = []
            for _ in 0..<4 {
                let before = try descriptors()
                for _ in 0..<20 { durations.append(try await observeOnce()) }
                leaked = try descriptors() - before
                if leaked == 0 { break }
            }
            // A busy machine may delay a single one.
            precondition(durations.min() ?? .zero < .seconds(1), "cancellation took \(durations)")
            precondition(durations.max() ?? .zero < .seconds(60), "cancellation took \(durations)")
            precondition(leaked == 0, "20 observations left \(leaked) descriptors open")
        }
    }

    @Test func `Cancelling an observation at any time ends the call exactly once`() async {
        await withTaskGroup(of: Void.self) { group in
            for delay in 0..<100 {
                group.addTask {
                    let observation = Task { try await NetlinkInterfaceSource().observe { _ in } }
                    for _ in 0..<delay { await Task.yield() }
                    observation.cancel()
                    await #expect(throws: CancellationError.self) { try await observation.value }
                }
            }
        }
    }
}
#endif
