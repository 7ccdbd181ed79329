extension PathAssessment {
    /// Returns the one answer for the device from the direct path, which this is, and the path through the proxy.
    ///
    /// Programs for which the proxy is set use it, so its path counts first:
    /// 1. A path that is not judged does not count.
    /// 2. If the proxied path is online, the answer is online. Only answers over verified TLS are asked there.
    /// 3. If either path has a portal, the answer is captive.
    /// 4. If only the direct path is online, the answer is partial: programs that use the proxy have no access.
    /// 5. Otherwise it is the better one: partial, then blocked, then unreachable.
    func combined(with proxied: PathAssessment) -> RoundVerdict {
        guard proxied.access != .determining else { return RoundVerdict(access, because: reason) }
        let access: InternetAccess
        if proxied.access == .online {
            access = .online
        } else if let captive = [proxied, self].first(where: { $0.access.portal != nil }) {
            access = captive.access
        } else if self.access == .online {
            access = .partial
        } else {
            let known = [proxied, self].map(\.access).filter { $0 != .determining }
            let best = [InternetAccess.partial, .blocked].first { known.contains($0) }
            access = best ?? known.first ?? .determining
        }
        return RoundVerdict(access, because: .ways(direct: self, proxied: proxied))
    }
}

extension Reason {
    /// The result of the direct path and the proxy path; `parts` has the reasons of failures.
    static func ways(direct: PathAssessment, proxied: PathAssessment) -> Reason {
        let answers = proxied.endpoints.map(\.exchange)
        let works = (direct: direct.access == .online, proxied: proxied.access == .online)
        let state =
            switch works {
            case (true, true): "both"
            case (false, true): "proxy-only"
            case (true, false): answers.lazy.compactMap(\.proxyTrouble).first.map { "proxy-\($0)" } ?? "direct-only"
            case (false, false): "neither"
            }
        let parts: [Reason] =
            switch works {
            case (true, true): [proxied.reason]
            case (false, true): [direct.reason]
            case (true, false): [proxied.reason]
            case (false, false): [direct.reason, proxied.reason]
            }
        return Reason(
            waysCode,
            [
                "state": .text(state), "direct": .text(direct.access.name), "proxied": .text(proxied.access.name),
                "proxy": Fact(answers.lazy.compactMap { $0.request.path.proxy?.authority }.first),
            ],
            parts: parts
        )
    }

    package static let waysCode = "ways"
}
