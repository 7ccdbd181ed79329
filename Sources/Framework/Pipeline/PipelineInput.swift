import ConnectivityCore

/// An event for the state machine; snapshots are kept separately, so that of a burst only the newest is handled.
indirect enum PipelineInput: Sendable {
    case interfacesChanged
    case lookRequested
    case hinted
    case signInBegan
    case sourceFailed(any Error, Duration)
    case sourceEnded((any Error)?)
    case other(ConnectivityMachine.Input)
}
