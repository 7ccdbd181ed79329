// The JSON of an assessment. Its names are a promise and do not follow the names in code: durations are seconds, times
// are RFC 3339, a `reason` has a stable `code`, `facts` and `parts`. An absent value is null, so that every object always
// has the same members.

extension Assessment: Encodable {
    private enum CodingKeys: CodingKey {
        case access, reason, interface, interfaces, nameServers, systemConnectivity, portal, endpoints, portalAPI
        case history, course, isFinal, paths
        case startedAt, duration, confirmedAt
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(access.name, forKey: .access)
        try container.encode(reason, forKey: .reason)
        try container.encode(interface, forKey: .interface)
        try container.encode(snapshot.interfaces, forKey: .interfaces)
        try container.encode(snapshot.nameServers, forKey: .nameServers)
        try container.encode(snapshot.systemConnectivity, forKey: .systemConnectivity)
        try container.encode(access.portal, forKey: .portal)
        try container.encode(endpoints, forKey: .endpoints)
        try container.encode(portalAPI, forKey: .portalAPI)
        try container.encode(history, forKey: .history)
        try container.encode(course, forKey: .course)
        try container.encode(isFinal, forKey: .isFinal)
        try container.encode(paths, forKey: .paths)
        try container.encode(startedAt, forKey: .startedAt)
        try container.encode(duration.seconds, forKey: .duration)
        try container.encode(confirmedAt, forKey: .confirmedAt)
    }
}

extension PathAssessment: Encodable {
    private enum CodingKeys: CodingKey {
        case path, access, reason, portal, endpoints, portalAPI, history, course, isFinal
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(access.name, forKey: .access)
        try container.encode(reason, forKey: .reason)
        try container.encode(access.portal, forKey: .portal)
        try container.encode(endpoints, forKey: .endpoints)
        try container.encode(portalAPI, forKey: .portalAPI)
        try container.encode(history, forKey: .history)
        try container.encode(course, forKey: .course)
        try container.encode(isFinal, forKey: .isFinal)
    }
}

extension EndpointReport: Encodable {
    private enum CodingKeys: CodingKey {
        case name, owner, url, verdict, reason, basis, status
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(owner, forKey: .owner)
        try container.encode(exchange.request.url, forKey: .url)
        try container.encode(verdict.finding, forKey: .verdict)
        try container.encode(verdict.reason, forKey: .reason)
        try container.encode(verdict.basis, forKey: .basis)
        try container.encode(exchange.response?.status, forKey: .status)
        try exchange.encode(to: encoder)
    }
}

extension Verdict: Encodable {
    private enum CodingKeys: CodingKey {
        case verdict, reason, basis, portal
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(finding, forKey: .verdict)
        try container.encode(reason, forKey: .reason)
        try container.encode(basis, forKey: .basis)
        try container.encode(portal, forKey: .portal)
    }
}

extension HTTPURL.Fault {
    /// One fault of each name; of a scheme, JSON does not hold which one it was.
    static let all: [HTTPURL.Fault] = [.empty, .tooLong, .scheme(nil), .userInfo, .host, .port, .controlCharacter]

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
