import ConnectivityCore

/// An attempt to sign in: a rule, what is known of the portal, and the way to it.
struct SignInTask: Sendable {
    /// The place of the rule.
    let rule: Int
    @Shared var occasion: SignInOccasion
    @Shared private(set) var interface: NetworkInterface
    /// The way to the portal: bound to its interface, with the name servers of its network.
    let path: ProbePath

    init(
        _ rule: Int,
        _ stated: SignInRule,
        at portal: CaptivePortal,
        on path: PathAssessment,
        _ interface: NetworkInterface,
        _ assessment: Assessment
    ) {
        var occasion = SignInOccasion(portal: portal, network: stated.name)
        occasion.accepts = stated.accepts
        let seen = path.endpoints.first { $0.verdict.finding == .captive && $0.exchange.request.url?.scheme == .http }
        (occasion.trigger, occasion.answer) = (seen?.exchange.request.url, seen?.exchange.response)
        self.init(rule, occasion, interface, path.path.family, assessment)
    }

    /// Creates the task that ends a session on an interface.
    init(
        endingAfter report: SignInReport?,
        _ rule: Int,
        _ stated: SignInRule,
        _ interface: NetworkInterface,
        _ assessment: Assessment
    ) {
        var occasion = SignInOccasion(.logOff, portal: .unknown, network: stated.name)
        occasion.last = report?.outcome
        self.init(rule, occasion, interface, nil, assessment)
    }

    private init(
        _ rule: Int,
        _ occasion: SignInOccasion,
        _ interface: NetworkInterface,
        _ family: AddressFamily?,
        _ assessment: Assessment
    ) {
        let own = interface.nameServers
        let servers = own.isEmpty ? assessment.snapshot.nameServers : own
        path = ProbePath(interface: interface.name, family: family, nameServers: servers)
        (self.rule, self.occasion, self.interface) = (rule, occasion, interface)
    }
}

extension SignInTask {
    private static let limit = Duration.seconds(60)

    /// Asks the agent of a rule, with what happens around it, for at most a minute.
    func perform(by rule: SignInRule, with tools: CompanionTools, isShown: Bool = false) async -> SignInReport {
        let visit = PortalVisit(
            occasion,
            by: rule,
            through: tools.prober,
            on: path,
            limits: tools.limits,
            isShown: isShown
        )
        let begin = tools.now()
        let attempt = await withTaskGroup(of: Attempt.self) { group in
            group.addTask { await ask(rule, at: visit, isShown: isShown) }
            group.addTask {
                let isOver = (try? await tools.sleep(Self.limit)) != nil
                let seconds = Self.limit.components.seconds
                let stop = SignInStop(.signIn("time-limit", ["limit": .integer(seconds)]))
                return Attempt(ending: isOver ? .failure(stop) : nil)
            }
            var attempt = Attempt()
            for await next in group {
                if attempt.ending == nil, next.ending != nil { group.cancelAll() }
                attempt.ending = attempt.ending ?? next.ending
                attempt.around = attempt.around ?? next.around
            }
            return attempt
        }
        var report = SignInReport(
            network: rule.name,
            interface: interface.name,
            agent: rule.agentName,
            purpose: occasion.purpose,
            steps: await visit.steps,
            startedAt: begin.wall,
            duration: tools.now().elapsed - begin.elapsed
        )
        let cancelled = SignInStop(.signIn("cancelled"), mayRepeat: true)
        report.take(attempt.ending ?? .failure(cancelled), accepting: rule.accepts)
        report.around = attempt.around
        return report
    }

    /// Begins what happens around a sign-in, asks the agent, and ends it in every case.
    private func ask(_ rule: SignInRule, at visit: PortalVisit, isShown: Bool) async -> Attempt {
        do throws(SignInStop) {
            // The gateway that ends a session is reached through its interface, regardless of the system's routes.
            guard let surroundings = rule.surroundings, !isShown, occasion.purpose != .logOff else {
                return Attempt(ending: .success(try await rule.agent.signIn(occasion, at: visit)))
            }
            guard let url = occasion.portal.signInURL, rule.names(url.host) else {
                throw SignInStop(.signIn("around-unnamed"))
            }
            // Otherwise every access point with the name of the network could have the commands run.
            if !rule.permitsPlainHTTP {
                guard try await visit.send(PortalRequest(url)).isVerified else {
                    throw SignInStop(.signIn("around-unverified", ["host": .text(url.host)]))
                }
            }
            let end = try await surroundings.begin(for: url.host)
            var attempt = Attempt()
            do throws(SignInStop) {
                attempt.ending = .success(try await rule.agent.signIn(occasion, at: visit))
            } catch {
                attempt.ending = .failure(error)
            }
            attempt.around = await end()
            return attempt
        } catch {
            return Attempt(ending: .failure(error))
        }
    }
}

/// How an attempt ended.
private struct Attempt: Sendable {
    /// What the agent returned, or why it stopped; `nil` if that is not known yet.
    var ending: Result<SignInOutcome, SignInStop>?
    /// Why what was changed around it may still be so.
    var around: Reason?
}

extension SignInReport {
    /// Takes how the attempt ended.
    fileprivate mutating func take(
        _ ending: Swift.Result<SignInOutcome, SignInStop>,
        accepting terms: SignInRule.Terms?
    ) {
        switch ending {
        case .success(let outcome):
            switch outcome.claim {
            case .accepted: result = .accepted
            case .refused: result = .refused
            case .unclear: result = .unclear
            }
            (reason, sessionLength, logOffURL) = (outcome.reason, outcome.sessionLength, outcome.logOffURL)
            termsDigest = outcome.termsDigest
            if termsDigest != nil { accepted = terms?.text }
        case .failure(let stop):
            (result, reason, mayRepeat) = (.stopped, stop.reason, stop.mayRepeat)
        }
    }
}
