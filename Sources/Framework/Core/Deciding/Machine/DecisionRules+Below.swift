// The network below a tunnel, or below a resolver, through which nothing comes back: a portal there is the cause that a person
// can remove.

extension DecisionRules {
    /// The endpoints that are asked below: never the user's own, and only over plain HTTP, which shows a portal.
    private static let endpointsBelow: [Endpoint] = [.apple, .mozilla]

    /// The rules on the network below.
    var rulesBelow: DecisionRules {
        DecisionRules(endpoints: Self.endpointsBelow, validators: judge.chain, policy: PolicyBelow(), quality: quality)
    }

    /// Returns the path that is asked if nothing comes back above, bound to its interface, with the name servers of its lease;
    /// `nil` if nothing may be asked there.
    func pathBelow(in snapshot: InterfaceSnapshot) -> ScopedPath? {
        guard asksBelow, var path = scope.pathBelow(in: snapshot) else { return nil }
        path.network = networks.firstIndex { $0.match.matches(path.interface) }
        path.isChecked = network(of: path)?.isChecked ?? true
        return path.isAsked ? path : nil
    }

    /// Returns the path below if the paths above show that only a tunnel or the system's resolver may be the cause.
    func pathBelow(_ above: [PathAssessment], in snapshot: InterfaceSnapshot) -> ScopedPath? {
        guard verdict(on: above, in: snapshot)?.access == .unreachable, let below = pathBelow(in: snapshot) else {
            return nil
        }
        let reports = above.flatMap(\.endpoints)
        let isHidden =
            below.interface.name != snapshot.preferred?.name
            ? reports.allSatisfy { $0.failure?.isWithoutReply == true }
            : below.interface.hasOtherNameServers(than: snapshot) && reports.lackNames
        return isHidden && !reports.isEmpty ? below : nil
    }

    /// The tunnel above a path; `nil` if the system's resolver is the cause.
    func tunnel(above below: PathAssessment, in snapshot: InterfaceSnapshot) -> NetworkInterface? {
        snapshot.preferred.flatMap { $0.name == below.path.interface ? nil : $0 }
    }
}

extension [PathAssessment] {
    /// The path below if it has a portal.
    var captiveBelow: PathAssessment? { first { $0.path.isBelow && $0.access.portal != nil } }
}

/// Reports a portal at once; plain HTTP alone shows nothing else.
private struct PolicyBelow: ThresholdPolicy {
    func begin(_ round: ProbeRound) -> any RoundJudge { Judge() }

    private struct Judge: RoundJudge {
        func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            if let captive = round.captiveVerdict { return .decide(captive, final: true) }
            if round.pendingCount > 0 { return .wait() }
            let isOpen = round.count(of: .genuine) > 0
            let open = RoundVerdict(.determining, because: Reason("open-below"))
            return .decide(isOpen ? open : round.verdictWithoutGenuine, final: true)
        }
    }
}

extension ProbeFailure {
    /// Whether no server replied: a name was not found, the way is closed, or the time was over.
    fileprivate var isWithoutReply: Bool {
        switch kind {
        case .nameLookup, .unreachable, .cancelled, .cutOff, .unsupported: true
        case .timedOut(let phase): phase == .nameLookup || phase == .connect
        default: false
        }
    }
}

extension [EndpointReport] {
    /// Whether nothing was answered, and each lookup of a name failed.
    fileprivate var lackNames: Bool {
        let named = filter { $0.exchange.request.url.map { $0.address == nil } ?? false }
        return allSatisfy { $0.failure != nil }
            && named.contains { $0.failure?.kind.isOfName == true }
            && named.allSatisfy { $0.failure?.kind.isOfName == true || $0.failure?.kind == .cutOff }
    }
}

extension NetworkInterface {
    /// Whether the network has name servers, and the system's resolver asks others.
    fileprivate func hasOtherNameServers(than snapshot: InterfaceSnapshot) -> Bool {
        !nameServers.isEmpty && (asksEncryptedNamesOnly || Set(nameServers) != Set(snapshot.nameServers))
    }
}

extension Reason {
    /// A portal that a tunnel, or without one the system's resolver, hides; `parts` holds its reason.
    static func portalBelow(_ below: PathAssessment, tunnel: NetworkInterface?) -> Reason {
        let by: Fact = tunnel == nil ? "resolver" : "tunnel"
        let facts: Facts = ["by": by, "interface": .text(below.path.interface), "tunnel": Fact(tunnel?.name)]
        return Reason("portal-below", facts, parts: [below.reason])
    }
}
