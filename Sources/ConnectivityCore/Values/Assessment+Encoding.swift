// The JSON of an assessment. Its names are a promise and do not follow the names in code: durations are seconds, times
// are RFC 3339, `reason` is text for people, `code` a stable name for programs. An absent value is null, so that every
// object always has the same members.

extension Assessment: Encodable {
    private enum CodingKeys: CodingKey {
        case access, reason, interface, portal, endpoints, startedAt, duration
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(access.name, forKey: .access)
        try container.encode(reason.description, forKey: .reason)
        try container.encode(interface, forKey: .interface)
        try container.encode(access.portal, forKey: .portal)
        try container.encode(endpoints, forKey: .endpoints)
        try container.encode(startedAt.description, forKey: .startedAt)
        try container.encode(duration.seconds, forKey: .duration)
    }
}

extension EndpointReport: Encodable {
    private enum CodingKeys: CodingKey {
        case name, owner, url, verdict, reason, code, status, failure, remoteAddress, timings
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(owner, forKey: .owner)
        try container.encode(exchange.request.url, forKey: .url)
        try container.encode(verdict.finding, forKey: .verdict)
        try container.encode(verdict.reason.description, forKey: .reason)
        try container.encode(verdict.reason.code, forKey: .code)
        try container.encode(exchange.response?.status, forKey: .status)
        switch exchange.outcome {
        case .success: try container.encodeNil(forKey: .failure)
        case .failure(let failure): try container.encode(failure.kind.name, forKey: .failure)
        }
        try container.encode(exchange.remoteAddress, forKey: .remoteAddress)
        try container.encode(exchange.timings, forKey: .timings)
    }
}

extension Verdict: Encodable {
    private enum CodingKeys: CodingKey {
        case verdict, reason, code, portal
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(finding, forKey: .verdict)
        try container.encode(reason.description, forKey: .reason)
        try container.encode(reason.code, forKey: .code)
        try container.encode(portal, forKey: .portal)
    }
}

extension ProbeTimings: Encodable {
    private enum CodingKeys: CodingKey {
        case nameLookup, connect, tls, response, total
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nameLookup?.seconds, forKey: .nameLookup)
        try container.encode(connect?.seconds, forKey: .connect)
        try container.encode(tls?.seconds, forKey: .tls)
        try container.encode(response?.seconds, forKey: .response)
        try container.encode(total.seconds, forKey: .total)
    }
}

extension Interface: Encodable {
    private enum CodingKeys: CodingKey {
        case name, index, kind, isUp, hasCarrier, isUsable, addresses, defaultRoutes
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(index, forKey: .index)
        try container.encode(kind, forKey: .kind)
        try container.encode(isUp, forKey: .isUp)
        try container.encode(hasCarrier, forKey: .hasCarrier)
        try container.encode(isUsable, forKey: .isUsable)
        try container.encode(addresses.map { "\($0.address)/\($0.prefixLength)" }, forKey: .addresses)
        try container.encode(defaultRoutes, forKey: .defaultRoutes)
    }
}

extension Interface.DefaultRoute: Encodable {
    private enum CodingKeys: CodingKey {
        case family, gateway, metric
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(family, forKey: .family)
        try container.encode(gateway, forKey: .gateway)
        try container.encode(metric, forKey: .metric)
    }
}

extension HTTPURL.Fault {
    /// The stable name that JSON holds.
    public var name: String {
        switch self {
        case .empty: "empty"
        case .tooLong: "too-long"
        case .scheme: "scheme"
        case .userInfo: "user-info"
        case .host: "host"
        case .port: "port"
        case .controlCharacter: "control-character"
        }
    }
}

extension Duration {
    /// The number of seconds, to the microsecond.
    var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1_000_000
    }
}
