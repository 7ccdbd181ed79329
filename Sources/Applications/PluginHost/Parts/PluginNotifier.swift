#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry

/// A notifier in another process, which receives changes, confirmations, observations and the end of a run.
struct PluginNotifier: Notifier {
    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    /// The time for one event.
    private static let limit = Duration.seconds(10)

    var mailbox: NotifierMailbox { .all([.changes, .confirmations, .observations], upTo: 100) }

    func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment): try await send("changed", assessment)
        case .assessmentConfirmed(let assessment): try await send("confirmed", assessment)
        case .observed(let observation) where observation.isChange: try await send("observed", nil, observation)
        case .runEnded:
            // In a separate, awaited task: the task of a run that was ended from outside is cancelled, and cancellation would
            // prevent the request.
            try await Task.detached { try await send("ended", nil, within: .milliseconds(900)) }.value
        default: break
        }
    }

    private func send(
        _ event: String,
        _ assessment: Assessment?,
        _ observation: CompanionObservation? = nil,
        within limit: Duration = limit
    ) async throws {
        do throws(PluginFault) {
            var members = try plugin.members(component, options, "assessment", assessment)
            members.append(try PluginMember("observation", encoding: observation))
            members.append(PluginMember("event", .string(event)))
            let answer = try await plugin.ask("notify", members, within: limit)
            let _: Done = try answer.plugin(of: "notify")
        } catch {
            throw Refused(description: "the plugin \(component.id): \(error.detail)")
        }
    }

    private struct Done: Decodable {}

    private struct Refused: Error, CustomStringConvertible {
        var description: String
    }
}
#endif
