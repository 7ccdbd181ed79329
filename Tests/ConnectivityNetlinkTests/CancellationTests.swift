#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import Testing

@testable import ConnectivityNetlink

@Suite struct CancellationTests {
    @Test func `Cancellation ends an observation within a second and closes its descriptors`() async {
        // Descriptors are counted in a process that does nothing else.
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }

            func observeOnce() async throws -> Duration {
                let (stream, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
                let observation = Task { try await NetlinkInterfaceSource().observe { continuation.yield($0) } }
                // Wait for the first report: the thread and its sockets are there.
                for await _ in stream { break }
                let start = ContinuousClock.now
                observation.cancel()
                await #expect(throws: CancellationError.self) { try await observation.value }
                return .now - start
            }

            _ = try await observeOnce()
            let before = try descriptors()
            for _ in 0..<20 {
                let duration = try await observeOnce()
                precondition(duration < .seconds(1), "cancellation took \(duration)")
                let after = try descriptors()
                precondition(after == before, "\(after) descriptors, \(before) before")
            }
        }
    }

    @Test func `Cancellation at any moment ends the call exactly once`() async {
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
