extension PipelineConfiguration {
    /// Settings for one network that replace the general ones.
    ///
    /// The first rule whose ``match`` an interface meets applies to its paths. Omitted settings have their general value.
    ///
    /// ```swift
    /// var office = PipelineConfiguration.NetworkRule("office", on: .init(domains: ["corp.example"]))
    /// office.endpoints = [Endpoint("https://intranet.corp.example/ping", expecting: BodyContains("pong"))]
    /// let phone = PipelineConfiguration.NetworkRule("phone", on: .init(ssids: ["my phone"]), isChecked: false)
    /// configuration.networks = [office, phone]
    /// ```
    ///
    /// A name, an address and a domain can be forged. A rule thus cannot declare a network online: a network that is not checked
    /// is ``InternetAccess/determining``, with the reason `not-checked`.
    public struct NetworkRule: Sendable {
        /// The name of the network for people, which the reports of its paths include.
        public var name: String
        /// The condition that an interface must meet.
        public var match: NetworkMatch
        /// Whether the network is asked at all; if not, no endpoint and no portal API is asked, and the access stays undetermined.
        public var isChecked: Bool
        /// The endpoints that each round asks; `nil` for the general ones.
        public var endpoints: [Endpoint]?
        /// The endpoints that the policy may ask in addition; not used without ``endpoints``.
        ///
        /// The default is ``Endpoint/standardPool`` if ``endpoints`` contain all standard ones, and otherwise empty.
        public var pool: [Endpoint] {
            get { chosenPool ?? endpoints.map(Endpoint.pool(for:)) ?? [] }
            set { chosenPool = newValue }
        }
        private var chosenPool: [Endpoint]?
        /// The time between rounds while the network is online, greater than zero; `nil` for the general one.
        ///
        /// If several networks are judged, the shortest of their times applies.
        public var interval: Duration?
        /// The proxy for requests over HTTP, whose scheme is http or https; `nil` for the general setting of the prober.
        ///
        /// The portal's API is asked directly. The prober must support proxies (``Prober/takesProxies``).
        public var proxy: HTTPURL?

        /// All endpoints that may be asked on this network only.
        package var asked: [Endpoint] { (endpoints ?? []) + pool }

        /// Creates a rule.
        public init(_ name: String, on match: NetworkMatch, isChecked: Bool = true) {
            (self.name, self.match, self.isChecked) = (name, match, isChecked)
        }
    }
}

extension Endpoint {
    /// The default pool of a list of endpoints: the standard pool if the list contains all standard endpoints, otherwise empty.
    ///
    /// Other lists are the user's own, and are decided by their expectations.
    static func pool(for endpoints: [Endpoint]) -> [Endpoint] {
        Set(standard.map(\.name)).isSubset(of: endpoints.map(\.name)) ? standardPool : []
    }
}

extension Reason {
    static func notChecked(_ network: String) -> Reason { Reason("not-checked", ["network": .text(network)]) }
}
