/// A part of a pipeline that can say beforehand what it needs on this device: a source, a prober or a notifier.
///
/// One type can be several of them, and states once what it needs.
public protocol PipelinePart: Sendable {
    /// What the part needs on this device during a run; by default nothing, and for a prober its ``Prober/caFile``.
    ///
    /// `connectivityctl doctor`, and `connectivityctl watch` at its start, examine it.
    var requirements: [Requirement] { get }
}

extension PipelinePart {
    public var requirements: [Requirement] { [] }
}
