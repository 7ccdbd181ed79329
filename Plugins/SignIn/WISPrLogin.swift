import ConnectivityCore

/// One sign-in by WISPr, from the redirect message to the gateway's last message.
struct WISPrLogin {
    /// The maximum number of messages and redirects that lead to another URL.
    private static let hopCountMax = 5
    /// The maximum number of logins: a gateway that detected a proxy asks for a second one.
    private static let loginCountMax = 2
    /// The maximum number of polls; with them, a visit has steps left for ending the login.
    private static let pollCountMax = 10
    /// The maximum time between two polls, regardless of the gateway.
    private static let delayMax = 15
    private static let waitMax: Duration = .seconds(40)

    @Shared private var occasion: SignInOccasion
    private let visit: PortalVisit
    private let realm: String?
    private let wait: @Sendable (Duration) async throws -> Void
    private var hopCount = 0
    private var pollCount = 0
    private var waited: Duration = .zero
    /// Whether an answer repeated a secret, which was replaced there, perhaps in the URL of the result.
    private var repeatsSecret = false
    /// The URL that ends the login in progress; `nil` without one.
    private var abortURL: HTTPURL?

    init(
        _ occasion: SignInOccasion,
        at visit: PortalVisit,
        realm: String?,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.occasion, self.visit, self.realm, self.wait) = (occasion, visit, realm, wait)
    }

    mutating func run() async throws(SignInStop) -> SignInOutcome {
        var redirect = try await redirectMessage(after: firstReply)
        do throws(SignInStop) {
            for _ in 1...Self.loginCountMax {
                if let outcome = try await login(after: redirect) { return outcome }
                abortURL = nil
                redirect = try await redirectMessage(after: nil)
            }
        } catch {
            await abort(after: error)
            throw error
        }
        throw SignInStop(.signIn("wispr-repeats", ["limit": .integer(Int64(Self.loginCountMax))]), mayRepeat: true)
    }

    /// Ends an abandoned login in progress: without an answer, cancelled, or pending for too long.
    private func abort(after stop: SignInStop) async {
        guard stop.mayRepeat, let abortURL else { return }
        // Unstructured, because each structured child inherits the cancellation after which the abort is sent. It is awaited
        // here, and its request has a limit, so it does not outlive the login.
        await Task { [visit] in await visit.abort(at: abortURL) }.value
    }
}

// MARK: The redirect message

extension WISPrLogin {
    /// The message in the known answers, if it leads to a login.
    private var firstReply: WISPrReply? {
        var replies = [occasion.portal.wispr.map { WISPrReply($0) }]
        if let trigger = occasion.trigger, let body = occasion.answer?.body {
            replies.insert(WISPrReply(body, base: trigger), at: 0)
        }
        return replies.compactMap(\.self).first(where: \.leadsOn)
    }

    /// Returns the redirect message (100) that follows a message, or a repeated request of the trigger.
    private mutating func redirectMessage(after first: WISPrReply?) async throws(SignInStop) -> WISPrReply {
        var reply = first
        var next: HTTPURL?
        while true {
            switch reply?.message.messageType {
            case 100?:
                guard let reply else { break }
                if let code = reply.message.responseCode, code != 0 { throw failure(reply) }
                guard reply.message.loginURL != nil else {
                    throw SignInStop(.signIn(reply.message.hasEAPMessage ? "wispr-eap" : "wispr-no-login-url"))
                }
                return reply
            case 110?:
                // A proxy notification without a URL asks for the same request again.
                next = reply?.message.nextURL
                if let delay = reply?.message.delay { try await pause(seconds: min(delay, Self.delayMax)) }
            case .some: throw SignInStop(.signIn("wispr-unexpected", reply?.facts ?? [:]))
            case nil: break
            }
            guard let url = next ?? occasion.trigger else { throw SignInStop(.signIn("wispr-absent")) }
            let answer = try await hop(to: url)
            reply = WISPrReply(answer)
            if let reply {
                guard reply.message.messageType != nil else {
                    throw SignInStop(.signIn("wispr-unexpected", reply.facts))
                }
            } else {
                // The message may be in the page to which the gateway redirects.
                guard let target = answer.redirect else { throw SignInStop(.signIn("wispr-absent")) }
                next = target
            }
        }
    }

    /// Requests a URL to which the gateway leads.
    private mutating func hop(to url: HTTPURL) async throws(SignInStop) -> PortalAnswer {
        guard hopCount < Self.hopCountMax else {
            throw SignInStop(.signIn("wispr-hop-limit", ["limit": .integer(Int64(Self.hopCountMax))]))
        }
        hopCount += 1
        return try await visit.send(.wispr(url))
    }

    private mutating func pause(seconds: Int) async throws(SignInStop) {
        let time = Duration.seconds(seconds)
        guard waited + time <= Self.waitMax else { throw pending() }
        waited += time
        do {
            try await wait(time)
        } catch {
            throw SignInStop(.signIn("cancelled"), mayRepeat: true)
        }
    }

    private func pending() -> SignInStop {
        SignInStop(.signIn("wispr-pending", ["polls": .integer(Int64(pollCount))]), mayRepeat: true)
    }

    private func failure(_ reply: WISPrReply) -> SignInStop {
        SignInStop(.signIn("wispr-failed", reply.facts), mayRepeat: true)
    }
}

// MARK: The login

extension WISPrLogin {
    /// Sends the name and the password, and returns the gateway's final answer; `nil` if it asks for a repetition.
    private mutating func login(after redirect: WISPrReply) async throws(SignInStop) -> SignInOutcome? {
        guard let url = redirect.message.loginURL else { throw SignInStop(.signIn("wispr-no-login-url")) }
        var user = PortalRequest.Field("UserName", .secret("user"))
        user.realm = realm
        var fields = [
            user, .init("Password", .secret("password")), .init("button", .text("Login")), .init("FNAME", .text("0")),
        ]
        if let trigger = occasion.trigger { fields.append(.init("OriginatingServer", .text("\(trigger)"))) }
        if redirect.isVersion2 { fields.append(.init("WISPrVersion", .text("2.0"))) }
        abortURL = redirect.message.abortLoginURL
        var answer = try await visit.send(.wispr(url, method: .post, content: .form(fields)))
        var resultsURL: HTTPURL?
        while true {
            guard let reply = WISPrReply(answer) else {
                guard let next = try await redirected(from: answer) else {
                    let status = Int64(answer.response.status)
                    return SignInOutcome(.unclear, .signIn("wispr-no-message", ["status": .integer(status)]))
                }
                answer = next
                continue
            }
            repeatsSecret = repeatsSecret || answer.repeatsSecret
            let isReply = [120, 140, nil].contains(reply.message.messageType)
            switch (isReply, reply.message.responseCode) {
            case (true, 50): return accepted(reply)
            case (true, 100) where pollCount > 0 && repeatsSecret, (true, 105) where pollCount > 0 && repeatsSecret:
                return SignInOutcome(.unclear, .signIn("wispr-repeats-secret", reply.facts))
            case (true, 100), (true, 105): return SignInOutcome(.refused, .signIn("wispr-refused", reply.facts))
            case (true, 102), (true, 255):
                abortURL = nil
                throw failure(reply)
            case (true, 200): return nil
            case (true, 201):
                resultsURL = reply.resultsURL ?? resultsURL
                answer = try await poll(resultsURL, after: reply)
            case (_, 10), (_, 253): throw SignInStop(.signIn("wispr-eap", reply.facts))
            default: return SignInOutcome(.unclear, .signIn("wispr-unexpected", reply.facts))
            }
        }
    }

    /// Follows a redirect after a login without sending the form again; `nil` without one that may be followed.
    private mutating func redirected(from answer: PortalAnswer) async throws(SignInStop) -> PortalAnswer? {
        guard [301, 302, 303].contains(answer.response.status), let target = answer.redirect else { return nil }
        do throws(SignInStop) {
            return try await hop(to: target)
        } catch {
            // The gateway may have accepted the login, and redirect to a page of the Internet.
            if error.mayRepeat { throw error }
            return nil
        }
    }

    private mutating func poll(_ url: HTTPURL?, after reply: WISPrReply) async throws(SignInStop) -> PortalAnswer {
        guard let url else { throw SignInStop(.signIn("wispr-no-results-url", reply.facts), mayRepeat: true) }
        guard pollCount < Self.pollCountMax else { throw pending() }
        pollCount += 1
        // Polls become rarer if the gateway's delay is too short.
        let delay = min(reply.message.delay ?? (pollCount == 1 ? 0 : 2), Self.delayMax)
        try await pause(seconds: max(delay, pollCount == 1 ? 0 : min(pollCount - 1, 4)))
        return try await visit.send(.wispr(url))
    }

    private func accepted(_ reply: WISPrReply) -> SignInOutcome {
        var outcome = SignInOutcome(.accepted, .signIn("wispr-accepted", reply.facts))
        if let seconds = reply.message.maxSessionTime, (1...366 * 86400).contains(seconds) {
            outcome.sessionLength = .seconds(seconds)
        }
        outcome.logOffURL = reply.message.logoffURL
        return outcome
    }
}
