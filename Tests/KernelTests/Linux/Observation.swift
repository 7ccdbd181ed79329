#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit
import Testing

/// The reports of a source, of which a test awaits certain states.
struct Observation {
    struct TooLate: Error {
        var what: String
        var last: InterfaceSnapshot?
    }

    private let reports: Mailbox

    private final class Mailbox: Sendable {
        let all = Lock<[InterfaceSnapshot]>([])
    }

    /// The number of reports so far.
    var count: Int { reports.all.withLock { $0.count } }

    /// Waits until the last report is as wanted.
    @discardableResult
    func next(_ what: String, _ isWanted: (InterfaceSnapshot) -> Bool) async throws -> InterfaceSnapshot {
        for _ in 0..<30_000 {
            if let last = reports.all.withLock({ $0.last }), isWanted(last) { return last }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TooLate(what: what, last: reports.all.withLock { $0.last })
    }

    /// Observes a source while a body runs, then cancels, and expects a `CancellationError`.
    static func of(_ source: some InterfaceSource, _ body: @Sendable @escaping (Observation) async throws -> Void)
        async throws
    {
        let mailbox = Mailbox()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await source.observe { snapshot in mailbox.all.withLock { $0.append(snapshot) } }
                    Issue.record("the source ended by itself")
                } catch is CancellationError {}
            }
            try await body(Observation(reports: mailbox))
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
#endif
