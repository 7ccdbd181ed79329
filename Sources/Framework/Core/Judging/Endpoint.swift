/// A service on the Internet that answers in a known way.
///
/// ```swift
/// Endpoint("https://status.example.com/ping", expecting: BodyContains("pong"))
/// ```
public struct Endpoint: Sendable {
    /// The name in tables, evidence and configuration; by default the subject of the question, such as the URL.
    public var name: String
    /// The organization that runs the endpoint.
    ///
    /// Endpoints of one owner tend to fail together, and portals tend to let them through together. Every probe reveals the
    /// address of the network and the time to the owner, and every host on the path can read and change plain HTTP.
    public var owner: String
    /// The question to ask.
    public var question: Question
    /// The only address family to use; `nil` allows both.
    ///
    /// If the interface is known to have no route of this family, the endpoint is not asked, because a missing family alone does
    /// not break a network.
    public var family: IPAddress.Family?
    /// The same page over TLS, if the owner serves it there; otherwise, or if unknown, `nil`.
    package var twin: HTTPURL?
    /// The longest time to wait for the answer; if `nil`, only the limits of the pipeline apply.
    public var patience: Duration?
    /// The expected genuine answer; `nil` if the endpoint states none.
    ///
    /// If it is `nil`, the pipeline's expectation applies. Without that too, the answer must prove itself; see ``ExchangeJudge``.
    public var expectation: (any ResponseValidator)?

    /// The requested URL; `nil` if the question is not an HTTP request.
    public var url: HTTPURL? { question.http?.url }

    /// The endpoint that requests the ``twin``, with `.https` appended to the name; `nil` if there is no twin.
    ///
    /// Asked together, the two detect a network that answers plain HTTP on behalf of other hosts, or that lets only plain HTTP
    /// through.
    package var overTLS: Endpoint? {
        guard let twin else { return nil }
        var endpoint = self
        endpoint.question.http?.url = twin
        endpoint.name += ".https"
        endpoint.twin = nil
        return endpoint
    }

    /// Creates an endpoint that is asked over HTTP; by default its name is the URL, and its owner the host of the URL.
    public init(
        _ url: HTTPURL,
        name: String? = nil,
        owner: String? = nil,
        method: HTTPQuestion.Method = .get,
        family: IPAddress.Family? = nil,
        twin: HTTPURL? = nil,
        patience: Duration? = nil,
        expecting expectation: (any ResponseValidator)? = nil
    ) {
        self.init(
            .http(HTTPQuestion(url, method: method)),
            name: name,
            owner: owner ?? url.host,
            family: family,
            patience: patience,
            expecting: expectation
        )
        self.twin = twin
    }

    /// Creates an endpoint from the text of an absolute URL that is known only at run time, such as an argument.
    ///
    /// - Throws: An ``ConnectivityCore/HTTPURL/Fault`` if the text is not a URL that can be asked.
    @_disfavoredOverload  // A literal is checked without it.
    public init(
        _ text: some StringProtocol,
        name: String? = nil,
        owner: String? = nil,
        expecting expectation: (any ResponseValidator)? = nil
    ) throws(HTTPURL.Fault) {
        self.init(try HTTPURL(text), name: name, owner: owner, expecting: expectation)
    }

    /// Creates an endpoint; by default its name is the subject of the question.
    public init(
        _ question: Question,
        name: String? = nil,
        owner: String,
        family: IPAddress.Family? = nil,
        patience: Duration? = nil,
        expecting expectation: (any ResponseValidator)? = nil
    ) {
        self.question = question
        self.name = name ?? question.subject
        self.owner = owner
        self.family = family
        self.patience = patience
        self.expectation = expectation
    }

    /// Creates an endpoint with a question of a plugin's own type.
    public init(
        _ question: some TypedQuestion,
        name: String? = nil,
        owner: String,
        family: IPAddress.Family? = nil,
        patience: Duration? = nil,
        expecting expectation: (any ResponseValidator)? = nil
    ) {
        self.init(
            Question(question),
            name: name,
            owner: owner,
            family: family,
            patience: patience,
            expecting: expectation
        )
    }

    /// Returns the request for the endpoint.
    /// - Parameters:
    ///   - interface: The interface to leave through; `nil` lets the system route.
    ///   - limits: The limits of the probe.
    ///   - challenge: The random text for an expectation that needs one, such as ``ChallengeAnswer``.
    /// - Returns: A request; an HTTP request asks caches on the path not to answer.
    public func request(
        interface: String? = nil,
        limits: ProbeRequest.Limits = ProbeRequest.Limits(),
        challenge: String? = nil
    ) -> ProbeRequest {
        var limits = limits
        limits.total = min(limits.total, patience ?? limits.total)
        var question = question
        let challenges = challenge.map { text in
            (expectation?.challenges ?? []).map { HeaderFields.Field(name: $0, value: text) }
        }
        for field in Self.noCache.fields + (challenges ?? []) where question.http?.headers[field.name] == nil {
            question.http?.headers.fields.append(field)
        }
        if expectation?.readsTLS == true { question.http?.readsTLS = true }
        return ProbeRequest(question, path: ProbeRequest.Path(interface: interface, family: family), limits: limits)
    }

    /// Header fields that ask caches on the path not to answer.
    private static let noCache: HeaderFields = [
        "Cache-Control": "no-cache, no-store, no-transform", "Pragma": "no-cache",
    ]
}

extension Endpoint {
    /// The country of the owner's seat (ISO 3166-1); `nil` if it is uncertain.
    ///
    /// It shows whose law applies to the owner, not the destination of the request. Every probe reveals the address of the
    /// network and the time to the owner. To avoid that, ask other endpoints, such as the group `neutral`, or your own endpoint.
    package var ownerCountry: String? { Self.countries[owner] }

    private static let countries = [
        "Amazon": "US", "Apple": "US", "Brave": "US", "Canonical": "GB", "Cloudflare": "US", "Fedora": "US",
        "GNOME": "US", "Google": "US", "GrapheneOS": "CA", "Honor": "CN", "Huawei": "CN", "KDE": "DE",
        "Microsoft": "US", "Mozilla": "US", "OPPO": "CN", "Quad9": "CH", "Red Hat": "US", "Samsung": "KR",
        "Tailscale": "CA",
        "Valve": "US", "Xiaomi": "CN", "vivo": "CN",
    ]
}
