package import ConnectivityCore
import ConnectivityKit
package import ConnectivityRecords
package import ConnectivityRegistry

extension SessionRecording {
    package static let suffix = ".session.json"

    /// Reads a session that a user names on the command line; `-` is standard input.
    package init(file path: String) throws(CommandError) {
        try self.init(bytes: try InputFile.read(path, byteCountMax: Self.byteCountMax), path)
    }

    package init(bytes: [UInt8], _ path: String) throws(CommandError) {
        do throws(SessionRecordingError) {
            try self.init(parsing: bytes)
        } catch {
            throw FileKind.explain(CommandError(error, in: path), of: bytes, at: path, wanted: [.session])
        }
    }

    /// Replays the recording with its own configuration; `nil` without one.
    package func replayed(_ place: String, _ registry: PluginRegistry) throws(CommandError) -> SessionReplay? {
        guard let text = configuration else { return nil }
        let configuration: PipelineConfiguration
        do throws(PluginError) {
            configuration = try PipelineConfiguration(json: text.utf8, registry: registry)
        } catch {
            throw .data(CommandError(error, in: "\(place): configuration").text)
        }
        return SessionReplay(self, by: configuration.machine)
    }

    /// The last assessment with answers, or the last one if none has answers, decided by the session's configuration.
    ///
    /// A last assessment without a network counts even without answers. The result is `nil` if there is no assessment.
    package func lastAssessment(_ path: String, _ registry: PluginRegistry) throws(CommandError) -> Assessment? {
        guard let replay = try replayed(path, registry) else {
            throw .data("\(path.printable(limit: 200)): the session has no configuration by which it is decided")
        }
        let assessments = replay.assessments.map(\.assessment)
        let answered = assessments.last { !$0.endpoints.isEmpty }
        return assessments.last.map { $0.access == .disconnected ? $0 : answered ?? $0 }
    }
}

extension SessionRecording.Expectation {
    /// The expectation as one line for people.
    package var line: String {
        "\(access.printable(limit: 40)) \(code.printable(limit: 40))"
            + (signInURL.map { " \($0.description.printable(limit: 120))" } ?? "")
            + (cause.map { ", cause \($0.printable(limit: 60))" } ?? "")
            + paths.map { ", \($0.path) \($0.access.printable(limit: 40)) \($0.code.printable(limit: 40))" }.joined()
    }
}
