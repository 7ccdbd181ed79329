/// One completed probe: the request, the outcome, the connection and the timings.
public struct ProbeExchange: Hashable, Sendable {
    /// The request.
    public var request: ProbeRequest { didSet { place.signs = nil } }
    /// The answer, or the failure if there is no answer.
    public var outcome: Result<Answer, ProbeFailure> { didSet { place = ReadAnswer.Place() } }
    /// The address of the peer that answered, or that was tried last.
    ///
    /// `nil` if it is not known, or if the prober connects to another peer, such as a proxy.
    public var remoteAddress: IPAddress?
    /// The proof of the answer's author; `nil` without one.
    public var authentication: ProbeExchange.Authentication?
    /// The facts about the connections apart from their times: the addresses of the name, the followed redirects, and the TLS
    /// facts.
    package var connection: Facts = [:]
    /// Properties of the name lookup that could not be guaranteed, each at most once.
    public var caveats: [ProbeExchange.Caveat]
    /// The duration of each phase.
    public var timings: ProbeExchange.Timings
    /// The verdicts of witnesses, in the order of the list of witnesses; see ``Witness``.
    package var testimony: [Testimony] = []
    package var place = ReadAnswer.Place()

    /// The HTTP response; `nil` if the question was of another kind.
    ///
    /// If the probe failed, it is the part that had arrived, or `nil` without one.
    public var response: ProbeResponse? {
        switch outcome {
        case .success(let answer): answer.response
        case .failure(let failure): failure.partialResponse
        }
    }

    /// Decodes the complete answer as a plugin's own type; `nil` if the probe failed, or if the answer cannot be decoded.
    public func answer<Value: TypedAnswer>(as type: Value.Type = Value.self) -> Value? {
        if case .success(let answer) = outcome { answer.decoded() } else { nil }
    }

    /// Creates an exchange.
    public init(
        request: ProbeRequest,
        outcome: Result<Answer, ProbeFailure>,
        remoteAddress: IPAddress? = nil,
        caveats: [ProbeExchange.Caveat] = [],
        timings: ProbeExchange.Timings = ProbeExchange.Timings()
    ) {
        self.request = request
        self.outcome = outcome
        self.remoteAddress = remoteAddress
        self.caveats = caveats
        self.timings = timings
    }

    /// Creates an exchange with an HTTP response or an answer of a plugin's own type.
    public init<Reply: AnswerConvertible>(
        request: ProbeRequest,
        outcome: Result<Reply, ProbeFailure>,
        remoteAddress: IPAddress? = nil,
        caveats: [ProbeExchange.Caveat] = [],
        timings: ProbeExchange.Timings = ProbeExchange.Timings()
    ) {
        self.init(
            request: request,
            outcome: outcome.map { $0.answer },
            remoteAddress: remoteAddress,
            caveats: caveats,
            timings: timings
        )
    }
}

extension ProbeExchange {
    /// The proof of an answer's author.
    @nonexhaustive
    public enum Authentication: String, Hashable, Sendable, Codable, CaseIterable {
        /// TLS with a certificate for the asked name, by an authority that the system or the user trusts (RFC 9525).
        ///
        /// A prober states it only if it verified the chain and the name of the peer that gave the answer: not for an answer of a
        /// proxy instead of the peer, and not for a recording that does not state it. A prober of another kind states it if only the
        /// named peer can have given the answer; without it, such an answer proves nothing (``JudgingChain/StandardLink/weakExpectation``).
        case verified
        /// The same, but for a public host that is built in, by an authority that was added on this device.
        ///
        /// The holder of that authority can answer in every name, so the answer is judged as if its author were unknown.
        case intercepted
        /// A random text of the request came back in a genuine answer, so the answer was neither recorded nor prepared.
        ///
        /// It does not show who made the answer: signs of portals still count. Over HTTP it is set when the answer is judged; a
        /// prober of another kind states it itself.
        case challenged
    }
}

extension ProbeExchange {
    /// The duration of each phase of a probe; `nil` for a phase that was not reached.
    public struct Timings: Hashable, Sendable {
        /// From the start until an address is known.
        public var nameLookup: Duration?
        /// From the known address until the connection is open.
        public var connect: Duration?
        /// From the open connection to the end of the TLS handshake.
        public var tls: Duration?
        /// From the end of the handshakes to the first byte of the response.
        public var response: Duration?
        /// From the start to the end.
        public var total: Duration

        /// Creates timings.
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
}

extension ProbeExchange {
    /// A property of the name lookup before a probe that users should know.
    ///
    /// All but one concern probes that are bound to an interface. A probe that cannot be bound does not use another path, but fails
    /// with ``ProbeFailure/Kind/interfaceUnavailable``.
    @nonexhaustive
    public enum Caveat: String, Hashable, Sendable, Codable, CaseIterable {
        /// The system's resolver looked up the name and may have used another interface.
        case nameLookupBySystem = "name-lookup-by-system"
        /// The name server is a stub on this device, such as 127.0.0.53, and may ask through any interface.
        case localNameServer = "local-name-server"
        /// The system knows no name server for the interface; those of the whole system were asked through it.
        case systemNameServers = "system-name-servers"
        /// The system's resolver had no answer after a second, because a name server is silent, and the system's other
        /// name servers were asked at the same time.
        case nameServerSilent = "name-server-silent"
        /// The address is from the file of names of this device (hosts(5)), and nobody outside of this network answered there.
        case hostsFile = "hosts-file"
    }
}

extension ProbeExchange {
    package var failure: ProbeFailure? { if case .failure(let failure) = outcome { failure } else { nil } }
    package var isCancelled: Bool { failure?.kind == .cancelled }
}

extension ProbeExchange: CustomStringConvertible {
    /// The question and the outcome.
    public var description: String {
        let outcome =
            switch outcome {
            case .success(.http(let response)): "\(response)"
            case .success(.other(let kind, let facts)): "\(kind) \(facts)".printable(limit: 120)
            case .failure(let failure): "\(failure)"
            }
        return "\(request.question): \(outcome)"
    }
}
