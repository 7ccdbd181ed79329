package import ConnectivityCore
import ConnectivityRedaction
package import ConnectivityRegistry
package import ConnectivityText
import ConnectivityToolkit
package import ConnectivityWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Sends the newest assessment to each client of a Unix socket, so that programs need not probe again.
///
/// Its configuration name is `notifier.status`; only `socket` is required:
///
/// ```json
/// { "use": "notifier.status", "socket": "/run/connectivity/status.sock", "mode": "0666" }
/// ```
///
/// Each client receives one line of JSON and the end of the connection, without a request: `version`, `process` (the number of
/// this process), `since` (the start of the run), `text` (the reason as a sentence), `assessment` (as in the output of `check
/// --json`, without its last two members; null before the first one), `source` (the number of failures of the interface source
/// and the last one; null without failures) and `notifiers` (their statistics). A client that is neither root nor this user, and
/// not in the group of this process, receives the access, the reason and the observations alone, without evidence, addresses and
/// queries of URLs. All clients are served by one thread: at most 32
/// at a time, each for at most ten seconds. If there are more, the oldest connection is closed.
///
/// The socket exists during the run. An abandoned socket is replaced. If another process serves it, the failure is counted, and
/// the notifier tries again after a pause.
package struct StatusNotifier: Notifier {
    private(set) var address: LocalAddress
    private var permissions: UInt16
    /// The sentences for reasons; a notifier created from a configuration uses those of the registry.
    package var sentences = Sentences()
    private let newest = Newest()

    /// Creates a notifier, with permissions from 0 to 0o777; `nil` if the path is not absolute or longer than 103 bytes.
    package init?(socket: String, permissions: UInt16 = 0o666) {
        guard let address = LocalAddress(path: socket) else { return nil }
        self.init(address, permissions: permissions & 0o777)
    }

    private init(_ address: LocalAddress, permissions: UInt16) {
        self.address = address
        self.permissions = permissions
    }

    var path: String {
        if case .path(let path) = address.kind { path } else { "" }
    }

    package var statusAddress: NotifierRun.StatusAddress? { .socket(path: path) }
    package var mailbox: NotifierMailbox { .newest([.changes, .confirmations, .observations, .sources]) }
    package var requirements: [Requirement] { address.requirements }

    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier): if let earlier { newest.store(earlier) }
        case .assessmentChanged(let assessment), .assessmentConfirmed(let assessment): newest.store(assessment)
        case .observed(let observation): newest.record(observation)
        case .sourceFailed(let error, restartingAfter: _): newest.recordFailure("\(error)".printable(limit: 400))
        case .runEnded: newest.clear()
        default: break
        }
    }

    /// Serves the socket until the task is cancelled.
    package func serve(_ run: NotifierRun) async throws {
        guard let stop = Waker() else { throw NotifierFault("pipe", .last) }
        let since = Timestamp.system
        try await DedicatedThread.run { [self] in
            try LocalServer(address, permissions: permissions, .text { line(run, since, isWhole: $0) }).run(until: stop)
        } stop: {
            stop.wakeUp()
        }
    }

    private func line(_ run: NotifierRun, _ since: Timestamp, isWhole: Bool) -> String {
        let (assessment, source) = newest.state
        let text = (assessment?.conclusion(sentences) ?? sentences.sentence(for: .notYetJudged)).printable(limit: 1000)
        var redactor = TextRedactor(.standard)
        let status = ServiceStatus(
            process: Int(getpid()),
            startedAt: since,
            text: isWhole ? text : redactor.redacted(text),
            assessment: isWhole ? assessment : assessment?.publicPart,
            source: isWhole ? source : nil,
            notifiers: isWhole ? run.statistics.map(ServiceStatus.Row.init) : []
        )
        // Plain values, which JSON can express.
        return ((try? JSONOutput.text(of: status)) ?? "null") + "\n"
    }
}

/// The newest assessment and the failures of the source, which one task writes and a thread reads.
private final class Newest: Sendable {
    typealias State = (assessment: Assessment?, source: ServiceStatus.SourceFailures?)
    private let held = Lock<State>((nil, nil))

    var state: State { held.withLock { $0 } }

    func store(_ assessment: Assessment) { held.withLock { $0.assessment = assessment } }

    func record(_ observation: CompanionObservation) {
        held.withLock { $0.assessment?.observations.record(observation) }
    }

    func recordFailure(_ failure: String) {
        held.withLock { state in
            let count = (state.source?.count ?? 0) + 1
            state.source = ServiceStatus.SourceFailures(count: count, last: failure, lastAt: .system)
        }
    }

    func clear() { held.withLock { $0 = (nil, nil) } }
}

extension StatusNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.status" }
    package static var summary: String { "sends the newest assessment to each client of a Unix socket" }

    package static let fields = FieldTable(
        Self(.unread, permissions: 0),
        [
            .converted("socket", \.address, .socket),
            .converted("mode", \.permissions, .permissions(), usual: "0666"),
        ]
    )
}
