import ConnectivityCore

// The link: the interfaces, their addresses and their routes, which are known without a question.

extension DiagnosticEvidence {
    /// The requested interface, if it is unusable; otherwise all interfaces.
    private var considered: [NetworkInterface] {
        let all = assessment.snapshot.interfaces.filter { $0.kind != .loopback }
        guard assessment.reason.code == "interface-not-usable" else { return all }
        return all.filter { $0.name == assessment.reason.facts["interface"]?.text }
    }

    var linkKinds: Kinds {
        // Before the first snapshot, and of an interface that does not exist, nothing is known.
        let isUnknown = assessment.reason.code == "interface-not-usable" && considered.isEmpty
        if interface == nil, isUnknown || assessment.access == .determining { return [:] }
        let linked = considered.filter { $0.isUp && $0.hasCarrier }
        let isDuplicate = linked.contains { $0.addresses.contains { $0.state == .duplicate } }
        // The loopback interface appears only if it was requested.
        let seen: Seen = (linked.isEmpty ? [interface].compactMap(\.self) : linked).map { interface in
            let facts: Facts = ["addresses": .list(interface.addresses.map { .text("\($0)") })]
            return .init(subject: interface.name, reason: Reason("addresses", facts))
        }
        guard let interface else {
            if linked.isEmpty { return ["link-missing": plainly] }
            let isMissing = !linked.contains(where: \.isUsable)
            return [
                "link-up": seen, "address-missing": isMissing ? seen : [],
                isDuplicate ? "address-duplicate" : "address-single": seen,
            ]
        }
        // An interface can lack routes because a tunnel without carrier has them.
        let hasRoute =
            !interface.defaultRoutes.isEmpty || !interface.egress.isEmpty || deadTunnel != nil || !viaGateway.isEmpty
        return [
            "link-up": seen, "interface-usable": seen, hasRoute ? "route-there" : "route-missing": seen,
            isDuplicate ? "address-duplicate-partly" : "address-single": seen,
            "online": isDirectlyOnline && !knownReports.isEmpty ? genuine : [],
        ]
    }
}
