/// What is known at a moment of a run: the newest assessment and the states of the services.
///
/// With it, another run can continue from where a run ended, such as one with a new configuration.
public struct Standing: Hashable, Sendable {
    /// The newest assessment that was reported.
    public var assessment: Assessment
    /// The newest report on each service.
    public var services: [ServiceReport]

    /// Creates a standing.
    public init(_ assessment: Assessment, services: [ServiceReport] = []) {
        (self.assessment, self.services) = (assessment, services)
    }
}
