/// A part of a pipeline that states its requirements on this device and the faults of its set-up: a source, a prober, a notifier
/// or a companion.
///
/// One type can be several of them, and states its requirements once.
public protocol PipelinePart: Sendable {
    /// The name of the part in messages, which is its name in a configuration, if any; by default that of its type.
    var title: String { get }

    /// The requirements of the part on this device during a run; by default none, and for a prober its ``Prober/caFile``.
    ///
    /// `connectivityctl doctor`, and `connectivityctl watch` at its start, check them.
    var requirements: [Requirement] { get }

    /// The faults of the part's set-up, found without sending or opening anything; by default none.
    ///
    /// `connectivityctl doctor` prints them.
    var findings: [SetupFinding] { get }
}

extension PipelinePart {
    public var title: String { "\(Self.self)" }
    public var requirements: [Requirement] { [] }
    public var findings: [SetupFinding] { [] }
}
