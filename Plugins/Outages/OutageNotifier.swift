#if canImport(CSQLite) && os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Keeps a journal of outages in a file, from which `connectivityctl report` computes availability.
///
/// Its configuration name is `notifier.outages`; only `file` is required:
///
/// ```json
/// { "use": "notifier.outages", "file": "/var/lib/connectivity/outages.db", "mode": "0640", "days": 400 }
/// ```
///
/// The journal has a track for the device, one per path with `"scope": "each-interface"`, and one per subject of observations,
/// such as a service. A change of the access, of the code of its reason or of the interface is on the disk when the call returns.
/// Confirmations only prolong a state and are written once per minute. A process that is killed therefore loses only the end of
/// the last state, and changes that are faster than the disk and still wait in the mailbox. Preliminary decisions are left out.
///
/// `CLOCK_BOOTTIME` (clock_gettime(2)) measures durations, so setting the clock changes none. Sleep is recorded as such.
///
/// If the disk is full, or another process writes the journal, the failure is counted, and the missing entries are written with
/// the next event. A file that is damaged, or that is not a journal, is never changed. If the file is moved away or removed
/// during a run, a new one begins with the current states.
package struct OutageNotifier: Notifier {
    package struct Options: Sendable {
        /// The absolute path of the file.
        package var file: String
        /// The permissions of a new file.
        package var permissions: UInt16 = 0o644
        /// The time for which a state is kept after its end, in days, from 1 to 36500.
        package var days = 400
        /// The number of states that are kept besides the current ones.
        var stateCountMax = 50_000
    }

    package let options: Options
    private let recorder: OutageRecorder

    /// Creates a notifier; nothing is opened before the first event.
    package init(options: Options) { self.init(options, clock: .system) }

    init(_ options: Options, clock: JournalClock) {
        self.options = options
        recorder = OutageRecorder(
            file: options.file,
            permissions: options.permissions,
            OutageJournal.Writer.Limits(days: options.days, stateCount: options.stateCountMax),
            clock
        )
    }

    private static let dayRange = 1...36_500

    package var mailbox: NotifierMailbox { .all([.changes, .confirmations, .observations], upTo: 1000) }
    /// The database has files in the same folder.
    package var requirements: [Requirement] { [.replacedFile(options.file), .writtenFile(options.file)] }

    /// Writes the states that have changed.
    ///
    /// A confirmation prolongs the current states, and is written at most once per minute. At the end of the run it writes the
    /// end of the states, and closes the file. If it throws, the missing entries are written with the next event.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment):
            try await recorder.record(assessment, decidedAt: assessment.endedAt, isChange: true)
        case .assessmentConfirmed(let assessment):
            let time = assessment.confirmedAt ?? assessment.endedAt
            try await recorder.record(assessment, decidedAt: time, isChange: false)
        // An event without a duration is not a state.
        case .observed(let observation) where observation.since != nil: try await recorder.record(observation)
        case .runEnded: try await recorder.end()
        default: break
        }
    }
}

extension OutageNotifier: TableConfigurable {
    package static var pluginID: PluginID { "notifier.outages" }
    package static var summary: String {
        "keeps a journal of outages in an SQLite database, for connectivityctl report"
    }

    package static let table = FieldTable(
        Options(file: ""),
        [
            .required("file", \.file, .file(", such as /var/lib/connectivity/outages.db")),
            .converted("mode", \.permissions, .permissions(0o600), usual: "0644"),
            .filled("days", \.days, 400, Rule("must be a number of days from 1 to 36500", dayRange.contains)),
        ]
    )
}
#endif
