#if canImport(CSQLite) && os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// Converts events to entries, and writes them on separate threads; entries that cannot be written wait.
final class OutageRecorder: Sendable {
    /// The interval at which confirmations are written, in milliseconds.
    static let confirmationInterval: Int64 = 60_000
    /// The maximum number of entries that wait for a disk; above it, the oldest are lost.
    private static let waitingCountMax = 10_000

    private struct State {
        var ledger = Ledger()
        /// The entries that are not on the disk, in order, with growing numbers.
        var waiting: [(number: Int, entry: LedgerEntry)] = []
        var nextNumber = 0
        /// The number of entries that were dropped.
        var lostCount = 0
        /// The time of the last write of confirmations, by the boot clock.
        var writtenAt: Int64?
    }

    private let file: String
    private let permissions: UInt16
    private let limits: OutageJournal.Writer.Limits
    private let clock: JournalClock
    /// Held for moments only.
    private let state = Lock(State())
    /// Held while a disk is written, and only by separate threads.
    private let writer = Lock<OutageJournal.Writer?>(nil)

    init(file: String, permissions: UInt16, _ limits: OutageJournal.Writer.Limits, _ clock: JournalClock) {
        (self.file, self.permissions, self.limits, self.clock) = (file, permissions, limits, clock)
    }

    func record(_ assessment: Assessment, decidedAt time: Timestamp, isChange: Bool) async throws {
        try await record(at: time, isChange: isChange) { $0.record(assessment, at: $1) }
    }

    func record(_ observation: CompanionObservation) async throws {
        try await record(at: observation.at, isChange: observation.isChange) { $0.record(observation, at: $1) }
    }

    private func record(
        at time: Timestamp,
        isChange: Bool,
        _ entries: (inout Ledger, JournalTime) -> [LedgerEntry]
    ) async throws {
        let moment = clock.now().moved(to: time)
        let isDue = state.withLock { state in
            for entry in entries(&state.ledger, moment) {
                state.waiting.append((state.nextNumber, entry))
                state.nextNumber += 1
            }
            let excess = max(0, state.waiting.count - Self.waitingCountMax)
            state.waiting.removeFirst(excess)
            state.lostCount += excess
            guard !isChange, state.waiting.isEmpty, let writtenAt = state.writtenAt else { return true }
            return moment.boot - writtenAt >= Self.confirmationInterval
        }
        if isDue { try await BackgroundThread.run { try self.write() } }
    }

    /// Writes the end of the states; throws with the number of entries that are lost.
    func end() async throws {
        let moment = clock.now()
        let ending = state.withLock { state in
            if let entry = state.ledger.end(at: moment) {
                state.waiting.append((state.nextNumber, entry))
            }
            defer { state = State() }
            return state
        }
        guard ending.ledger.seen != nil else { return }
        do {
            try await BackgroundThread.run {
                try self.writer.withLock { writer in
                    defer { writer = nil }
                    try self.write(ending, isEnd: true, with: &writer)
                }
            }
        } catch let fault as OutageJournalFault where !ending.waiting.isEmpty {
            throw fault.losing(ending.waiting.count + ending.lostCount)
        }
        guard ending.lostCount == 0 else {
            let reason = "more than \(Self.waitingCountMax) waited for the disk"
            throw OutageJournalFault(.passing, file, reason).losing(ending.lostCount)
        }
    }

    private func write() throws {
        try writer.withLock { writer in
            let known = state.withLock { $0 }
            try write(known, isEnd: false, with: &writer)
            state.withLock { state in
                state.waiting.removeAll { $0.number <= known.waiting.last?.number ?? -1 }
                state.writtenAt = known.ledger.seen?.boot
            }
        }
    }

    private func write(_ known: State, isEnd: Bool, with writer: inout OutageJournal.Writer?) throws {
        guard let seen = known.ledger.seen else { return }
        if writer?.isInPlace == false { writer = nil }
        var entries = known.waiting.map(\.entry)
        // Another file begins with the current states.
        if known.writtenAt != nil, writer == nil {
            entries = known.ledger.current.filter { !entries.contains($0) } + entries
        }
        do {
            let open =
                try writer ?? OutageJournal.Writer(file, permissions: permissions, bootID: clock.bootID, limits)
            writer = open
            try open.add(.init(entries: entries, seen: seen, isEnd: isEnd))
        } catch {
            // A full disk leaves the file unchanged; after any other error, the next event examines it again.
            if (error as? OutageJournalFault)?.kind != .passing { writer = nil }
            throw error
        }
    }
}
#endif
