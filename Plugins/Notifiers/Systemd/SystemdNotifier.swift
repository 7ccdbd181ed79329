package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityText
import ConnectivityToolkit
package import ConnectivityWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reports readiness, status and life to systemd, for a unit with `Type=notify`.
///
/// Its configuration name is `notifier.systemd`; `ready` may be omitted:
///
/// ```json
/// { "use": "notifier.systemd", "ready": "online" }
/// ```
///
/// Each change becomes the status that `systemctl status` shows. If the unit has `WatchdogSec=`, a sign of life is sent
/// twice in that time, by a task like all others: if tasks no longer run, systemd restarts the unit. The end of the run
/// is reported as `STOPPING=1`.
///
/// The messages are datagrams to the socket that the environment names in `NOTIFY_SOCKET` (sd_notify(3)); without it,
/// this notifier does nothing.
package struct SystemdNotifier: Notifier {
    /// The condition under which a unit is ready.
    package enum Readiness: String, Hashable, Sendable, Codable, CaseIterable, SchemaProviding {
        /// With the first assessment.
        case watching
        /// With the first assessment that is final and known.
        case known
        /// With the first assessment that is online.
        case online

        func isReached(by assessment: Assessment) -> Bool {
            switch self {
            case .watching: true
            case .known: assessment.isFinal && assessment.access != .determining
            case .online: assessment.access == .online
            }
        }
    }

    package private(set) var readiness: Readiness
    /// The sentences for reasons; a notifier created from a configuration uses those of the registry.
    package var sentences = Sentences()
    /// The environment, with `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; `nil` for that of the process.
    private let environment: [String: String]?
    private let hasReported = Flag()
    private let isHandedOver = Flag()
    private let newest = NewestAssessment()

    /// Creates a notifier; nothing is sent before the first event.
    package init(readiness: Readiness = .watching, environment: [String: String]? = nil) {
        self.readiness = readiness
        self.environment = environment
    }

    package var mailbox: NotifierMailbox { .newest([.changes, .observations]) }

    /// Sends the status and the readiness at a change, also of observations, and if the run continues an earlier one.
    ///
    /// At the end of the run it reports that the unit stops, unless another run continues.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier): if let earlier { try await report(earlier) }
        case .assessmentChanged(let assessment): try await report(assessment)
        case .observed(let observation):
            guard let assessment = newest.record(observation) else { return }
            try await report(assessment)
        // systemd stops a unit that reports that it stops (sd_notify(3), `STOPPING=1`).
        case .runHandedOver: isHandedOver.isSet = true
        case .runEnded(throwing: let error): try await end(error)
        default: break
        }
    }

    private func report(_ assessment: Assessment) async throws {
        newest.store(assessment)
        let trouble = assessment.observations.filter { $0.severity == .warning }.map { "; " + $0.line(sentences) }
            .joined()
        let facts = EventFacts("changed", assessment, previous: nil, sentences)
        let isReady = readiness.isReached(by: assessment) && !hasReported.isSet
        // A line break would begin another assignment; the sentence has none, because it is printable.
        try await send((isReady ? "READY=1\n" : "") + "STATUS=\((facts.sentence + trouble).printable(limit: 1000))\n")
        if isReady { hasReported.isSet = true }
    }

    private func end(_ error: (any Error)?) async throws {
        hasReported.isSet = false
        newest.clear()
        if isHandedOver.isSet {
            isHandedOver.isSet = false
            return
        }
        let message = error.map { "the interfaces can no longer be observed: \("\($0)".printable(limit: 400))" }
        try await send("STOPPING=1\nSTATUS=\(message ?? "no longer watching")\n")
    }

    /// Sends signs of life until the task is cancelled, if the service manager expects any.
    package func serve(_ run: NotifierRun) async throws {
        guard let interval = watchdogInterval else { return }
        while !Task.isCancelled {
            try await send("WATCHDOG=1\n")
            guard (try? await Task.sleep(for: interval / 2)) != nil else { return }
        }
    }

    /// The time within which a sign of life is expected (sd_watchdog_enabled(3)); `nil` without one.
    private var watchdogInterval: Duration? {
        guard let microseconds = variable("WATCHDOG_USEC").flatMap(Int64.init), microseconds > 0 else { return nil }
        if let process = variable("WATCHDOG_PID"), process != "\(getpid())" { return nil }
        // A shorter time is a mistake, and would keep a processor busy.
        return max(.milliseconds(10), .microseconds(microseconds))
    }

    private func variable(_ name: String) -> String? {
        if let environment { return environment[name] }
        return unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    private func send(_ message: String) async throws {
        guard let name = variable("NOTIFY_SOCKET"), !name.isEmpty else { return }
        guard let address = LocalAddress(path: name) else {
            throw NotifierFault("NOTIFY_SOCKET names no socket of this device: \(name.printable(limit: 100))")
        }
        try await Datagram.send(Array(message.utf8), to: address)
    }
}

private final class Flag: Sendable {
    private let state = Lock(false)

    var isSet: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension SystemdNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.systemd" }
    package static var summary: String { "reports readiness, status and life to systemd, for a unit with Type=notify" }

    package static let fields = FieldTable(Self(), [.filled("ready", \.readiness, .watching)])
}
