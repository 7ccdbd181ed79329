extension [PathAssessment] {
    /// Returns the one answer for the device; `nil` if there are no paths.
    ///
    /// It is the answer of the paths that the device's own packets take: for each address family the paths through which the
    /// system may send a new connection, several if routes share the traffic; if they are not known, the paths of the preferred
    /// interface. Other paths are listed but do not affect it. Several paths are combined by these rules:
    /// 1. Paths that are not judged yet do not count if any path is judged.
    /// 2. If any path has a portal, the answer is captive.
    /// 3. If all are online, the answer is online; if only some are, it is partial.
    /// 4. Otherwise it is the best one: partial, then blocked, then unreachable.
    func combinedVerdict(in snapshot: InterfaceSnapshot) -> RoundVerdict? {
        let used = used(in: snapshot)
        let judged = used.filter { $0.access != .determining }
        guard let first = judged.first ?? used.first else { return nil }
        func answer(_ access: InternetAccess, _ path: PathAssessment) -> RoundVerdict {
            RoundVerdict(access, because: .path(path.path, access: path.access.name, path.reason))
        }
        if let captive = judged.first(where: { $0.access.portal != nil }) { return answer(captive.access, captive) }
        if judged.contains(where: { $0.access == .online }), let broken = judged.first(where: { $0.access != .online })
        {
            return answer(.partial, broken)
        }
        let best = [InternetAccess.partial, .blocked].lazy.compactMap { access in
            judged.first { $0.access == access }
        }
        return answer((best.first ?? first).access, best.first ?? first)
    }

    /// Returns the paths that the device's own packets take.
    func used(in snapshot: InterfaceSnapshot) -> [PathAssessment] {
        let routed = IPAddress.Family.allCases.flatMap { family in
            let names = Set(snapshot.routedInterfaces(over: family).map(\.name))
            return filter { $0.path.family == family && names.contains($0.path.interface) }
        }
        guard routed.isEmpty else { return routed }
        let preferred = filter { $0.path.interface == snapshot.preferred?.name }
        return preferred.isEmpty ? self : preferred
    }
}
