#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivitySignIn

/// A sign-in agent in another process, which receives one message per step.
///
/// It sends nothing itself and receives no secret. Each of its answers is a request, an outcome or the reason for a stop;
/// the visit to the portal checks, fills in and sends a request. The limits of the visit apply as for a built-in agent.
struct PluginSignInAgent: SignInAgent {
    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    /// The time for one step.
    private static let limit = Duration.seconds(10)

    var version: String? { "\(plugin.manifest.version) \(plugin.digest)" }

    func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
        let asked = PluginSignInOccasion(occasion, secrets: visit.secretNames)
        var step = try await ask("sign-in", "occasion", asked)
        while true {
            switch step.meaning {
            case .end(let outcome): return outcome
            case .stop(let stop): throw stop
            case .send(let request, let state):
                // The visit stops the loop after its largest number of requests.
                let answer = PluginPortalAnswer(try await visit.send(request))
                step = try await ask("portal-answer", "answer", answer, state: state)
            }
        }
    }

    private func ask(
        _ type: String,
        _ name: String,
        _ value: some Encodable,
        state: JSON? = nil
    ) async throws(SignInStop) -> PluginSignInStep {
        do throws(PluginFault) {
            return try await step(type, name, value, state: state, within: Self.limit)
        } catch {
            throw error.stop(of: component.id)
        }
    }

    /// The answer of the plugin to one message.
    func step(
        _ type: String,
        _ name: String,
        _ value: some Encodable,
        state: JSON? = nil,
        within limit: Duration
    ) async throws(PluginFault) -> PluginSignInStep {
        var members = try plugin.members(component, options, name, value)
        if let state { members.append(PluginMember("state", state)) }
        return try await plugin.ask(type, members, within: limit).plugin(of: type)
    }
}

extension PluginFault {
    /// The stop of a sign-in because of the fault.
    fileprivate func stop(of plugin: String) -> SignInStop {
        if kind == .cancelled { return SignInStop(.signIn("cancelled"), mayRepeat: true) }
        let reason = Reason.signIn(
            "plugin-failed",
            ["plugin": .text(plugin), "fault": .text(kind.rawValue), "detail": .text(detail)]
        )
        // The plugin would repeat a wrong answer.
        return SignInStop(reason, mayRepeat: kind != .malformed && kind != .refused)
    }
}
#endif
