/// Something on the Internet that answers in a known way.
public struct Endpoint: Sendable {
    /// The name in tables, evidence and configuration; for endpoints without one, the URL.
    public var name: String
    /// Who runs it.
    ///
    /// Endpoints of one owner tend to fail, and to be let through by portals, together. The owner learns from every probe
    /// the address of the network and the time, and everyone on the way can read and change what goes over plain HTTP.
    public var owner: String
    /// The URL to ask.
    public var url: HTTPURL
    /// The request method.
    public var method: ProbeRequest.Method
    /// The only address family to ask it over; `nil` for both.
    ///
    /// Where the interface is known to have no way out over it, the endpoint is not asked: what a network does not have
    /// is not broken.
    public var family: AddressFamily?
    /// The same over TLS, where the owner serves it there too; `nil` where not, or where it is not known.
    public var twin: HTTPURL?
    /// The longest wait that its answer is worth; `nil` leaves it to the limits of the pipeline.
    public var patience: Duration?
    /// What a genuine answer looks like; `nil` if nothing states it.
    ///
    /// The pipeline's expectation counts then, and without one the answer has to prove itself, see ``ExchangeJudge``.
    public var expectation: (any ResponseValidator)?

    /// The endpoint that asks the ``twin``, with `.https` behind the name; `nil` where there is none.
    ///
    /// Asked together, the two show a network that answers plain HTTP for others, or lets nothing but it through.
    public var overTLS: Endpoint? {
        guard let twin else { return nil }
        var endpoint = self
        endpoint.url = twin
        endpoint.name += ".https"
        endpoint.twin = nil
        return endpoint
    }

    /// Creates an endpoint.
    /// - Parameters:
    ///   - url: The URL to ask.
    ///   - name: The name; by default the URL.
    ///   - owner: Who runs it; by default its host.
    ///   - method: The request method.
    ///   - family: The only address family to ask it over.
    ///   - twin: The same over TLS.
    ///   - patience: The longest wait that its answer is worth.
    ///   - expectation: What a genuine answer looks like; by default nothing states it.
    public init(
        _ url: HTTPURL,
        name: String? = nil,
        owner: String? = nil,
        method: ProbeRequest.Method = .get,
        family: AddressFamily? = nil,
        twin: HTTPURL? = nil,
        patience: Duration? = nil,
        expecting expectation: (any ResponseValidator)? = nil
    ) {
        self.url = url
        self.name = name ?? url.description
        self.owner = owner ?? url.host
        self.method = method
        self.family = family
        self.twin = twin
        self.patience = patience
        self.expectation = expectation
    }

    /// The request that asks the endpoint.
    /// - Parameters:
    ///   - interface: The interface to leave through; `nil` lets the system route.
    ///   - limits: The bounds of the probe.
    /// - Returns: A request that asks caches on the path to stay out of it.
    public func request(interface: String? = nil, limits: ProbeLimits = ProbeLimits()) -> ProbeRequest {
        var limits = limits
        limits.total = min(limits.total, patience ?? limits.total)
        return ProbeRequest(
            url,
            method: method,
            headers: ["Cache-Control": "no-cache, no-store, no-transform", "Pragma": "no-cache"],
            interface: interface,
            family: family,
            limits: limits
        )
    }
}
