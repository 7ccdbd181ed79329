import ConnectivityCore
package import ConnectivityPipeline
import ConnectivityToolkit

/// The requests of a test's pipelines, with times and purposes; see ``withSession(_:recording:comparing:matching:from:_:)``.
///
/// ```swift
/// #expect(journal.questions(to: "captive.apple.com").count == 1)
/// #expect(journal.questions(to: "www.google.com").isEmpty)
/// ```
///
/// It holds 10,000 requests; a test that sends more fails, because the journal is then incomplete.
public final class RequestJournal: Sendable {
    /// One request.
    public struct Entry: Hashable, Sendable {
        /// The request as it was passed to the prober, with its path.
        public var request: ProbeRequest
        /// The time since the run of the pipeline began, on the clock of the run.
        public var at: Duration
        /// The purpose for which the pipeline sent it.
        public var purpose: ProbePurpose
    }

    package static let entryCountMax = 10_000

    private struct State {
        var entries: [Entry] = []
        var droppedCount = 0
    }

    private let state = Lock(State())

    package init() {}

    /// The journal of the current task's test; `nil` outside of a session.
    public static var current: RequestJournal? { task }

    /// The value of ``current``.
    @TaskLocal static var task: RequestJournal?

    /// The requests, in the order in which they were sent.
    public var entries: [Entry] { state.withLock { $0.entries } }

    /// The number of requests for which the journal had no room.
    package var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Returns the requests to a host, in order, for every kind of question that names the host.
    ///
    /// The host is the name or address in the question, without a port; letter case does not count.
    public func questions(to host: String) -> [Entry] {
        entries.filter { $0.request.question.host?.lowercased() == host.lowercased() }
    }

    package func record(_ request: ProbeRequest, _ purpose: ProbePurpose, at time: Duration) {
        state.withLock { state in
            guard state.entries.count < Self.entryCountMax else { return state.droppedCount += 1 }
            state.entries.append(Entry(request: request, at: time, purpose: purpose))
        }
    }
}

extension RequestJournal: CustomStringConvertible {
    /// The requests, one per line, such as `0.25 s  round  GET http://captive.apple.com/ on eth0`.
    public var description: String {
        let lines = entries.map { "\($0.at / .seconds(1)) s  \($0.purpose.rawValue)  \($0.request.line)" }
        return (lines + (droppedCount > 0 ? ["and \(droppedCount) more"] : [])).joined(separator: "\n")
    }
}
