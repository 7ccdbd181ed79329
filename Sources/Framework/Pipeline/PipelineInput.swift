import ConnectivityCore

/// An event for the state machine; snapshots are kept separately, so that of a burst only the newest is handled.
indirect enum PipelineInput: Sendable {
    case interfacesChanged
    case lookRequested
    case hinted
    case signInBegan
    /// The time limit of a single assessment is over.
    case timeOver
    /// What comes of an effect of the companion at a place.
    case companion(Int, CompanionInput)
    case sourceFailed(any Error, Duration)
    case sourceEnded((any Error)?)
    case other(ConnectivityMachine.Input)
}
