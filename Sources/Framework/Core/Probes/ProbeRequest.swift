/// A question to a peer, with its path and its limits.
public struct ProbeRequest: Hashable, Sendable {
    private struct Parts: Hashable {
        var question: Question
        var path: ProbeRequest.Path
        var limits: ProbeRequest.Limits
    }

    /// Shared, because a request is 400 bytes, and each prober in a chain copies it.
    @Shared private var parts: Parts

    /// The question.
    public var question: Question {
        _read { yield parts.question }
        _modify { yield &parts.question }
    }
    /// The path to the peer.
    public var path: ProbeRequest.Path {
        _read { yield parts.path }
        _modify { yield &parts.path }
    }
    /// The limits in time and size.
    public var limits: ProbeRequest.Limits {
        _read { yield parts.limits }
        _modify { yield &parts.limits }
    }

    /// Creates a request.
    public init(
        _ question: Question,
        path: ProbeRequest.Path = ProbeRequest.Path(),
        limits: ProbeRequest.Limits = ProbeRequest.Limits()
    ) {
        parts = Parts(question: question, path: path, limits: limits)
    }

    /// Creates a request with a question of a plugin's own type.
    public init(
        _ question: some TypedQuestion,
        path: ProbeRequest.Path = ProbeRequest.Path(),
        limits: ProbeRequest.Limits = ProbeRequest.Limits()
    ) {
        self.init(Question(question), path: path, limits: limits)
    }

    /// Creates an HTTP request; see the properties of ``HTTPQuestion``, ``ProbeRequest/Path`` and ``ProbeRequest/Limits``.
    public init(
        _ url: HTTPURL,
        method: HTTPQuestion.Method = .get,
        headers: HeaderFields = [:],
        body: [UInt8] = [],
        interface: String? = nil,
        family: IPAddress.Family? = nil,
        nameServers: [IPAddress] = [],
        addresses: [IPAddress] = [],
        limits: ProbeRequest.Limits = ProbeRequest.Limits()
    ) {
        self.init(
            .http(HTTPQuestion(url, method: method, headers: headers, body: body)),
            path: ProbeRequest.Path(
                interface: interface,
                family: family,
                nameServers: nameServers,
                addresses: addresses
            ),
            limits: limits
        )
    }

    /// The HTTP request; `nil` if the question is of another kind, and setting `nil` changes nothing.
    public var http: HTTPQuestion? {
        get { question.http }
        set { question.http = newValue }
    }

    /// The requested URL; `nil` if the question is not an HTTP request.
    public var url: HTTPURL? { question.http?.url }
}

extension ProbeRequest {
    /// The path of a probe to its peer.
    public struct Path: Hashable, Sendable {
        /// The name of the interface to which the request is bound; `nil` lets the system route.
        public var interface: String?
        /// The only address family to use; `nil` allows both.
        public var family: IPAddress.Family?
        /// The name servers to ask for the peer's name, best first; empty leaves the lookup to the system's resolver.
        ///
        /// Only probers that look up names by themselves use them. Other probers ask the system, and report
        /// ``ProbeExchange/Caveat/nameLookupBySystem`` if the request is bound to an interface.
        public var nameServers: [IPAddress]
        /// The addresses to connect to instead of a name lookup, best first; if empty, the name is looked up.
        ///
        /// They have no effect if the question names the peer by an address, or if the request goes through a proxy.
        public var addresses: [IPAddress]
        /// The proxy for a request over HTTP, whose scheme is http or https; `nil` for the prober's default path.
        ///
        /// Only probers with ``Prober/takesProxies`` use it.
        public var proxy: HTTPURL?
        /// Whether the request is one of those that go through a proxy.
        ///
        /// If ``proxy`` is `nil`, the sender uses the proxy that the environment names for this request.
        package var isProxied = false
        /// The user and the password for ``proxy``; never written, compared or shown.
        package var proxyCredentials: ProxyCredentials?

        /// Creates a path.
        public init(
            interface: String? = nil,
            family: IPAddress.Family? = nil,
            nameServers: [IPAddress] = [],
            addresses: [IPAddress] = []
        ) {
            self.interface = interface
            self.family = family
            self.nameServers = nameServers
            self.addresses = addresses
        }
    }
}

extension ProbeRequest {
    /// The limits of one probe in time and size.
    ///
    /// The initializer traps on values beyond their range; a property that is set later is clamped.
    public struct Limits: Hashable, Sendable {
        /// The time limit from the start to the last byte, including the name lookup; greater than zero.
        ///
        /// If answers on a path take longer than a third of it, or a lookup or a connection three tenths, a pipeline gives probes
        /// three times the duration of the slowest answer, or five times that of the phase, at most three times this limit. Each request has the limit that applied to it.
        public var total: Duration { didSet { total = max(total, .nanoseconds(1)) } }
        /// The maximum size of the header in bytes, greater than zero; a larger one fails with
        /// ``ProbeFailure/Kind/headerTooLarge``.
        public var maximumHeaderSize: Int { didSet { maximumHeaderSize = max(maximumHeaderSize, 1) } }
        /// The number of body bytes that are kept, not negative.
        ///
        /// A longer body is cut there; see ``ProbeResponse/Completeness/cutAtLimit``.
        public var maximumBodySize: Int { didSet { maximumBodySize = max(maximumBodySize, 0) } }

        /// Creates limits.
        public init(
            total: Duration = .seconds(5),
            maximumHeaderSize: Int = 64 * 1024,
            maximumBodySize: Int = 256 * 1024
        ) {
            precondition(total > .zero, "the total time limit must be greater than zero")
            precondition(maximumHeaderSize > 0, "the header limit must be greater than zero")
            precondition(maximumBodySize >= 0, "the body limit must not be negative")
            self.total = total
            self.maximumHeaderSize = maximumHeaderSize
            self.maximumBodySize = maximumBodySize
        }
    }
}

extension ProbeRequest.Limits {
    /// The largest factor by which the total limit is extended on a slow path.
    package static let extensionMax = 3

    /// The maximum number of bytes that a connection receives for a probe.
    ///
    /// Certificates, records of TLS, chunks and trailers may need as much as header and body; an honest server needs far less.
    package var receivedByteCountMax: Int {
        let content = maximumHeaderSize.addingReportingOverflow(maximumBodySize)
        return content.overflow || content.partialValue > Int.max / 4 ? .max : content.partialValue * 2 + 64 * 1024
    }

    /// The longest duration of a round: its last phase may begin after the longest limit of a probe, and has nearly the same
    /// limit, so that a person with the default limits has an answer before half a minute is over.
    package var roundMax: Duration { total * Self.extensionMax * 2 - total / 5 }

    /// Returns the limits on a path by its slowest answer: three times its duration, at least these limits and at most
    /// three times them.
    package func extended(toAnswersAfter slowest: Duration) -> ProbeRequest.Limits {
        var limits = self
        limits.total = min(max(total, slowest * 3), total * Self.extensionMax)
        return limits
    }
}

extension ProbeRequest: CustomReflectable {
    /// The parts by their names, for `dump` and for failures of tests.
    @_documentation(visibility: internal)
    public var customMirror: Mirror {
        Mirror(self, children: ["question": question, "path": path, "limits": limits], displayStyle: .struct)
    }
}
