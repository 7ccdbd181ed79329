/// Something on the Internet that answers in a known way.
public struct Endpoint: Sendable {
    /// The name in tables, evidence and configuration; for endpoints without one, what is asked about, such as the URL.
    public var name: String
    /// Who runs it.
    ///
    /// Endpoints of one owner tend to fail, and to be let through by portals, together. The owner learns from every probe
    /// the address of the network and the time, and everyone on the way can read and change what goes over plain HTTP.
    public var owner: String
    /// What to ask.
    public var question: Question
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

    /// The URL that is asked; `nil` if the question is not one of HTTP.
    public var url: HTTPURL? { question.http?.url }

    /// The endpoint that asks the ``twin``, with `.https` behind the name; `nil` where there is none.
    ///
    /// Asked together, the two show a network that answers plain HTTP for others, or lets nothing but it through.
    public var overTLS: Endpoint? {
        guard let twin else { return nil }
        var endpoint = self
        endpoint.question.http?.url = twin
        endpoint.name += ".https"
        endpoint.twin = nil
        return endpoint
    }

    /// Creates an endpoint that is asked over HTTP.
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
        method: HTTPQuestion.Method = .get,
        family: AddressFamily? = nil,
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

    /// Creates an endpoint.
    /// - Parameters:
    ///   - question: What to ask.
    ///   - name: The name; by default what is asked about.
    ///   - owner: Who runs it.
    ///   - family: The only address family to ask it over.
    ///   - patience: The longest wait that its answer is worth.
    ///   - expectation: What a genuine answer looks like; by default nothing states it.
    public init(
        _ question: Question,
        name: String? = nil,
        owner: String,
        family: AddressFamily? = nil,
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

    /// Creates an endpoint with a question of an author's own type.
    /// - Parameters:
    ///   - question: What to ask.
    ///   - name: The name; by default what is asked about.
    ///   - owner: Who runs it.
    ///   - family: The only address family to ask it over.
    ///   - patience: The longest wait that its answer is worth.
    ///   - expectation: What a genuine answer looks like; by default nothing states it.
    public init(
        _ question: some TypedQuestion,
        name: String? = nil,
        owner: String,
        family: AddressFamily? = nil,
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

    /// The request that asks the endpoint.
    /// - Parameters:
    ///   - interface: The interface to leave through; `nil` lets the system route.
    ///   - limits: The bounds of the probe.
    /// - Returns: A request; one of HTTP asks caches on the path to stay out of it.
    public func request(interface: String? = nil, limits: ProbeLimits = ProbeLimits()) -> ProbeRequest {
        var limits = limits
        limits.total = min(limits.total, patience ?? limits.total)
        var question = question
        for field in Self.noCache.fields where question.http?.headers[field.name] == nil {
            question.http?.headers.fields.append(field)
        }
        return ProbeRequest(question, path: ProbePath(interface: interface, family: family), limits: limits)
    }

    /// Asks caches on the path to stay out of it.
    private static let noCache: HeaderFields = [
        "Cache-Control": "no-cache, no-store, no-transform", "Pragma": "no-cache",
    ]
}

extension Endpoint {
    /// The country of the owner's seat (ISO 3166-1), where it is certain; it says whose law the owner is under, not where
    /// the request goes.
    ///
    /// Every probe tells the owner the address of the network and the time. Who minds asks others, such as the group
    /// `neutral`, or an endpoint of their own.
    public var ownerCountry: String? { Self.countries[owner] }

    private static let countries = [
        "Amazon": "US", "Apple": "US", "Brave": "US", "Canonical": "GB", "Cloudflare": "US", "Fedora": "US",
        "GNOME": "US", "Google": "US", "GrapheneOS": "CA", "Honor": "CN", "Huawei": "CN", "KDE": "DE",
        "Microsoft": "US", "Mozilla": "US", "OPPO": "CN", "Quad9": "CH", "Red Hat": "US", "Samsung": "KR",
        "Tailscale": "CA",
        "Valve": "US", "Xiaomi": "CN", "vivo": "CN",
    ]
}
