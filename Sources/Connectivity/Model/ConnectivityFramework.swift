/// The frameworks of Apple's that version 8 of Connectivity could watch interfaces with.
///
/// Here it is the interface source of the platform in both cases.
public enum ConnectivityFramework: Int, Hashable, Sendable {
    case network
    case systemConfiguration
}
