#if canImport(CSQLite) && os(Linux)
import CSQLite
import ConnectivityCore
import ConnectivityToolkit
import ConnectivityWire
import Glibc

/// The file of the states: a database of SQLite with three tables.
///
/// The row of `host` is the name of the device that wrote last; journals of earlier programs lack this table. A row of
/// `run` is one run of a pipeline; a row of `state` is the state of one path from a moment on. A state lasts until the
/// next one of its path in the same run, and the last one until the last reading of the run. Moments are milliseconds
/// of the boot clock. The wall clock at the last reading of a run converts them into civil time, for all runs since the
/// device started, so that setting the clock changes no duration.
enum OutageJournal {
    /// Marks the file as a journal of this package (`PRAGMA application_id`); in ASCII "SwCo".
    private static let applicationID: Int64 = 0x5377_436F
    /// The version of the tables (`PRAGMA user_version`).
    private static let version: Int64 = 1

    private static let advice = "name another file, or move this one away so that a new one is begun"

    private static let runTable: StaticString = """
        CREATE TABLE run (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, seen INTEGER NOT NULL,
                          wall INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0)
        """
    private static let stateTable: StaticString = """
        CREATE TABLE state (id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run (id),
                            at INTEGER NOT NULL, path TEXT NOT NULL, state TEXT NOT NULL, reason TEXT,
                            interface TEXT)
        """

    private static let hostTable: StaticString = "CREATE TABLE host (name TEXT NOT NULL)"

    /// The name of the device that wrote the journal; `nil` if the journal has none.
    static func host(in database: SQLiteDatabase) throws(SQLiteFault) -> String? {
        guard try hasHost(database) else { return nil }
        return try database.text("SELECT name FROM host LIMIT 1")?.printable(limit: 100)
    }

    fileprivate static func store(host: String, in database: SQLiteDatabase) throws(SQLiteFault) {
        if try !hasHost(database) { try database.run(hostTable) }
        try database.run("DELETE FROM host")
        try database.run("INSERT INTO host (name) VALUES (?)", .text(host))
    }

    /// Returns whether the table exists and is a table: a view may have rows without end.
    private static func hasHost(_ database: SQLiteDatabase) throws(SQLiteFault) -> Bool {
        try database.integer("SELECT count(*) FROM sqlite_schema WHERE sql = ?", .text(hostTable.description)) == 1
    }

    /// Checks that the database is a journal, and returns whether it is still empty.
    static func isEmpty(_ database: SQLiteDatabase, _ path: String) throws(OutageJournalFault) -> Bool {
        let owner, found, tableCount, ownCount: Int64
        do throws(SQLiteFault) {
            owner = try database.integer("PRAGMA application_id")
            found = try database.integer("PRAGMA user_version")
            tableCount = try database.integer("SELECT count(*) FROM sqlite_schema")
            // A view instead of a table may have rows without end, and a trigger may run without end.
            ownCount = try database.integer(
                "SELECT coalesce(sum(CASE WHEN type = 'trigger' THEN -2 ELSE sql IN (?, ?) END), 0) FROM sqlite_schema",
                .text(runTable.description),
                .text(stateTable.description)
            )
        } catch {
            throw fault(error, path)
        }
        if owner == 0, found == 0, tableCount == 0 { return true }
        guard owner == applicationID else {
            throw OutageJournalFault(.unusable, path, "is a database of another program; \(advice)")
        }
        guard found == version else {
            let text = "is a journal of version \(found), and this program knows version \(version); \(advice)"
            throw OutageJournalFault(.unusable, path, text)
        }
        guard ownCount == 2 else {
            throw OutageJournalFault(.unusable, path, "has other tables than a journal; \(advice)")
        }
        return false
    }

    static func create(in database: SQLiteDatabase) throws(SQLiteFault) {
        try database.transaction("BEGIN IMMEDIATE") { () throws(SQLiteFault) in
            try database.run(runTable)
            try database.run(stateTable)
            try database.run("CREATE INDEX state_of_path ON state (run, path, id)")
            try database.run("PRAGMA application_id = 1400324975")
            try database.run("PRAGMA user_version = 1")
        }
    }

    static func fault(_ fault: SQLiteFault, _ path: String) -> OutageJournalFault {
        switch fault.primary {
        case SQLITE_NOTADB:
            OutageJournalFault(.unusable, path, "is not a database of SQLite; \(advice)")
        case SQLITE_CORRUPT:
            OutageJournalFault(.unusable, path, "is damaged (\(fault.text.printable(limit: 200))); \(advice)")
        case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG:
            // The statements are valid, so the tables were created by another program.
            OutageJournalFault(.unusable, path, "has other tables (\(fault.text.printable(limit: 200))); \(advice)")
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            OutageJournalFault(.unreadable, path, fault.text.printable(limit: 200), number: fault.number)
        case SQLITE_FULL:
            OutageJournalFault(.passing, path, "the disk is full; what is missing is written when there is room")
        default:
            OutageJournalFault(.passing, path, fault.text.printable(limit: 200), number: fault.number)
        }
    }

    /// Adds to the journal; used by one thread at a time.
    final class Writer {
        struct Limits: Hashable, Sendable {
            /// The time for which a state is kept after its end, in days.
            var days: Int
            /// The number of states that are kept besides the current ones.
            var stateCount: Int
        }

        struct Batch {
            var entries: [LedgerEntry]
            var seen: JournalTime
            var isEnd: Bool
        }

        private static let dayMilliseconds: Int64 = 86_400_000

        private let path: String
        private let bootID: String
        private let host: String?
        private let limits: Limits
        private let lock: FileLock
        private let file: FileIdentity
        private let database: SQLiteDatabase
        private var run: Int64?
        private var insertedCount = Int.max / 2
        private var prunedAt: Int64?

        /// Opens or creates the journal at an absolute path; the boot ID identifies the time since the device started.
        init(
            _ path: String,
            permissions: UInt16,
            bootID: String,
            host: String? = HostName.current,
            _ limits: Limits
        ) throws(OutageJournalFault) {
            (self.path, self.bootID, self.host, self.limits) = (path, bootID, host, limits)
            lock = try FileLock.journal(path)
            do throws(Errno) {
                try FileIdentity.create(path, permissions)
                file = try FileIdentity(path)
            } catch {
                throw OutageJournalFault(.unreadable, path, error.description, number: error.number)
            }
            do throws(SQLiteFault) {
                database = try SQLiteDatabase(path, flags: SQLITE_OPEN_READWRITE)
                // A reader needs no right to write in the folder, unlike with a write-ahead log.
                try database.run("PRAGMA journal_mode = DELETE")
                // A change, and the removal of the rollback journal, is on the disk when the call returns.
                try database.run("PRAGMA synchronous = EXTRA")
            } catch {
                throw fault(error, path)
            }
            let isEmpty = try isEmpty(database, path)
            do throws(SQLiteFault) {
                if isEmpty {
                    try create(in: database)
                } else if let message = try database.text("PRAGMA quick_check(1)"), message != "ok" {
                    throw SQLiteFault(code: SQLITE_CORRUPT, text: message)
                }
            } catch {
                throw fault(error, path)
            }
        }

        /// Whether the path still leads to the opened file.
        var isInPlace: Bool { (try? FileIdentity(path)) == file }

        /// Adds entries and the time of the run's last reading; durable when the call returns, or not done at all.
        func add(_ batch: Batch) throws(OutageJournalFault) {
            do throws(SQLiteFault) {
                let inserted = try database.transaction("BEGIN IMMEDIATE") { () throws(SQLiteFault) in
                    let run = try store(batch)
                    for entry in batch.entries { try insert(entry, in: run) }
                    let count = insertedCount + batch.entries.count
                    let isDue = prunedAt.map { batch.seen.boot - $0 >= Self.dayMilliseconds } ?? true
                    guard isDue || count > max(100, limits.stateCount / 10) else { return (run, count, prunedAt) }
                    try prune(run, isDue ? batch.seen.wall : nil)
                    return (run, 0, isDue ? batch.seen.boot : prunedAt)
                }
                (run, insertedCount, prunedAt) = inserted
            } catch {
                throw fault(error, path)
            }
        }

        private func store(_ batch: Batch) throws(SQLiteFault) -> Int64 {
            let times: [SQLiteDatabase.Value] = [.integer(batch.seen.boot), .integer(batch.seen.wall)]
            guard let run else {
                if let host { try OutageJournal.store(host: host, in: database) }
                try database.each(
                    "INSERT INTO run (seen, wall, ended, boot) VALUES (?, ?, ?, ?)",
                    times + [.integer(batch.isEnd ? 1 : 0), .text(bootID)]
                ) { _ in }
                return database.lastRow
            }
            try database.each(
                "UPDATE run SET seen = ?, wall = ?, ended = ? WHERE id = ?",
                times + [.integer(batch.isEnd ? 1 : 0), .integer(run)]
            ) { _ in }
            return run
        }

        private func insert(_ entry: LedgerEntry, in run: Int64) throws(SQLiteFault) {
            try database.run(
                "DELETE FROM state WHERE run = ? AND path = ? AND at = ?",
                .integer(run),
                .text(entry.path),
                .integer(entry.at)
            )
            try database.run(
                "INSERT INTO state (run, at, path, state, reason, interface) VALUES (?, ?, ?, ?, ?, ?)",
                .integer(run),
                .integer(entry.at),
                .text(entry.path),
                .text(entry.state),
                .text(orNull: entry.reason?.journalText),
                .text(orNull: entry.interface)
            )
        }

        /// Removes states beyond the limits, but never the current ones of this run.
        private func prune(_ run: Int64, _ now: Int64?) throws(SQLiteFault) {
            if let now {
                let oldest = SQLiteDatabase.Value.integer(now - Int64(limits.days) * Self.dayMilliseconds)
                // A state ends with the next one of its path, or with its run.
                try database.run(
                    """
                    DELETE FROM state WHERE id IN (
                        SELECT state.id FROM state JOIN run ON run.id = state.run
                        WHERE run.id <> ?1 AND run.wall < ?2 OR EXISTS (
                            SELECT 1 FROM state AS next WHERE next.run = state.run AND next.path = state.path
                                AND next.id > state.id AND run.wall - run.seen + next.at < ?2))
                    """,
                    .integer(run),
                    oldest
                )
            }
            let last = try database.integer("SELECT max(id) FROM state")
            try database.run(
                """
                DELETE FROM state WHERE id <= ?1 AND (run <> ?2 OR state = 'absent' OR id NOT IN (
                    SELECT max(id) FROM state WHERE run = ?2 GROUP BY path))
                """,
                .integer(last - Int64(limits.stateCount)),
                .integer(run)
            )
            try database.run(
                "DELETE FROM run WHERE id <> ? AND NOT EXISTS (SELECT 1 FROM state WHERE state.run = run.id)",
                .integer(run)
            )
        }
    }
}

extension Reason {
    /// The maximum size of a reason's JSON; of a larger one, only the code is kept.
    private static let journalByteCountMax = 1000

    /// The reason as JSON, with its facts if they are short.
    fileprivate var journalText: String {
        let whole = (try? JSON(encoding: self, isSparse: true).text) ?? ""
        guard whole.isEmpty || whole.utf8.count > Self.journalByteCountMax else { return whole }
        return (try? JSON(encoding: Reason(code.printable(limit: 100)), isSparse: true).text) ?? ""
    }
}
#endif
