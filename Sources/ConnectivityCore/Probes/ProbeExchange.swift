/// One completed probe: what was asked, what happened, on which connection, and how long it took.
public struct ProbeExchange: Hashable, Sendable {
    /// The request that was sent.
    public var request: ProbeRequest
    /// The answer, or the failure in its place.
    public var outcome: Result<Answer, ProbeFailure> { didSet { place.answer = nil } }
    /// The address that the peer's name led to, and that answered or was tried last.
    ///
    /// `nil` where it is not known, and where the prober was told to go elsewhere, such as to a proxy.
    public var remoteAddress: IPAddress?
    /// What could not be guaranteed about the path, each at most once; empty where the request was bound to no interface.
    public var caveats: [PathCaveat]
    /// How long each phase took.
    public var timings: ProbeTimings
    /// What witnesses said about it, in the order in which they are named; see ``Witness``.
    public var testimony: [Testimony] = []
    var place = ReadAnswer.Place()

    /// The response of HTTP, complete or the leading part of one; `nil` if there is none, or something else was asked.
    public var response: ProbeResponse? {
        switch outcome {
        case .success(let answer): answer.response
        case .failure(let failure): failure.partialResponse
        }
    }

    /// The complete answer, read as one of an author's own type.
    /// - Parameter type: The type.
    /// - Returns: The answer; `nil` if there is none, or it is of another kind, or its facts cannot be read.
    public func answer<Value: TypedAnswer>(as type: Value.Type = Value.self) -> Value? {
        if case .success(let answer) = outcome { answer.decoded() } else { nil }
    }

    /// Creates an exchange.
    /// - Parameters:
    ///   - request: The request that was sent.
    ///   - outcome: The answer, or the failure in its place.
    ///   - remoteAddress: The address that answered or was tried last, where known.
    ///   - caveats: What could not be guaranteed about the path.
    ///   - timings: How long each phase took.
    public init(
        request: ProbeRequest,
        outcome: Result<Answer, ProbeFailure>,
        remoteAddress: IPAddress? = nil,
        caveats: [PathCaveat] = [],
        timings: ProbeTimings = ProbeTimings()
    ) {
        self.request = request
        self.outcome = outcome
        self.remoteAddress = remoteAddress
        self.caveats = caveats
        self.timings = timings
    }

    /// Creates an exchange with a response of HTTP, or an answer of an author's own type.
    /// - Parameters:
    ///   - request: The request that was sent.
    ///   - outcome: The answer, or the failure in its place.
    ///   - remoteAddress: The address that answered or was tried last, where known.
    ///   - caveats: What could not be guaranteed about the path.
    ///   - timings: How long each phase took.
    public init<Reply: AnswerConvertible>(
        request: ProbeRequest,
        outcome: Result<Reply, ProbeFailure>,
        remoteAddress: IPAddress? = nil,
        caveats: [PathCaveat] = [],
        timings: ProbeTimings = ProbeTimings()
    ) {
        self.init(
            request: request,
            outcome: outcome.map(\.answer),
            remoteAddress: remoteAddress,
            caveats: caveats,
            timings: timings
        )
    }
}

/// How long the phases of a probe took; a phase that was not reached is `nil`.
public struct ProbeTimings: Hashable, Sendable {
    /// From the start to the address.
    public var nameLookup: Duration?
    /// From the address to the connection.
    public var connect: Duration?
    /// From the connection to the end of the TLS handshake.
    public var tls: Duration?
    /// From the end of the handshakes to the first byte of the response.
    public var response: Duration?
    /// From the start to the end.
    public var total: Duration

    /// Creates timings.
    /// - Parameters:
    ///   - nameLookup: From the start to the address.
    ///   - connect: From the address to the connection.
    ///   - tls: From the connection to the end of the TLS handshake.
    ///   - response: From the end of the handshakes to the first byte of the response.
    ///   - total: From the start to the end.
    public init(
        nameLookup: Duration? = nil,
        connect: Duration? = nil,
        tls: Duration? = nil,
        response: Duration? = nil,
        total: Duration = .zero
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.response = response
        self.total = total
    }
}

/// What could not be guaranteed about the path of a probe that was bound to an interface.
///
/// A probe that cannot be bound does not take another path, but fails with
/// ``ProbeFailure/Kind/interfaceUnavailable``: a caveat is about the name lookup before it.
@nonexhaustive
public enum PathCaveat: String, Hashable, Sendable, Codable, CaseIterable {
    /// The name was looked up by the system's resolver, which may have asked through another interface.
    case nameLookupBySystem = "name-lookup-by-system"
    /// The name server is the machine itself, a stub such as 127.0.0.53, which asks where it likes.
    case nameServerOnMachine = "name-server-on-machine"
    /// The system told no name server for the interface; those of the whole machine were asked through it.
    case nameServersOfMachine = "name-servers-of-machine"
}
