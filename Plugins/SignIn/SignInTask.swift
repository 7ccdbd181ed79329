import ConnectivityCore

/// An attempt to sign in: a rule, the known facts about the portal, and the path to it.
struct SignInTask: Sendable {
    let rule: Int
    @Shared var occasion: SignInOccasion
    @Shared private(set) var interface: NetworkInterface
    /// The path to the portal: bound to its interface, with the name servers of its network.
    let path: ProbeRequest.Path

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
        _ family: IPAddress.Family?,
        _ assessment: Assessment
    ) {
        let own = interface.nameServers
        let servers = own.isEmpty ? assessment.snapshot.nameServers : own
        path = ProbeRequest.Path(interface: interface.name, family: family, nameServers: servers)
        (self.rule, self.occasion, self.interface) = (rule, occasion, interface)
    }
}

extension SignInTask {
    /// The end of an attempt: the agent's outcome, or the reason why it stopped.
    fileprivate typealias Ending = Result<SignInOutcome, SignInStop>

    private static let limit = Duration.seconds(60)

    /// Asks the agent of a rule, for at most a minute.
    func perform(by rule: SignInRule, with tools: CompanionWork.Tools, isShown: Bool = false) async -> SignInReport {
        let visit = PortalVisit(
            occasion,
            by: rule,
            through: tools.prober,
            on: path,
            limits: tools.limits,
            isShown: isShown
        )
        let begin = tools.now()
        let ending = await withTaskGroup(of: Ending?.self) { group in
            group.addTask {
                do throws(SignInStop) {
                    return .success(try await rule.agent.signIn(occasion, at: visit))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                let isOver = (try? await tools.sleep(Self.limit)) != nil
                let seconds = Self.limit.components.seconds
                return isOver ? .failure(SignInStop(.signIn("time-limit", ["limit": .integer(seconds)]))) : nil
            }
            var ending: Ending?
            for await next in group {
                if ending == nil, next != nil { group.cancelAll() }
                ending = ending ?? next
            }
            return ending
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
        report.apply(ending ?? .failure(cancelled), accepting: rule.accepts)
        return report
    }
}

extension SignInReport {
    fileprivate mutating func apply(_ ending: SignInTask.Ending, accepting terms: SignInRule.Terms?) {
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
