/// Reads what a part of the system, such as a DHCP client, keeps about the network that an interface joined.
///
/// An own one is a path and a parser:
///
/// ```swift
/// struct PortalFile: ProvisioningReader {
///     let watchedPaths = ["/run/my-dhcp"]
///
///     func provisioning(of interface: Interface) -> [Provisioning] {
///         let path = "/run/my-dhcp/\(interface.name).portal"
///         guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
///         return [Provisioning(origin: path, channel: .dhcpv4, captivePortal: Array(bytes))]
///     }
/// }
/// ```
///
/// Laws for implementers:
/// - What is missing, not readable or not understood is left out; it is no error.
/// - A call returns within milliseconds and reads a bounded amount, whatever stands in the files.
/// - A call has no effect, and the same files lead to the same answer.
public protocol ProvisioningReader: Sendable {
    /// The files and folders whose changes make an answer outdated, as absolute paths.
    ///
    /// Of a folder, every entry counts. What does not exist yet is awaited. Asked before each look.
    var watchedPaths: [String] { get }

    /// Tells what the system keeps about an interface.
    ///
    /// It may block for as long as a file takes to read; it is called on a thread where that does no harm.
    ///
    /// - Parameter interface: The interface, up and with carrier. Its addresses tell whether a lease is in force.
    /// - Returns: One value an origin, best first; empty where there is nothing.
    func provisioning(of interface: Interface) -> [Provisioning]

    /// Tells the name servers that the system uses for every interface.
    /// - Returns: The servers, best first; empty where there is nothing.
    func machineNameServers() -> [IPAddress]
}

extension ProvisioningReader {
    public func machineNameServers() -> [IPAddress] { [] }
}
