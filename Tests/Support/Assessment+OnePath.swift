package import ConnectivityCore

extension Assessment {
    /// Creates an assessment of one path, that of its interface.
    package init(
        access: InternetAccess,
        reason: Reason,
        interface: NetworkInterface? = nil,
        snapshot: InterfaceSnapshot = InterfaceSnapshot(),
        endpoints: [EndpointReport],
        portalAPI: EndpointReport? = nil,
        history: ProbeRound.History = ProbeRound.History(),
        startedAt: Timestamp,
        duration: Duration = .zero,
        confirmedAt: Timestamp? = nil
    ) {
        let path = PathAssessment(
            path: NetworkPath(interface: interface?.name ?? ""),
            access: access,
            reason: reason,
            endpoints: endpoints,
            portalAPI: portalAPI,
            history: history
        )
        self.init(
            access: access,
            reason: reason,
            interface: interface,
            snapshot: snapshot,
            paths: [path],
            startedAt: startedAt,
            duration: duration,
            confirmedAt: confirmedAt
        )
    }
}
