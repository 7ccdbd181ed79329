import ConnectivityCore

/// An event for the state machine; snapshots are stored separately, so only the newest of a burst is handled.
indirect enum PipelineInput: Sendable {
    case interfacesChanged
    case lookRequested
    case hinted
    case signInBegan
    /// The time limit of a single assessment is over.
    case timeOver
    /// A result of an effect of the companion at a place.
    case companion(Int, CompanionInput)
    case sourceFailed(any Error, Duration)
    case sourceEnded((any Error)?)
    case other(ConnectivityMachine.Input)
}
