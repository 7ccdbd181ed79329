/// Receives the events of a pipeline.
///
/// ```swift
/// func handle(_ event: PipelineEvent) async throws {
///     switch event {
///     case .assessmentChanged(let assessment): print(assessment.access.name)
///     default: break
///     }
/// }
/// ```
///
/// A pipeline gives each notifier its own mailbox and its own task, which passes one event after the other, in order. Neither the
/// pipeline nor another notifier waits for that. Events that a notifier handles too late are dropped by the rule of its
/// ``mailbox`` and counted (``NotifierRun/Statistics``). ``PipelineEvent`` documents the events and their order.
///
/// Laws for implementers:
/// - A call ends at once when its task is cancelled. Cancellation happens when the run is over: at once if the run was cancelled,
///   otherwise a second later. The events that still wait in the mailbox and the end are delivered in the cancelled task, for at
///   most a second.
/// - The end may precede any other event, and another run may follow it.
/// - Output of the notifier keeps the order of the events.
public protocol Notifier: PipelinePart {
    /// The events that the notifier receives, and the rule for dropping them if it is slow; read when a run begins.
    ///
    /// By default all events, of which up to a hundred wait.
    var mailbox: NotifierMailbox { get }

    /// The address at which other processes can ask the notifier during a run; by default `nil`.
    ///
    /// `connectivityctl status` asks these addresses, in the order of the configuration.
    var statusAddress: NotifierRun.StatusAddress? { get }

    /// Works alongside one run: answers requests, or repeats a task periodically; by default returns at once.
    ///
    /// A pipeline calls it when a run begins, in a separate task; events are delivered at the same time. The task is cancelled
    /// after ``PipelineEvent/runEnded(throwing:)``, and at once if the run is cancelled; then the call ends at once. If it
    /// throws, this is counted like a failed event, and the call is repeated after a pause of one second, which doubles each time
    /// up to a minute. If it returns, it is not called again in this run.
    ///
    /// - Throws: Any error that prevents the work.
    func serve(_ run: NotifierRun) async throws

    /// Receives an event; ignore events that the notifier does not use.
    ///
    /// The beginning of a run, ``PipelineEvent/runHandedOver`` and the end are delivered whatever the ``mailbox`` selects.
    ///
    /// - Throws: Any error that prevents handling. It is counted with its text, and the next event is still delivered.
    func handle(_ event: PipelineEvent) async throws
}

extension Notifier {
    public var mailbox: NotifierMailbox { .all(upTo: 100) }
    public var statusAddress: NotifierRun.StatusAddress? { nil }
    public func serve(_ run: NotifierRun) async throws {}
}

extension NotifierRun {
    /// The address at which a process that runs a pipeline answers other processes.
    @nonexhaustive
    public enum StatusAddress: Hashable, Sendable {
        /// The absolute path of a Unix socket, where each client receives one line, as from `notifier.status`.
        case socket(path: String)
        /// A message bus (`session`, `system` or an address) and a name on it, with an object like that of `notifier.dbus`.
        case bus(String, name: String)
    }
}

/// A rule for the events that wait for a notifier while it is busy: which are kept, and which are dropped.
///
/// The end of a run never waits here and is never dropped.
public struct NotifierMailbox: Hashable, Sendable {
    /// Kinds of events.
    public struct Events: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The ends of probes.
        public static let probes = Events(rawValue: 1)
        /// The ends of rounds.
        public static let rounds = Events(rawValue: 2)
        /// Confirmations of the current assessment, and of observations if those are delivered.
        public static let confirmations = Events(rawValue: 4)
        /// Failures of the interface source.
        public static let sources = Events(rawValue: 16)
        /// Observations of companions that are changes, and those of an earlier run that still hold when a run begins.
        public static let observations = Events(rawValue: 32)
        /// Changes.
        public static let changes = Events(rawValue: 64)
        /// All of these.
        public static let all: Events = [
            .probes, .rounds, .confirmations, .sources, .observations, .changes,
        ]
    }

    /// The events that are delivered; the others are neither delivered nor counted.
    public let events: Events
    /// The kinds of observations that are delivered (``CompanionObservation/kind``); `nil` for all.
    package private(set) var observedKinds: Set<String>?
    /// The number of events that may wait, greater than zero; `nil` if only the newest of each kind waits.
    public let limit: Int?

    /// Keeps the newest event of each kind, and of each subject of observations and each path.
    public static func newest(_ events: Events = .changes) -> NotifierMailbox {
        NotifierMailbox(events: events, limit: nil)
    }

    /// Keeps every event up to a limit, which must be greater than zero.
    ///
    /// Above the limit one event is dropped: the oldest end of a probe, otherwise the oldest end of a round, otherwise the oldest
    /// confirmation, end of a sign-in, failure of the source, observation or change, in this order. The newest change always
    /// stays.
    public static func all(_ events: Events = .all, upTo limit: Int) -> NotifierMailbox {
        precondition(limit > 0, "the limit of a mailbox must be at least one event")
        return NotifierMailbox(events: events, limit: limit)
    }

    /// Returns the same rule for observations of certain kinds alone; `nil` for all.
    public func observing(_ kinds: Set<String>?) -> NotifierMailbox {
        var rule = self
        rule.observedKinds = kinds
        return rule
    }
}

extension NotifierRun {
    /// Counts of the events that a notifier received, delivered and dropped in a run.
    ///
    /// `received` is the sum of `delivered`, `dropped` and `waiting`, plus one during a call.
    public struct Statistics: Hashable, Sendable {
        /// The name of the notifier's type.
        public var name: String
        /// The number of events that reached the mailbox.
        public var received = 0
        /// The number of events whose call has ended, with or without an error.
        public var delivered = 0
        /// The number of events that were dropped because the notifier was busy or the run was over.
        public var dropped = 0
        /// The number of events in the mailbox.
        public var waiting = 0
        /// The number of calls that threw, including the call at the end of the run, and of failures between events
        /// (``NotifierRun/failed(_:)``).
        public var failed = 0
        /// The text of the last error that was thrown, printable and shortened; `nil` if no call threw.
        package var lastFailure: String?

        /// Creates the statistics of a notifier that has received nothing.
        public init(name: String) { self.name = name }
    }
}

extension NotifierRun.Statistics: CustomStringConvertible {
    /// The counts on one line, such as `LinesNotifier: 3 of 20 events dropped, 1 call failed, last with: ...`.
    public var description: String {
        "\(name): \(dropped) of \(received) event\(received == 1 ? "" : "s") dropped, "
            + "\(failed) call\(failed == 1 ? "" : "s") failed" + (lastFailure.map { ", last with: \($0)" } ?? "")
    }
}
