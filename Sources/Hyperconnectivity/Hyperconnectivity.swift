/// The names of version 1 of the library of this name.
///
/// What they stand for is done by a `Connectivity` of this package for each listener.
public enum Hyperconnectivity: Sendable {
    public typealias Configuration = HyperconnectivityConfiguration
    public typealias ConnectivityChanged = (ConnectivityResult) -> Void
    public typealias Publisher = ConnectivityPublisher
    public typealias ReachabilityChanged = (ReachabilityResult) -> Void
    public typealias State = ConnectivityState
}
