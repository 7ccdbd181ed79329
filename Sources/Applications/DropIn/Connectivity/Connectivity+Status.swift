public import ConnectivityCore
import ConnectivityToolkit
public import Foundation

extension Connectivity {
    /// The result of the last completed check.
    public var status: Status { state.withLock({ $0.status }) }

    /// Whether the Internet is reachable.
    public var isConnected: Bool { status.isConnected }

    /// Whether a mobile network is in use and the Internet is reachable; at most one of these six is true.
    public var isConnectedViaCellular: Bool { status == .connectedViaCellular }
    /// Whether a mobile network is in use and the Internet is not reachable.
    public var isConnectedViaCellularWithoutInternet: Bool { status == .connectedViaCellularWithoutInternet }
    /// Whether a cable is in use and the Internet is reachable.
    public var isConnectedViaEthernet: Bool { status == .connectedViaEthernet }
    /// Whether a cable is in use and the Internet is not reachable.
    public var isConnectedViaEthernetWithoutInternet: Bool { status == .connectedViaEthernetWithoutInternet }
    /// Whether a wireless network is in use and the Internet is reachable.
    public var isConnectedViaWiFi: Bool { status == .connectedViaWiFi }
    /// Whether a wireless network is in use and the Internet is not reachable.
    public var isConnectedViaWiFiWithoutInternet: Bool { status == .connectedViaWiFiWithoutInternet }

    /// The kinds of the usable interfaces, the one in use first; empty before the first check.
    public var availableInterfaces: [Interface] { assessment?.snapshot.connectivityInterfaces ?? [] }

    /// The kind of the interface in use, or of the one below a tunnel; `other` if no interface is in use.
    public var currentInterface: Interface { assessment?.snapshot.connectivityInterface ?? .other }

    // MARK: Additions to version 8

    /// The current assessment with its evidence: every exchange, its verdict, and the reason; `nil` before the first.
    ///
    /// After a change of the interface it is newer than ``status`` until the check of the change ends.
    public var assessment: Assessment? { state.withLock({ $0.assessment }) }

    /// The sign-in page of a portal, an `http` or `https` URL; `nil` without a portal or without its URL.
    ///
    /// URLs with `https` cannot reveal a portal; see ``portalDetectionURL``.
    public var portalURL: URL? { (assessment?.access.portal?.signInURL).flatMap { URL(string: $0.description) } }

    /// The result for each path: every interface and address family with ``checksEachInterface``, otherwise the one in use.
    public var paths: [PathAssessment] { assessment?.paths ?? [] }

    /// The error that prevents watching the interfaces; `nil` while they are watched.
    ///
    /// The notifier tries again within 30 s.
    public var sourceError: (any Error)? { state.withLock({ $0.sourceError }) }

    /// The status and its changes, for any number of listeners, until ``stopNotifier()``.
    ///
    /// A slow listener misses intermediate values, but never the newest one. The sequence retains the object.
    public var statuses: ConnectivityUpdates<Status> {
        ConnectivityUpdates(self) { assessment, last in
            let status = Status(assessment)
            let isNews = last.map { status != .determining && status != Status($0) } ?? true
            return isNews ? status : nil
        }
    }

    /// The assessment and its successor after every check, for any number of listeners, until ``stopNotifier()``.
    ///
    /// A slow listener misses intermediate values, but never the newest one. The sequence retains the object.
    public var assessments: ConnectivityUpdates<Assessment> { ConnectivityUpdates(self) { new, _ in new } }
}

extension Connectivity: CustomStringConvertible {
    /// The status as text for people.
    public var description: String { "\(status)" }
}

extension Connectivity: Hashable {
    /// Whether both are the same object.
    public static func == (one: Connectivity, other: Connectivity) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
