#if os(Linux)
internal import ConnectivityCore
internal import ConnectivityRegistry

/// A notifier in another process, which receives changes, confirmations and the end of a run.
struct PluginNotifier: Notifier {
    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    /// How long the plugin may take for one event.
    private static let limit = Duration.seconds(10)

    var mailbox: NotifierMailbox { .all([.changes, .confirmations], upTo: 100) }

    func assessmentChanged(_ assessment: Assessment) async throws { try await send("changed", assessment) }
    func assessmentConfirmed(_ assessment: Assessment) async throws { try await send("confirmed", assessment) }
    func runEnded(throwing error: (any Error)?) async throws { try await send("ended", Assessment?.none) }

    private func send(_ event: String, _ assessment: Assessment?) async throws {
        do throws(PluginFault) {
            let members = try plugin.members(component, options, "assessment", assessment)
            let answer = try await plugin.ask("notify", members + [("event", .string(event))], within: Self.limit)
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
