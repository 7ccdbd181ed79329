#if canImport(CSQLite) && os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry

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
    package let file: String
    /// The permissions of a new file.
    package let permissions: UInt16
    /// The time for which a state is kept after its end, in days.
    package let days: Int
    /// The number of states that are kept besides the current ones.
    package let stateCountMax: Int
    private let recorder: OutageRecorder

    /// Creates a notifier; nothing is opened before the first event.
    package init(file: String, permissions: UInt16 = 0o644, days: Int = 400, stateCountMax: Int = 50_000) {
        self.init(file: file, permissions: permissions, days: days, stateCountMax: stateCountMax, clock: .system)
    }

    init(
        file: String,
        permissions: UInt16 = 0o644,
        days: Int = 400,
        stateCountMax: Int = 50_000,
        clock: JournalClock
    ) {
        precondition(file.hasPrefix("/") && !file.hasSuffix("/"), "a journal needs an absolute path")
        precondition(Self.dayRange.contains(days), "days must be from 1 to 36500")
        precondition(Self.stateRange.contains(stateCountMax), "states must be from 100 to 1000000")
        self.file = file
        self.permissions = permissions & 0o777
        self.days = days
        self.stateCountMax = stateCountMax
        recorder = OutageRecorder(
            file: file,
            permissions: permissions & 0o777,
            OutageJournal.Writer.Limits(days: days, stateCount: stateCountMax),
            clock
        )
    }

    private static let dayRange = 1...36_500
    private static let stateRange = 100...1_000_000

    package var mailbox: NotifierMailbox { .all([.changes, .confirmations, .observations], upTo: 1000) }
    /// The database has files in the same folder.
    package var requirements: [Requirement] { [.replacedFile(file), .writtenFile(file)] }

    /// Writes the states that have changed.
    ///
    /// A confirmation prolongs the current states, and is written at most once per minute. At the end of the run it writes the
    /// end of the states, and closes the file. If it throws, the missing entries are written with the next event.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment):
            try await recorder.take(assessment, decidedAt: assessment.endedAt, isChange: true)
        case .assessmentConfirmed(let assessment):
            let time = assessment.confirmedAt ?? assessment.endedAt
            try await recorder.take(assessment, decidedAt: time, isChange: false)
        // An event without a duration is not a state.
        case .observed(let observation) where observation.since != nil: try await recorder.take(observation)
        case .runEnded: try await recorder.end()
        default: break
        }
    }
}

extension OutageNotifier: Configurable {
    package static var pluginID: PluginID { "notifier.outages" }
    package static var summary: String {
        "keeps a journal of outages in an SQLite database, for connectivityctl report"
    }

    private enum CodingKeys: CodingKey {
        case file, mode, days
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let file = try container.decode(String.self, forKey: .file)
        let mode = try container.decodeIfPresent(String.self, forKey: .mode) ?? "0644"
        let days = try container.decodeIfPresent(Int.self, forKey: .days) ?? 400
        guard file.hasPrefix("/"), !file.hasSuffix("/"), !file.utf8.contains(0), file.utf8.count < 4000 else {
            let text = "must be the absolute path of a file, such as /var/lib/connectivity/outages.db"
            throw container.fault(.file, text)
        }
        guard mode.utf8.count <= 4, let bits = UInt16(mode, radix: 8), bits <= 0o777, bits & 0o600 == 0o600 else {
            let text = "must be permissions in octal digits, such as 0640, by which the owner may read and write"
            throw container.fault(.mode, text)
        }
        guard Self.dayRange.contains(days) else {
            throw container.fault(.days, "must be a number of days from 1 to 36500")
        }
        self.init(file: file, permissions: bits, days: days)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode("0" + String(permissions, radix: 8), forKey: .mode)
        try container.encode(days, forKey: .days)
    }
}
#endif
