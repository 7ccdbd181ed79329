package import ConnectivityCore
import ConnectivityRegistry

/// Sends the requests of a sign-in agent to a portal, only through the portal's interface, within the limits of its rule.
///
/// It is the only connection of an agent. It refuses a host that neither the portal's first URL nor the rule names, a secret to
/// any host but its own or without TLS, a return from TLS to plain HTTP, and more than `stepCountMax` requests or
/// ``byteCountMax`` bytes of answers. No redirect is followed, no script is executed. Cookies are kept for the visit, each for
/// its host. A refused request ends the visit: even if an agent catches the error, all further requests are refused.
public actor PortalVisit {
    /// The maximum number of requests.
    package static let stepCountMax = 20
    /// The maximum number of bytes of all answers together.
    public static let byteCountMax = 2 * 1024 * 1024
    /// The maximum number of bytes of one answer; the rest is cut.
    package static let answerByteCountMax = 256 * 1024
    /// The maximum time for ending a sign-in in progress.
    package static let abortLimit: Duration = .seconds(2)

    /// The names of the secrets that may be sent, which a request can name; their values stay with the visit.
    public nonisolated let secretNames: Set<String>

    private let prober: any Prober
    private let path: ProbeRequest.Path
    private var limits: ProbeRequest.Limits
    private let rule: SignInRule
    private let origins: Set<String>
    private let trigger: HTTPURL?
    private let isShown: Bool
    private var cookies = PortalCookies()
    private var verified: Set<String> = []
    private var byteCount = 0
    private var stop: SignInStop?
    private var hasAborted = false
    /// The sent and the refused requests, in order.
    package private(set) var steps: [SignInReport.Step] = []

    /// Creates a visit on the path through the interface of the portal.
    ///
    /// The size limits of requests are narrowed. If `isShown`, nothing is submitted, and the user sees the requests.
    package init(
        _ occasion: SignInOccasion,
        by rule: SignInRule,
        through prober: any Prober,
        on path: ProbeRequest.Path,
        limits: ProbeRequest.Limits,
        isShown: Bool = false
    ) {
        (self.rule, self.prober, self.path, self.isShown) = (rule, prober, path, isShown)
        secretNames = Set(rule.secrets.keys)
        var limits = limits
        limits.maximumBodySize = Self.answerByteCountMax
        self.limits = limits
        let portal = occasion.portal
        let urls = [
            portal.signInURL, portal.apiURL, portal.api?.userPortalURL, portal.wispr?.loginURL, portal.wispr?.nextURL,
            portal.wispr?.abortLoginURL, occasion.last?.logOffURL,
        ]
        origins = Set(urls.compactMap { $0?.host })
        trigger = occasion.trigger
    }

    /// Sends a request and returns the answer, with any status.
    ///
    /// - Throws: The reason why the request was refused or has no answer.
    public func send(_ request: PortalRequest) async throws(SignInStop) -> PortalAnswer {
        var step = SignInReport.Step(
            method: request.method,
            url: request.url.withoutQuery,
            fieldNames: request.fieldNames,
            secrets: request.secrets
        )
        do throws(SignInStop) {
            if let stop { throw stop }
            let question = try question(for: request)
            let exchange = await prober.probe(ProbeRequest(.http(question), path: path, limits: limits))
            let answer = try answer(to: request, in: exchange)
            step.status = answer.response.status
            steps.append(step)
            return answer
        } catch {
            if stop == nil || steps.count < Self.stepCountMax {
                step.reason = error.reason
                steps.append(step)
            }
            stop = stop ?? error
            throw error
        }
    }

    /// Asks the portal once to end a sign-in in progress, also after a request without an answer; its answer is not used.
    ///
    /// It takes at most ``abortLimit``. After a refused request, nothing is sent.
    package func abort(at url: HTTPURL) async {
        guard !hasAborted, stop?.mayRepeat ?? true else { return }
        hasAborted = true
        let first = stop
        stop = nil
        limits.total = min(limits.total, Self.abortLimit)
        do throws(SignInStop) {
            _ = try await send(PortalRequest(url))
        } catch {}
        stop = first ?? stop
    }

    private func question(for request: PortalRequest) throws(SignInStop) -> HTTPQuestion {
        let url = request.url
        guard !Task.isCancelled else { throw SignInStop(.signIn("cancelled"), mayRepeat: true) }
        guard steps.count < Self.stepCountMax else {
            throw SignInStop(.signIn("step-limit", ["limit": .integer(Int64(Self.stepCountMax))]))
        }
        guard request.method != .head else { throw SignInStop(.signIn("method", ["method": .text("HEAD")])) }
        let isTrigger = url == trigger && request.content == .none && request.method == .get
        guard isTrigger || origins.contains(url.host) || rule.names(url.host) else {
            throw SignInStop(.signIn("host-not-named", ["host": .text(url.host)]))
        }
        guard url.scheme == .https || rule.permitsPlainHTTP || !verified.contains(url.host) else {
            throw SignInStop(.signIn("scheme-changed", ["host": .text(url.host)]))
        }
        var question = HTTPQuestion(url, method: request.method)
        question.headers.fields = [.init(name: "Accept", value: request.accept)]
        if let agent = request.userAgent { question.headers.fields.append(.init(name: "User-Agent", value: agent)) }
        if !isTrigger, let cookies = cookies.field(for: url) {
            question.headers.fields.append(.init(name: "Cookie", value: cookies))
        }
        if request.isSubmission { question.headers.fields += request.origin }
        let sources = try request.secrets.map { name throws(SignInStop) in try source(of: name, for: url) }
        question.secretParts = try parts(of: request, sources: sources)
        question.sendsSecretsInClear = rule.permitsPlainHTTP
        switch request.content {
        case .none: break
        case .form where request.method == .post:
            question.headers.fields.append(.init(name: "Content-Type", value: "application/x-www-form-urlencoded"))
        case .form: break
        case .body(_, let type):
            guard request.method == .post else { throw SignInStop(.signIn("method", ["method": .text("GET")])) }
            question.headers.fields.append(.init(name: "Content-Type", value: type))
        }
        if request.isSubmission, isShown { throw try shown(sources) }
        return question
    }

    /// Returns the reason of a request that is only shown, if its secrets can be read.
    private func shown(_ sources: [HTTPQuestion.SecretField.Source]) throws(SignInStop) -> SignInStop {
        for source in sources {
            // A keyring may ask the user.
            if case .keyring = source { continue }
            do throws(UnusableSecret) {
                _ = try source.value(isLine: true, byteCountMin: 1)
            } catch {
                throw SignInStop(.signIn("secret-unusable", ["detail": .text(error.description)]))
            }
        }
        return SignInStop(.signIn("shown"))
    }

    /// Returns the location of a secret, if it may be sent to a URL.
    private func source(of name: String, for url: HTTPURL) throws(SignInStop) -> HTTPQuestion.SecretField.Source {
        guard let secret = rule.secrets[name] else {
            throw SignInStop(.signIn("secret-unknown", ["secret": .text(name)]))
        }
        guard secret.host == url.authority else {
            let facts: Facts = ["secret": .text(name), "host": .text(url.authority), "named": .text(secret.host)]
            throw SignInStop(.signIn("secret-host", facts))
        }
        guard url.scheme == .https || rule.permitsPlainHTTP else {
            throw SignInStop(.signIn("secret-in-clear", ["secret": .text(name), "host": .text(url.host)]))
        }
        return secret.source
    }

    private func parts(of request: PortalRequest, sources: [HTTPQuestion.SecretField.Source]) throws(SignInStop)
        -> [SecretPart]?
    {
        var rest = sources[...]
        // The sources are those of the secrets, in the order of the values.
        func value(_ given: PortalRequest.Value) -> SecretPart.Value {
            switch given {
            case .text(let text): return .text(text)
            case .bytes(let bytes): return .bytes(bytes)
            case .secret: return rest.popFirst().map(SecretPart.Value.secret) ?? .text("")
            case .md5(let parts):
                var digested: [SecretPart.Value] = []
                for part in parts { digested.append(value(part)) }
                return .md5(digested)
            }
        }
        // An empty list marks the requests of a visit, whose tokens the portal must be able to repeat.
        var parts = request.segments.map { SecretPart(value($0), escaping: .segment) }
        switch request.content {
        case .none: return parts
        case .form(let fields):
            for (index, field) in fields.enumerated() {
                if index > 0 { parts.append(SecretPart(.text("&"))) }
                parts.append(SecretPart(.text(field.name), escaping: .form))
                parts.append(SecretPart(.text("=")))
                parts.append(SecretPart(value(field.value), escaping: .form, realm: field.realm))
            }
            return parts
        case .body(let body, _):
            return parts
                + body.map { part in
                    switch part {
                    case .text(let text): SecretPart(.text(text))
                    case .json(let content): SecretPart(value(content), escaping: .json)
                    }
                }
        }
    }

    private func answer(to request: PortalRequest, in exchange: ProbeExchange) throws(SignInStop) -> PortalAnswer {
        // Data before a failure is not an answer: a page may lack the end that changes its meaning.
        guard case .success(let received) = exchange.outcome, let response = received.response else {
            guard case .failure(let failure) = exchange.outcome else { throw SignInStop(.signIn("no-answer")) }
            if Task.isCancelled { throw SignInStop(.signIn("cancelled"), mayRepeat: true) }
            let facts: Facts = ["kind": .text(failure.kind.name), "detail": .text(failure.detail)]
            let isUnusable = failure.kind == .unsupported && !request.secrets.isEmpty
            throw SignInStop(.signIn(isUnusable ? "secret-unusable" : "no-answer", facts), mayRepeat: !isUnusable)
        }
        byteCount += response.body.count
        guard byteCount <= Self.byteCountMax else {
            throw SignInStop(.signIn("byte-limit", ["limit": .integer(Int64(Self.byteCountMax))]))
        }
        let isVerified = exchange.authentication == .verified
        if isVerified { verified.insert(request.url.host) }
        if request.url != trigger { cookies.store(response.headers.values(of: "Set-Cookie"), from: request.url) }
        return PortalAnswer(request.url, response, isVerified: isVerified, repeatsSecret: exchange.repeatsSecret)
    }
}

extension PortalRequest {
    /// The fields by which portals recognize that their own page was submitted (RFC 9110 section 10.1.3, RFC 6454 section 7).
    fileprivate var origin: [HeaderFields.Field] {
        guard let referrer, referrer.scheme == url.scheme, referrer.authority == url.authority else { return [] }
        let origin = "\(referrer.scheme.rawValue)://\(referrer.authority)"
        let page = HeaderFields.Field(name: "Referer", value: origin + referrer.requestTarget)
        return method == .post ? [.init(name: "Origin", value: origin), page] : [page]
    }
}

extension Reason {
    /// A reason of a sign-in, whose code begins with `sign-in-`.
    package static func signIn(_ code: String, _ facts: Facts = [:]) -> Reason { Reason("sign-in-\(code)", facts) }
}

extension HTTPURL {
    /// The URL without its query and fragment, which have tokens.
    package var withoutQuery: HTTPURL { (try? HTTPURL("\(scheme.rawValue)://\(authority)\(path)")) ?? self }
}
