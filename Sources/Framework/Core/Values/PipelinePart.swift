/// A part of a pipeline that can say beforehand what it needs on this device, and what is wrong with its set-up: a source, a prober, a
/// notifier or a companion.
///
/// One type can be several of them, and states once what it needs.
public protocol PipelinePart: Sendable {
    /// What people call the part in messages; by default the name of its type.
    ///
    /// A part that a configuration can name is called by that name.
    var title: String { get }

    /// What the part needs on this device during a run; by default nothing, and for a prober its ``Prober/caFile``.
    ///
    /// `connectivityctl doctor`, and `connectivityctl watch` at its start, examine it.
    var requirements: [Requirement] { get }

    /// What is wrong with how the part is set up, without anything being sent or opened; by default nothing.
    ///
    /// `connectivityctl doctor` prints it.
    var findings: [SetupFinding] { get }
}

extension PipelinePart {
    public var title: String { "\(Self.self)" }
    public var requirements: [Requirement] { [] }
    public var findings: [SetupFinding] { [] }
}
