package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityToolkit
package import ConnectivityWire

/// Keeps the newest assessment in a file, as JSON, for programs that read it instead of being called.
///
/// Its configuration name is `notifier.state-file`; only `file` is required:
///
/// ```json
/// { "use": "notifier.state-file", "file": "/run/connectivity/state.json", "mode": "0640" }
/// ```
///
/// The file is one line: the assessment with all its evidence, without what recordings replace, and the observations of
/// companions. It is replaced at every change, also of observations, and every confirmation, whose time is its member
/// `confirmedAt`. It is replaced atomically: the new content is written to a hidden file in the same folder, flushed to the
/// disk (fsync(2)) and renamed (rename(2)). If the disk is full or the folder is not writable, the old file stays and the
/// failure is counted; the next event tries again.
///
/// If another process keeps the file, the failure is counted, and the file stays as that process writes it.
/// If the disk is slow, only the newest change and the newest confirmation wait.
package struct StateFileNotifier: Notifier {
    package private(set) var file: String
    private var permissions: UInt16
    private let newest = NewestAssessment()
    private let keeper = FileKeeper()

    /// Creates a notifier; nothing is written before the first event.
    /// - Parameters:
    ///   - file: The absolute path of the file; `-` is standard output.
    ///   - permissions: The permissions of the file, from 0 to 0o777.
    package init(file: String, permissions: UInt16 = 0o644) {
        precondition(file == "-" || file.hasPrefix("/") && !file.hasSuffix("/"), "a state file needs an absolute path")
        (self.file, self.permissions) = (file, permissions & 0o777)
    }

    private var target: WrittenFile { WrittenFile(file, permissions: permissions) }

    package var mailbox: NotifierMailbox { .newest([.changes, .confirmations, .observations]) }
    package var requirements: [Requirement] { target.requirements }

    /// Replaces the file at a change, at a confirmation and if the run continues an earlier one.
    ///
    /// At the end it removes the file, unless it is not a regular file. If it throws, the old file
    /// stays.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier): if let earlier { try await write(earlier) }
        case .assessmentChanged(let assessment), .assessmentConfirmed(let assessment): try await write(assessment)
        case .observed(let observation):
            // A confirmation alone does not justify a write; the next assessment includes it.
            guard let assessment = newest.record(observation) else { return }
            try await write(assessment)
        case .runEnded:
            newest.clear()
            try await keeper.remove(target)
        default: break
        }
    }

    private func write(_ assessment: Assessment) async throws {
        newest.store(assessment)
        try await keeper.write(try JSON(encoding: assessment).sorted.withoutSecrets + "\n", to: target)
    }
}

extension StateFileNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.state-file" }
    package static var summary: String { "keeps the newest assessment in a file, as JSON, replaced atomically" }

    package static let fields = FieldTable(
        Self(file: "-"),
        [
            .required("file", \.file, .output),
            .converted("mode", \.permissions, .permissions(), usual: "0644"),
        ]
    )
}
