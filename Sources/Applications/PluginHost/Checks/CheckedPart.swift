#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivitySignIn

/// A validator or sign-in agent of a program, as the subject of the laws.
struct CheckedPart: Sendable {
    /// The answer of a part to an exchange: a verdict, or the steps of a sign-in.
    enum Saying: Equatable, Sendable {
        case verdict(Verdict)
        case steps([PluginSignInStep])

        /// The claim that an exchange without an answer cannot justify; `nil` without one.
        var claim: String? {
            switch self {
            case .verdict(let verdict): verdict.finding == .genuine ? "finds genuine" : nil
            case .steps(let steps): steps.last?.outcome == .accepted ? "says that the portal accepted" : nil
            }
        }

        var short: String {
            switch self {
            case .verdict(let verdict): verdict.finding.rawValue
            case .steps(let steps): "\(steps.count) steps"
            }
        }
    }

    /// One more than the largest number of requests that a visit sends.
    static let stepCountMax = PortalVisit.stepCountMax + 1

    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    /// Creates a part; `nil` for a component to which no law applies.
    init?(_ plugin: RunningPlugin, _ component: PluginManifest.Component, options: JSON) {
        guard component.isChecked else { return nil }
        (self.plugin, self.component, self.options) = (plugin, component, options)
    }

    /// The same part with other options or of another process.
    func with(_ other: RunningPlugin? = nil, options: JSON? = nil) -> CheckedPart {
        CheckedPart(plugin: other ?? plugin, component: component, options: options ?? self.options)
    }

    private init(plugin: RunningPlugin, component: PluginManifest.Component, options: JSON) {
        (self.plugin, self.component, self.options) = (plugin, component, options)
    }

    /// The verdict on an exchange, or the steps of a sign-in whose portal answers each request with the exchange.
    ///
    /// `limit` is the time for each message, `stepCountMax` the largest number of messages for an agent.
    func saying(
        on exchange: ProbeExchange,
        within limit: Duration,
        stepCountMax: Int = stepCountMax
    ) async throws(PluginFault) -> Saying {
        guard component.stage == .signIn else {
            let witness = PluginWitness(plugin: plugin, component: component, options: options)
            return .verdict(try await witness.opinion(on: exchange, within: limit))
        }
        let agent = PluginSignInAgent(plugin: plugin, component: component, options: options)
        var step = try await agent.step("sign-in", "occasion", Self.occasion(on: exchange), within: limit)
        var steps = [step.withoutState]
        while case .send(let request, let state) = step.meaning, case .success(.http(let response)) = exchange.outcome,
            steps.count < stepCountMax
        {
            let answer = PluginPortalAnswer(PortalAnswer(request.url, response))
            step = try await agent.step("portal-answer", "answer", answer, state: state, within: limit)
            steps.append(step.withoutState)
        }
        return .steps(steps)
    }

    private static func occasion(on exchange: ProbeExchange) -> PluginSignInOccasion {
        var portal = CaptivePortal.unknown
        portal.signInURL = "https://portal.example/"
        var occasion = SignInOccasion(portal: portal, network: "law")
        (occasion.trigger, occasion.answer) = (exchange.request.url, exchange.response)
        return PluginSignInOccasion(occasion, secrets: ["username", "password"])
    }
}

extension PluginManifest.Component {
    /// Whether a law of `plugin check` applies to the component.
    var isChecked: Bool { stage == .validator || stage == .signIn }
}

extension PluginSignInStep {
    /// The step without the state, which can contain numbers that the plugin chooses.
    fileprivate var withoutState: PluginSignInStep {
        var step = self
        step.state = nil
        return step
    }
}
#endif
