/// Something on the Internet that answers in a known way.
public struct Endpoint: Sendable {
    /// The name in tables, evidence and configuration; for endpoints without one, the URL.
    public var name: String
    /// Who runs it.
    ///
    /// Endpoints of one owner tend to fail, and to be let through by portals, together.
    public var owner: String
    /// The URL to ask.
    public var url: HTTPURL
    /// The request method.
    public var method: ProbeRequest.Method
    /// The only address family it serves; `nil` where it serves both.
    public var family: AddressFamily?
    /// What a genuine answer looks like.
    public var expectation: any ResponseValidator

    /// Creates an endpoint.
    /// - Parameters:
    ///   - url: The URL to ask.
    ///   - name: The name; by default the URL.
    ///   - owner: Who runs it; by default its host.
    ///   - method: The request method.
    ///   - family: The only address family it serves.
    ///   - expectation: What a genuine answer looks like; by default a status code from 200 through 204.
    public init(
        _ url: HTTPURL,
        name: String? = nil,
        owner: String? = nil,
        method: ProbeRequest.Method = .get,
        family: AddressFamily? = nil,
        expecting expectation: some ResponseValidator = StatusCode(200, 201, 202, 203, 204)
    ) {
        self.url = url
        self.name = name ?? url.description
        self.owner = owner ?? url.host
        self.method = method
        self.family = family
        self.expectation = expectation
    }

    /// The request that asks the endpoint.
    /// - Parameters:
    ///   - interface: The interface to leave through; `nil` lets the system route.
    ///   - limits: The bounds of the probe.
    /// - Returns: A request that asks caches on the path to stay out of it.
    public func request(interface: String? = nil, limits: ProbeLimits = ProbeLimits()) -> ProbeRequest {
        ProbeRequest(
            url,
            method: method,
            headers: ["Cache-Control": "no-cache, no-store, no-transform", "Pragma": "no-cache"],
            interface: interface,
            family: family,
            limits: limits
        )
    }
}
