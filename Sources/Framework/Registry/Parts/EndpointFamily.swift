package import ConnectivityCore

/// The endpoints, and groups of endpoints, that configuration can name.
package struct EndpointFamily: Sendable {
    /// The registered endpoints, in the order of registration.
    package private(set) var all: [Endpoint] = []
    package private(set) var groups: [String: [Endpoint]] = [:]
    private var places: [String: Int] = [:]

    init() {}

    package var ids: [PluginID] { (all.map(\.name) + groups.keys).map { PluginID($0) }.sorted() }

    /// Returns the endpoints with a name: those of a group, one endpoint or, for a name that ends in `.https`, its twin
    /// over TLS; `nil` if the name is unknown or the endpoint has no twin.
    package subscript(name: String) -> [Endpoint]? {
        if let group = groups[name] { return group }
        if let place = places[name] { return [all[place]] }
        guard name.hasSuffix(".https"), let place = places[String(name.dropLast(".https".count))] else { return nil }
        return all[place].overTLS.map { [$0] }
    }

    mutating func add(_ endpoint: Endpoint) throws(PluginError) {
        try check(endpoint.name)
        places[endpoint.name] = all.count
        all.append(endpoint)
    }

    mutating func add(_ endpoints: [Endpoint], as group: String) throws(PluginError) {
        try check(group)
        groups[group] = endpoints
    }

    private func check(_ name: String) throws(PluginError) {
        guard places[name] == nil, groups[name] == nil else { throw .alreadyRegistered(PluginID(name)) }
    }
}
