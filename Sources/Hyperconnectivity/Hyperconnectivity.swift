/// The names of version 1 of the library with this name.
///
/// Each listener has its own `Connectivity` of this package, which does the work.
public enum Hyperconnectivity: Sendable {
    /// The name of version 1 for ``HyperconnectivityConfiguration``.
    public typealias Configuration = HyperconnectivityConfiguration
    /// A callback that receives each result of a check.
    public typealias ConnectivityChanged = (ConnectivityResult) -> Void
    /// The name of version 1 for ``ConnectivityPublisher``.
    public typealias Publisher = ConnectivityPublisher
    /// A callback that receives each change of the reachability.
    public typealias ReachabilityChanged = (ReachabilityResult) -> Void
    /// The name of version 1 for ``ConnectivityState``.
    public typealias State = ConnectivityState
}
