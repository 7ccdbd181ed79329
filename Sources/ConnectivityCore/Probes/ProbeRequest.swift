/// What a prober is asked: a question to a peer, on one path, within limits.
public struct ProbeRequest: Hashable, Sendable {
    /// What to ask.
    public var question: Question
    /// Which way to go.
    public var path: ProbePath
    /// How long and how much at most.
    public var limits: ProbeLimits

    /// Creates a request.
    /// - Parameters:
    ///   - question: What to ask.
    ///   - path: Which way to go.
    ///   - limits: How long and how much at most.
    public init(_ question: Question, path: ProbePath = ProbePath(), limits: ProbeLimits = ProbeLimits()) {
        self.question = question
        self.path = path
        self.limits = limits
    }

    /// Creates a request with a question of an author's own type.
    /// - Parameters:
    ///   - question: What to ask.
    ///   - path: Which way to go.
    ///   - limits: How long and how much at most.
    public init(_ question: some TypedQuestion, path: ProbePath = ProbePath(), limits: ProbeLimits = ProbeLimits()) {
        self.init(Question(question), path: path, limits: limits)
    }

    /// Creates a request of HTTP.
    /// - Parameters:
    ///   - url: The URL to ask.
    ///   - method: The request method.
    ///   - headers: Fields to send besides those of the prober.
    ///   - body: The bytes to send with ``HTTPQuestion/Method/post``.
    ///   - interface: The interface to leave through; `nil` lets the system route.
    ///   - family: The only address family to use; `nil` allows both.
    ///   - nameServers: The name servers to ask; empty leaves the lookup to the system's resolver.
    ///   - addresses: The addresses to connect to in place of a name lookup.
    ///   - limits: How long and how much at most.
    public init(
        _ url: HTTPURL,
        method: HTTPQuestion.Method = .get,
        headers: HeaderFields = [:],
        body: [UInt8] = [],
        interface: String? = nil,
        family: AddressFamily? = nil,
        nameServers: [IPAddress] = [],
        addresses: [IPAddress] = [],
        limits: ProbeLimits = ProbeLimits()
    ) {
        self.init(
            .http(HTTPQuestion(url, method: method, headers: headers, body: body)),
            path: ProbePath(interface: interface, family: family, nameServers: nameServers, addresses: addresses),
            limits: limits
        )
    }

    /// The request of HTTP; `nil` if something else is asked.
    ///
    /// Setting `nil` changes nothing.
    public var http: HTTPQuestion? {
        get { question.http }
        set { question.http = newValue }
    }

    /// The URL that is asked; `nil` if the question is not one of HTTP.
    public var url: HTTPURL? { question.http?.url }
}

/// The way of a probe to its peer.
public struct ProbePath: Hashable, Sendable {
    /// The name of the interface that the request must leave through; `nil` lets the system route.
    public var interface: String?
    /// The only address family to use; `nil` allows both.
    public var family: AddressFamily?
    /// The name servers to ask for the peer's name, best first; empty leaves the lookup to the system's resolver.
    ///
    /// They are for probers that look names up by themselves; others ask the system, and say so with
    /// ``PathCaveat/nameLookupBySystem`` if the request is bound to an interface.
    public var nameServers: [IPAddress]
    /// The addresses to connect to, best first, in place of a name lookup; empty has the name looked up.
    ///
    /// Of no effect if the question names the peer by an address, or if a proxy is asked.
    public var addresses: [IPAddress]

    /// Creates a path.
    /// - Parameters:
    ///   - interface: The interface to leave through; `nil` lets the system route.
    ///   - family: The only address family to use; `nil` allows both.
    ///   - nameServers: The name servers to ask; empty leaves the lookup to the system's resolver.
    ///   - addresses: The addresses to connect to in place of a name lookup.
    public init(
        interface: String? = nil,
        family: AddressFamily? = nil,
        nameServers: [IPAddress] = [],
        addresses: [IPAddress] = []
    ) {
        self.interface = interface
        self.family = family
        self.nameServers = nameServers
        self.addresses = addresses
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
