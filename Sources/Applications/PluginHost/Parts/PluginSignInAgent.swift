#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivitySignIn

/// A sign-in agent in another process, which is asked step by step.
///
/// It sends nothing by itself and receives no secret: each of its answers is a request, which the visit to the portal checks,
/// fills in and sends, or an outcome, or why it stops. The visit's limits hold for it as for an agent of this process.
struct PluginSignInAgent: SignInAgent {
    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    /// How long the plugin may take for one step.
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
                // The visit ends it after its largest number of requests.
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

    /// What the plugin says to one message.
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
    /// Why a sign-in stops because of the fault.
    fileprivate func stop(of plugin: String) -> SignInStop {
        if kind == .cancelled { return SignInStop(.signIn("cancelled"), mayRepeat: true) }
        let reason = Reason.signIn(
            "plugin-failed",
            ["plugin": .text(plugin), "fault": .text(kind.rawValue), "detail": .text(detail)]
        )
        // What it says wrong, it says wrong again.
        return SignInStop(reason, mayRepeat: kind != .malformed && kind != .refused)
    }
}
#endif
