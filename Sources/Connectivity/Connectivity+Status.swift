public import ConnectivityCore
import ConnectivitySupport
public import Foundation

extension Connectivity {
    /// The result of the newest check that has ended.
    public var status: Status { state.withLock({ $0.status }) }

    /// Whether the Internet is there.
    public var isConnected: Bool { status.isConnected }

    /// Whether a mobile network is in use and the Internet is there; of these six, one holds at most.
    public var isConnectedViaCellular: Bool { status == .connectedViaCellular }
    /// Whether a mobile network is in use and the Internet is not there.
    public var isConnectedViaCellularWithoutInternet: Bool { status == .connectedViaCellularWithoutInternet }
    /// Whether a cable is in use and the Internet is there.
    public var isConnectedViaEthernet: Bool { status == .connectedViaEthernet }
    /// Whether a cable is in use and the Internet is not there.
    public var isConnectedViaEthernetWithoutInternet: Bool { status == .connectedViaEthernetWithoutInternet }
    /// Whether a wireless network is in use and the Internet is there.
    public var isConnectedViaWiFi: Bool { status == .connectedViaWiFi }
    /// Whether a wireless network is in use and the Internet is not there.
    public var isConnectedViaWiFiWithoutInternet: Bool { status == .connectedViaWiFiWithoutInternet }

    /// The kinds of the usable interfaces, the one in use first; empty before the first check.
    public var availableInterfaces: [Interface] { assessment?.snapshot.connectivityInterfaces ?? [] }

    /// The kind of the interface in use, under a tunnel that of the network below it; `other` where there is none.
    public var currentInterface: Interface { assessment?.snapshot.connectivityInterface ?? .other }

    // MARK: Beyond the predecessors

    /// All that is known, with the evidence: every exchange, the verdict on it, and why; `nil` before anything is.
    ///
    /// It is newer than ``status`` while a change of the interface waits for its check.
    public var assessment: Assessment? { state.withLock({ $0.assessment }) }

    /// Where a person can sign in, an `http` or `https` URL; `nil` where no portal is in the way, or it gave none.
    ///
    /// URLs with `https` cannot show a portal, they only fail: see ``portalDetectionURL``.
    public var portalURL: URL? { (assessment?.access.portal?.signInURL).flatMap { URL(string: $0.description) } }

    /// The answers for each path: with ``checksEachInterface`` every interface and address family, otherwise the one in use.
    public var paths: [PathAssessment] {
        guard let assessment else { return [] }
        guard assessment.paths.isEmpty, let interface = assessment.interface else { return assessment.paths }
        return [
            PathAssessment(
                path: NetworkPath(interface: interface.name),
                access: assessment.access,
                reason: assessment.reason,
                endpoints: assessment.endpoints,
                portalAPI: assessment.portalAPI,
                history: assessment.history
            )
        ]
    }

    /// Why the interfaces cannot be watched; `nil` where they can.
    ///
    /// The notifier tries again, at most 30 s later.
    public var sourceError: (any Error)? { state.withLock({ $0.sourceError }) }

    /// The status, as soon as there is one, and after every change, for any number of listeners, until ``stopNotifier()``.
    ///
    /// A listener that is slow loses what lies between, never the newest. The sequence keeps the object.
    public var statuses: ConnectivityUpdates<Status> {
        ConnectivityUpdates(self) { assessment, last in
            let status = Status(assessment)
            let isNews = last.map { status != .determining && status != Status($0) } ?? true
            return isNews ? status : nil
        }
    }

    /// The assessment, as soon as there is one, and after every check, for any number of listeners, until
    /// ``stopNotifier()``.
    ///
    /// A listener that is slow loses what lies between, never the newest. The sequence keeps the object.
    public var assessments: ConnectivityUpdates<Assessment> { ConnectivityUpdates(self) { new, _ in new } }
}

extension Connectivity: CustomStringConvertible {
    /// The status in words.
    public var description: String { "\(status)" }
}

extension Connectivity: Hashable {
    /// Whether both are the same object.
    public static func == (one: Connectivity, other: Connectivity) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
