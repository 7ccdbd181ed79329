#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Testing

@testable import ConnectivityNetlink

/// The reports of one observation, for tests that wait for certain reports.
struct Reports {
    struct Missing: Error {
        var what: String
        var last: InterfaceSnapshot?
    }

    private final class Log: Sendable {
        let snapshots = Lock<[InterfaceSnapshot]>([])
    }

    private let log: Log
    private var iterator: AsyncStream<InterfaceSnapshot>.Iterator

    private init(_ stream: AsyncStream<InterfaceSnapshot>, log: Log) {
        iterator = stream.makeAsyncIterator()
        self.log = log
    }

    /// All reports so far.
    var all: [InterfaceSnapshot] { log.snapshots.withLock { $0 } }

    /// Waits for the next report that matches; the report that ended the last wait does not count again.
    @discardableResult
    mutating func next(
        _ what: String,
        where isExpected: (InterfaceSnapshot) throws -> Bool
    ) async throws -> InterfaceSnapshot {
        while let snapshot = await iterator.next(isolation: #isolation) {
            if try isExpected(snapshot) { return snapshot }
        }
        throw Missing(what: what, last: all.last)
    }

    /// Observes while a body runs, with one time limit for all waits, and checks the laws of sources on the reports.
    static func of(
        _ source: NetlinkInterfaceSource,
        limit: Duration = .seconds(30),
        _ body: @escaping @Sendable (inout Reports) async throws -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await source.observe { snapshot in
                    log.snapshots.withLock { $0.append(snapshot) }
                    continuation.yield(snapshot)
                }
            }
            group.addTask {
                try await Task.sleep(for: limit)
                continuation.finish()
                try await Task.sleep(for: .seconds(3_600))
            }
            group.addTask {
                var reports = Reports(stream, log: log)
                try await body(&reports)
            }
            // Only the body ends without an error.
            try await group.next()
            group.cancelAll()
        }
        let all = log.snapshots.withLock { $0 }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 }, "two consecutive reports differ")
    }
}
#endif
