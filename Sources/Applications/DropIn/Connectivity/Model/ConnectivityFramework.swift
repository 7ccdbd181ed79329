/// The Apple frameworks for watching interfaces in version 8 of Connectivity.
///
/// In this version both mean the interface source of the platform.
public enum ConnectivityFramework: Int, Hashable, Sendable {
    /// The framework Network.
    case network
    /// The framework SystemConfiguration.
    case systemConfiguration
}
