extension Assessment {
    /// A circumstance that users of an assessment should know in addition to the access.
    @nonexhaustive
    public enum Caveat: String, Hashable, Sendable, Codable, CaseIterable {
        /// More than half of the genuine answers took a second or more.
        case slow
        /// A name server is silent; see ``ProbeExchange/Caveat/nameServerSilent``.
        case nameServerSilent = "name-server-silent"
        /// A default route has several next hops, and that of a connection is unknown; those on one interface cannot be asked alone.
        case multipath
        /// This device resolves names over TLS only, so its lookups show nothing about the network's own name servers.
        case encryptedNames = "encrypted-names"
        /// Nothing came back above, so the network below was asked (`NetworkPath.isBelow`).
        case askedBelow = "asked-below"
        /// The configuration omits a link that guards the genuineness of answers (`JudgingChain.StandardLink.isGuard`).
        case guardLeftOut = "guard-left-out"
        /// The captive portal API that the network names is broken (RFC 8908): devices that rely on it do not find the portal.
        case portalAPIBroken = "portal-api-broken"
    }
}

extension Assessment {
    /// The circumstances that users should know in addition to the access, each at most once; derived from the evidence.
    public var caveats: [Assessment.Caveat] {
        func count(_ holds: (EndpointReport) -> Bool) -> Int {
            paths.reduce(0) { $0 + $1.endpoints.count(where: holds) }
        }
        func isFound(_ holds: (EndpointReport) -> Bool) -> Bool {
            paths.contains { $0.endpoints.contains(where: holds) }
        }
        let slow = count { $0.isGenuine && $0.exchange.timings.total >= .seconds(1) }
        let isEncrypted = interface?.asksEncryptedNamesOnly == true
        return Assessment.Caveat.allCases.filter { caveat in
            switch caveat {
            case .slow: slow > 0 && slow * 2 > count(\.isGenuine)
            case .nameServerSilent: isFound { $0.exchange.caveats.contains(.nameServerSilent) }
            case .multipath: snapshot.isMultipath
            case .askedBelow: paths.contains(where: \.path.isBelow)
            case .guardLeftOut: !missingGuards.isEmpty
            case .encryptedNames: isEncrypted && isFound(\.isNamedBySystem)
            case .portalAPIBroken: portalAPIFault != nil
            }
        }
    }

    /// The URL of a captive portal API that the network names, and the reason why devices cannot use it; `nil` if each works.
    ///
    /// Silence shows nothing about the API while the network itself is silent.
    package var portalAPIFault: (url: HTTPURL, reason: Reason)? {
        paths.lazy.compactMap { path in
            guard let report = path.portalAPI, let url = report.exchange.request.url, let reason = report.faultOfAPI,
                report.exchange.response != nil || path.access != .unreachable
            else { return nil }
            return (url, reason)
        }.first
    }
}

extension EndpointReport {
    /// Whether the system's resolver looked up the name, as for every program of the device.
    fileprivate var isNamedBySystem: Bool {
        let request = exchange.request
        return request.path.interface == nil && request.path.addresses.isEmpty && request.path.proxy == nil
            && request.url.map { $0.address == nil } ?? false
    }
}
