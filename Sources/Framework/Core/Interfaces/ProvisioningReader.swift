/// Reads the data that a part of the system, such as a DHCP client, stores about the network that an interface joined.
///
/// A custom reader is a path and a parser:
///
/// ```swift
/// struct PortalFile: ProvisioningReader {
///     let watchedPaths = ["/run/my-dhcp"]
///
///     func provisioning(of interface: NetworkInterface) -> [Provisioning] {
///         let path = "/run/my-dhcp/\(interface.name).portal"
///         guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
///         return [Provisioning(origin: path, channel: .dhcpv4, captivePortal: Array(bytes))]
///     }
/// }
/// ```
///
/// Laws for implementers:
/// - Missing, unreadable or unknown data is omitted, and is not an error.
/// - A call returns within milliseconds and reads a bounded amount, even if a file is large.
/// - A call has no side effect, and the same files give the same answer.
public protocol ProvisioningReader: Sendable {
    /// The files and folders whose changes make an answer outdated, as absolute paths.
    ///
    /// A change of any entry of a folder counts. A path that does not exist yet is watched until it exists. Read before each
    /// check.
    var watchedPaths: [String] { get }

    /// Returns the system's data about an interface: one value per origin, best first; empty without any.
    ///
    /// The call may block for as long as reading a file takes; it runs on a thread where blocking is harmless.
    ///
    /// - Parameter interface: The interface, which is up and has carrier. Its addresses show whether a lease is in force.
    /// - Returns: One value per origin, best first; empty if nothing is stored.
    func provisioning(of interface: NetworkInterface) -> [Provisioning]

    /// Returns the name servers that the system uses for every interface, best first; can be empty.
    func systemNameServers() -> [IPAddress]
}

extension ProvisioningReader {
    public func systemNameServers() -> [IPAddress] { [] }
}
