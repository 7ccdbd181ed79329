/// Learns what a pipeline finds out, one method per event.
///
/// Every method does nothing unless it is implemented. A pipeline gives each notifier a mailbox and a task of its own:
/// the methods are called one after the other, in the order of the events, and nobody waits for them, neither the pipeline
/// nor another notifier. What a notifier takes too late is dropped by the rule of its ``mailbox`` and counted
/// (``NotifierStatistics``).
///
/// Write the methods `async`, with or without `throws`: of a synchronous one, a direct call in asynchronous code would choose
/// the empty default. A method that throws is counted with the text of its error, and the next event comes all the same.
/// After a round the order is: the ends of its probes, ``assessmentChanged(_:)`` or ``assessmentConfirmed(_:)``, ``roundEnded(_:)``.
///
/// Laws for implementers:
/// - Cancellation ends a call at once. It comes when the run is over: at once if the run was cancelled, otherwise a second
///   later. What still waits in the mailbox is delivered in the cancelled task, for a second at most, and so is the end.
/// - The end may come before any other event, and another run may follow it.
/// - What the notifier passes on keeps the order of the events.
public protocol Notifier: Sendable {
    /// Which events the notifier takes, and which of them may be dropped if it is slow; read when a run begins.
    ///
    /// By default every event, up to a hundred of them.
    var mailbox: NotifierMailbox { get }

    /// Receives a change.
    /// - Parameter assessment: The new assessment, which concludes something else than the one before.
    /// - Throws: Whatever keeps the notifier from taking the event; it is counted.
    func assessmentChanged(_ assessment: Assessment) async throws

    /// Learns that another round came to the same.
    /// - Parameter assessment: The assessment that was received as a change, with the time of this round as
    ///   ``Assessment/confirmedAt``. The evidence of the round itself comes with ``roundEnded(_:)``.
    /// - Throws: Whatever keeps the notifier from taking the event; it is counted.
    func assessmentConfirmed(_ assessment: Assessment) async throws

    /// Learns how a probe ended that counts for the round.
    ///
    /// A probe that is cancelled because the others have decided has no event of its own; it is in the assessment of the round.
    ///
    /// - Parameter report: What was asked, what happened, and the verdict.
    /// - Throws: Whatever keeps the notifier from taking the event; it is counted.
    func probeEnded(_ report: EndpointReport) async throws

    /// Learns that a round ended with a conclusion; a round that a change of the interfaces cuts short is none.
    /// - Parameter assessment: What follows from the round, with all its evidence.
    /// - Throws: Whatever keeps the notifier from taking the event; it is counted.
    func roundEnded(_ assessment: Assessment) async throws

    /// Learns that the run is over and no event will follow; comes once per run, and last.
    /// - Parameter error: The error that ended the interface source; `nil` if the source ended or the run was cancelled.
    /// - Throws: Whatever keeps the notifier from taking the event; it is counted.
    func runEnded(throwing error: (any Error)?) async throws
}

extension Notifier {
    public var mailbox: NotifierMailbox { .all(upTo: 100) }
    public func assessmentChanged(_ assessment: Assessment) async throws {}
    public func assessmentConfirmed(_ assessment: Assessment) async throws {}
    public func probeEnded(_ report: EndpointReport) async throws {}
    public func roundEnded(_ assessment: Assessment) async throws {}
    public func runEnded(throwing error: (any Error)?) async throws {}
}

/// Which events wait for a notifier, and which of them may be dropped while it is busy.
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
        /// Confirmations of what is known.
        public static let confirmations = Events(rawValue: 4)
        /// Changes.
        public static let changes = Events(rawValue: 8)
        /// All of these.
        public static let all: Events = [.probes, .rounds, .confirmations, .changes]
    }

    /// The events that are delivered; the others are neither delivered nor counted.
    public let events: Events
    /// How many events may wait; `nil` if the newest of each kind waits.
    public let limit: Int?

    /// Keeps the newest event of each kind.
    /// - Parameter events: The kinds of events to deliver.
    /// - Returns: The rule.
    public static func newest(_ events: Events = .changes) -> NotifierMailbox {
        NotifierMailbox(events: events, limit: nil)
    }

    /// Keeps every event up to a limit.
    ///
    /// Beyond it the oldest end of a probe is dropped; if there is none, the oldest end of a round, then the oldest
    /// confirmation, then the oldest change. The newest change always stays.
    ///
    /// - Parameters:
    ///   - events: The kinds of events to deliver.
    ///   - limit: How many may wait. Greater than zero.
    /// - Returns: The rule.
    public static func all(_ events: Events = .all, upTo limit: Int) -> NotifierMailbox {
        precondition(limit > 0, "a mailbox holds at least one event")
        return NotifierMailbox(events: events, limit: limit)
    }
}

/// How a notifier keeps up with a run.
///
/// `received` is the sum of `delivered`, `dropped` and `waiting`, and one more during a call.
public struct NotifierStatistics: Hashable, Sendable {
    /// The name of the notifier's type.
    public var name: String
    /// The events that came to the mailbox.
    public var received = 0
    /// The events whose call has ended, with or without an error.
    public var delivered = 0
    /// The events that were dropped, because the notifier was busy or the run was over.
    public var dropped = 0
    /// The events in the mailbox.
    public var waiting = 0
    /// The calls that threw, that of the end included.
    public var failed = 0
    /// The text of the error that was thrown last, printable and short; `nil` if no call threw.
    public var lastFailure: String?

    /// Creates the statistics of a notifier that has received nothing.
    /// - Parameter name: The name of the notifier's type.
    public init(name: String) { self.name = name }
}

extension NotifierStatistics: CustomStringConvertible {
    /// The counts on one line, such as `LinesNotifier: 3 of 20 events dropped, 1 call failed, last with: ...`.
    public var description: String {
        "\(name): \(dropped) of \(received) event\(received == 1 ? "" : "s") dropped, "
            + "\(failed) call\(failed == 1 ? "" : "s") failed" + (lastFailure.map { ", last with: \($0)" } ?? "")
    }
}
