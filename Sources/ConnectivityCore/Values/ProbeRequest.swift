/// What a prober is asked to send: one request, to one endpoint, on one path, within limits.
public struct ProbeRequest: Hashable, Sendable {
    /// The request methods that a probe may use.
    public enum Method: String, Hashable, Sendable, Codable, CaseIterable {
        /// Asks for the header and the body.
        case get = "GET"
        /// Asks for the header alone.
        case head = "HEAD"
        /// Sends ``ProbeRequest/body`` and asks for what comes of it; for endpoints that answer nothing else.
        case post = "POST"
    }

    /// The URL to ask.
    public var url: HTTPURL
    /// The request method.
    public var method: Method
    /// Fields to send beside those of the prober.
    public var headers: HeaderFields
    /// The bytes to send with ``Method/post``; of no effect with other methods.
    ///
    /// What they are says `Content-Type` in ``headers``. They are not encoded: a recording holds no secrets.
    public var body: [UInt8]
    /// The name of the interface that the request must leave through; `nil` lets the system route.
    public var interface: String?
    /// The only address family to use; `nil` allows both.
    public var family: AddressFamily?
    /// The name servers to ask for the host, best first; empty leaves the lookup to the system's resolver.
    ///
    /// They are for probers that look names up by themselves; others ask the system, and say so with
    /// ``PathCaveat/nameLookupBySystem`` where the request is bound to an interface.
    public var nameServers: [IPAddress]
    /// The addresses to connect to, best first, in place of a name lookup; empty has the name looked up.
    ///
    /// Of no effect where the URL holds an address, and where a proxy is asked.
    public var addresses: [IPAddress]
    /// How long and how much at most.
    public var limits: ProbeLimits

    /// Creates a request.
    /// - Parameters:
    ///   - url: The URL to ask.
    ///   - method: The request method.
    ///   - headers: Fields to send beside those of the prober.
    ///   - body: The bytes to send with ``Method/post``.
    ///   - interface: The interface to leave through; `nil` lets the system route.
    ///   - family: The only address family to use; `nil` allows both.
    ///   - nameServers: The name servers to ask; empty leaves the lookup to the system's resolver.
    ///   - addresses: The addresses to connect to in place of a name lookup.
    ///   - limits: How long and how much at most.
    public init(
        _ url: HTTPURL,
        method: Method = .get,
        headers: HeaderFields = [:],
        body: [UInt8] = [],
        interface: String? = nil,
        family: AddressFamily? = nil,
        nameServers: [IPAddress] = [],
        addresses: [IPAddress] = [],
        limits: ProbeLimits = ProbeLimits()
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.interface = interface
        self.family = family
        self.nameServers = nameServers
        self.addresses = addresses
        self.limits = limits
    }
}

/// The bounds of one probe in time and size.
public struct ProbeLimits: Hashable, Sendable {
    /// The time from the start to the last byte, name lookup included; greater than zero.
    public var total: Duration
    /// The time for the name lookup; `nil` bounds it by ``total`` alone.
    public var nameLookup: Duration?
    /// The time for the connection after the name lookup, TLS included; `nil` bounds it by ``total`` alone.
    public var connect: Duration?
    /// The time from the request to the end of the response's header; `nil` bounds it by ``total`` alone.
    public var response: Duration?
    /// The bytes of header accepted; more is ``ProbeFailure/Kind/headerTooLarge``.
    public var headerByteCountMax: Int
    /// The bytes of body kept; more is cut off and recorded as ``ProbeResponse/Completeness/cutAtLimit``.
    public var bodyByteCountMax: Int

    /// Creates limits.
    /// - Parameters:
    ///   - total: The time from the start to the last byte. Greater than zero.
    ///   - nameLookup: The time for the name lookup. Greater than zero where given.
    ///   - connect: The time for the connection, TLS included. Greater than zero where given.
    ///   - response: The time from the request to the end of the header. Greater than zero where given.
    ///   - headerByteCountMax: The bytes of header accepted. Greater than zero.
    ///   - bodyByteCountMax: The bytes of body kept. Not negative.
    public init(
        total: Duration = .seconds(5),
        nameLookup: Duration? = nil,
        connect: Duration? = nil,
        response: Duration? = nil,
        headerByteCountMax: Int = 64 * 1024,
        bodyByteCountMax: Int = 256 * 1024
    ) {
        precondition(total > .zero, "the total time limit must be greater than zero")
        precondition([nameLookup, connect, response].allSatisfy { $0 ?? .nanoseconds(1) > .zero })
        precondition(headerByteCountMax > 0, "the header limit must be greater than zero")
        precondition(bodyByteCountMax >= 0, "the body limit must not be negative")
        self.total = total
        self.nameLookup = nameLookup
        self.connect = connect
        self.response = response
        self.headerByteCountMax = headerByteCountMax
        self.bodyByteCountMax = bodyByteCountMax
    }
}
