/// The names of version 1 of the library with this name.
///
/// Each listener has its own `Connectivity` of this package, which does the work.
public enum Hyperconnectivity: Sendable {
    public typealias Configuration = HyperconnectivityConfiguration
    public typealias ConnectivityChanged = (ConnectivityResult) -> Void
    public typealias Publisher = ConnectivityPublisher
    public typealias ReachabilityChanged = (ReachabilityResult) -> Void
    public typealias State = ConnectivityState
}
