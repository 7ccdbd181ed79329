import ConnectivityCore
import ConnectivityWire

extension PipelineConfiguration {
    /// The written form of a rule for a network: the conditions on an interface, and the values for the network.
    struct WrittenNetwork: FieldCodable {
        var name: String?
        var match = NetworkMatch()
        var check: Bool?
        var endpoints: [WrittenEndpoint]?
        var pool: [WrittenEndpoint]?
        var interval: WrittenTime?
        var proxy: HTTPURL?

        static let fields = FieldTable(
            WrittenNetwork(),
            [
                .optional("name", \.name)
            ],
            FieldTable<Self>.Field.inlined(NetworkMatch.fields, \.match),
            [
                .optional("check", \.check),
                .optional("endpoints", \.endpoints),
                .optional("pool", \.pool),
                .optional("interval", \.interval, .within(WrittenTime.range)),
                .optional("proxy", \.proxy),
            ]
        )

        init() {}

        static var schema: Schema { fields.schema("Network") }

        init(_ rule: NetworkRule) throws(PluginError) {
            name = rule.name
            match = rule.match
            check = rule.isChecked
            if let list = rule.endpoints {
                endpoints = try list.written()
                pool = try rule.pool.written()
            }
            interval = rule.interval.map(WrittenTime.init)
            proxy = rule.proxy
        }

        func rule(in registry: PluginRegistry, at index: Int) throws(PluginError) -> NetworkRule {
            let path = ["networks", "\(index)"]
            guard let first = match.firstText else {
                throw fault(path, "needs at least one of ssid, gateway, interface and domain")
            }
            var rule = NetworkRule(name ?? first, on: match, isChecked: check ?? true)
            if check == false, let member = membersOfChecks.first {
                throw fault(path + [member], "has no effect together with \"check\": false; remove one of them")
            }
            guard pool == nil || endpoints != nil else { throw fault(path + ["pool"], "needs endpoints next to it") }
            rule.endpoints = try endpoints?.made(in: registry, at: path + ["endpoints"])
            if rule.endpoints?.isEmpty == true {
                throw fault(path + ["endpoints"], "needs at least one endpoint; for none, write \"check\": false")
            }
            if let pool { rule.pool = try pool.made(in: registry, at: path + ["pool"]) }
            rule.interval = interval?.duration
            rule.proxy = proxy
            return rule
        }

        /// The stated members that control the checks of the network.
        private var membersOfChecks: [String] {
            [
                endpoints.map { _ in "endpoints" }, pool.map { _ in "pool" }, interval.map { _ in "interval" },
                proxy.map { _ in "proxy" },
            ].compactMap(\.self)
        }
    }
}

extension [PipelineConfiguration.WrittenEndpoint] {
    /// Makes the endpoints of a list.
    func made(in registry: PluginRegistry, at path: [String]) throws(PluginError) -> [Endpoint] {
        var made: [Endpoint] = []
        for (index, endpoint) in enumerated() { made += try endpoint.make(in: registry, at: path + ["\(index)"]) }
        return made
    }
}

extension [Endpoint] {
    /// Returns the written form of the endpoints of a list, each in full.
    func written() throws(PluginError) -> [PipelineConfiguration.WrittenEndpoint] {
        var written: [PipelineConfiguration.WrittenEndpoint] = []
        for endpoint in self { written.append(.custom(try .init(endpoint))) }
        return written
    }
}
