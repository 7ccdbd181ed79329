import ConnectivityCore
import ConnectivityRedaction

extension Assessment {
    /// What any local user may know: the access, the reason and the observations, without evidence, addresses, and queries of URLs.
    var publicPart: Assessment {
        var copy = withoutEvidence
        copy.snapshot = InterfaceSnapshot()
        copy.interface = interface.map { NetworkInterface(name: $0.name, index: $0.index, kind: $0.kind) }
        copy.reason = reason.redacted
        copy.access = access.withoutQuery
        for index in copy.paths.indices {
            copy.paths[index].reason = copy.paths[index].reason.redacted
            copy.paths[index].access = copy.paths[index].access.withoutQuery
        }
        copy.observations = observations.map(\.redacted)
        return copy
    }
}

extension InternetAccess {
    fileprivate var withoutQuery: InternetAccess {
        guard let portal else { return self }
        let url = portal.signInURL.flatMap { try? HTTPURL("\($0.scheme.rawValue)://\($0.authority)\($0.path)") }
        return .captive(CaptivePortal(signInURL: url, kind: portal.kind))
    }
}
