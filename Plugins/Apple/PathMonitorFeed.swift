#if canImport(Network)
import ConnectivityCore
import Foundation
import Network

/// Passes on the paths of an `NWPathMonitor`, in order, until the task is cancelled, which stops the monitor.
@Sendable func pathMonitorFeed(_ receive: @Sendable (PathDescription) -> Void) async {
    for await path in NWPathMonitor() { receive(PathDescription(path)) }
}

extension PathDescription {
    fileprivate init(_ path: NWPath) {
        var families: Set<IPAddress.Family> = []
        if path.supportsIPv4 { families.insert(.ipv4) }
        if path.supportsIPv6 { families.insert(.ipv6) }
        self.init(
            status: Status(path.status),
            links: path.availableInterfaces.map { Link(name: $0.name, index: $0.index, type: LinkType($0.type)) },
            isExpensive: path.isExpensive,
            isConstrained: path.isConstrained,
            families: families,
            gateways: path.gateways.compactMap { IPAddress($0) }
        )
    }
}

extension PathDescription.Status {
    fileprivate init(_ status: NWPath.Status) {
        switch status {
        case .satisfied: self = .satisfied
        case .requiresConnection: self = .requiresConnection
        default: self = .unsatisfied
        }
    }
}

extension PathDescription.LinkType {
    fileprivate init(_ type: NWInterface.InterfaceType) {
        switch type {
        case .wifi: self = .wifi
        case .cellular: self = .cellular
        case .wiredEthernet: self = .wiredEthernet
        case .loopback: self = .loopback
        default: self = .other
        }
    }
}

extension IPAddress {
    /// The address of a network endpoint; `nil` if its host is not an IP address.
    fileprivate init?(_ endpoint: NWEndpoint) {
        guard case .hostPort(let host, _) = endpoint else { return nil }
        switch host {
        case .ipv4(let address): self.init(bytes: address.rawValue)
        case .ipv6(let address): self.init(bytes: address.rawValue)
        default: return nil
        }
    }
}
#endif
