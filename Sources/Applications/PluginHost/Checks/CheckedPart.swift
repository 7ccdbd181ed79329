#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivitySignIn

/// A validator or a sign-in agent of a program whose laws are checked.
struct CheckedPart: Sendable {
    /// What a part says about an exchange: a verdict, or the steps of a sign-in.
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

        /// The result in short.
        var short: String {
            switch self {
            case .verdict(let verdict): verdict.finding.rawValue
            case .steps(let steps): "\(steps.count) steps"
            }
        }
    }

    /// The largest number of requests that a visit sends, and one more.
    static let stepCountMax = PortalVisit.stepCountMax + 1

    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    /// Creates a part; `nil` for a component of which the laws say nothing.
    init?(_ plugin: RunningPlugin, _ component: PluginManifest.Component, options: JSON) {
        guard component.isChecked else { return nil }
        (self.plugin, self.component, self.options) = (plugin, component, options)
    }

    /// The same part with other options, or of another process.
    func with(_ other: RunningPlugin? = nil, options: JSON? = nil) -> CheckedPart {
        CheckedPart(plugin: other ?? plugin, component: component, options: options ?? self.options)
    }

    private init(plugin: RunningPlugin, component: PluginManifest.Component, options: JSON) {
        (self.plugin, self.component, self.options) = (plugin, component, options)
    }

    /// What the part says.
    /// - Parameters:
    ///   - exchange: What a validator judges, or what a portal answers to each request of an agent.
    ///   - limit: The time for each message.
    ///   - stepCountMax: The largest number of messages for an agent.
    /// - Returns: What it says.
    /// - Throws: What kept the plugin from answering.
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
    /// Whether the laws of `plugin check` say anything about the component.
    var isChecked: Bool { stage == .validator || stage == .signIn }
}

extension PluginSignInStep {
    /// The step without the state, which can have numbers of the plugin's own.
    fileprivate var withoutState: PluginSignInStep {
        var step = self
        step.state = nil
        return step
    }
}
#endif
