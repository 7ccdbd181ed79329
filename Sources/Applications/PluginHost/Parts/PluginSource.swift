#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import ConnectivityWire

/// An interface source in another process: each partial answer to `observe` is a snapshot.
struct PluginSource: InterfaceSource {
    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let last = Last()
        let members = [PluginMember("use", .string(component.id)), PluginMember("options", options)]
        do throws(PluginFault) {
            let end = try await plugin.ask("observe", members, within: nil) { answer in
                do throws(PluginFault) {
                    let snapshot = try (answer.plugin(of: "observe") as Written).snapshot
                    if last.replace(snapshot) { report(snapshot) }
                    return nil
                } catch {
                    return error
                }
            }
            let _: End = try end.plugin(of: "observe")
        } catch {
            try Task.checkCancellation()
            throw Refused(description: "the plugin \(component.id): \(error.detail)")
        }
    }

    private final class Last: Sendable {
        private let snapshot = Lock<InterfaceSnapshot?>(nil)

        /// Stores a snapshot; returns whether it differs from the previous one.
        func replace(_ new: InterfaceSnapshot) -> Bool {
            snapshot.withLock { old in
                defer { old = new }
                return old != new
            }
        }
    }

    private struct Written: Decodable {
        var snapshot: InterfaceSnapshot
        init(from decoder: any Decoder) throws { snapshot = try InterfaceSnapshot(writtenIn: decoder) }
    }

    private struct End: Decodable {}

    private struct Refused: Error, CustomStringConvertible {
        var description: String
    }
}
#endif
