extension [PathAssessment] {
    /// The one answer for the machine.
    ///
    /// It is that of the paths which the machine's own packets take: over each address family the one that the system
    /// sends them through, and where that is not known, those of the interface that it prefers. Other paths are told, and
    /// do not change it. Of several:
    /// 1. What is not judged yet does not count beside what is.
    /// 2. A portal on any of them is a portal.
    /// 3. If all are online it is online; if some are, partial.
    /// 4. Otherwise it is the best there is: partial, then blocked, then unreachable.
    func machineAnswer(in snapshot: InterfaceSnapshot) -> RoundVerdict? {
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

    private func used(in snapshot: InterfaceSnapshot) -> [PathAssessment] {
        let routed = AddressFamily.allCases.compactMap { family in
            first { path in
                path.path.family == family && snapshot[path.path.interface]?.egress.contains(family) == true
            }
        }
        guard routed.isEmpty else { return routed }
        let preferred = filter { $0.path.interface == snapshot.preferred?.name }
        return preferred.isEmpty ? self : preferred
    }
}
