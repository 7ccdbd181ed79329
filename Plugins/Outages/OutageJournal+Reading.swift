import ConnectivityCore
import ConnectivityWire

#if canImport(CSQLite) && os(Linux)
import CSQLite
#endif

package struct Journal: Sendable {
    /// The name of the device that wrote it; `nil` if the journal has none.
    package var host: String?
    /// All states, in the order in which they were written.
    package var spans: [AccessSpan]
    /// The quality of the access in each hour, in order.
    package var quality: [QualityPeriod]

    /// Reads a journal.
    ///
    /// The call blocks; it writes nothing, except that it rolls back a transaction of a killed process.
    package init(_ path: String) throws(OutageJournalFault) {
        #if canImport(CSQLite) && os(Linux)
        let all: [AccessSpan]
        (host, all) = try OutageJournal.read(path)
        spans = all.filter { $0.path != QualityPeriod.track }
        quality = all.filter { $0.path == QualityPeriod.track }.compactMap { QualityPeriod(from: $0.from, $0.reason) }
            .sorted { $0.from < $1.from }
        #else
        throw OutageJournalFault(
            .unreadable,
            path,
            "this build cannot read journals; build it on Linux with the trait SQLite"
        )
        #endif
    }
}

#if canImport(CSQLite) && os(Linux)
extension OutageJournal {
    /// Twice the maximum number of rows in a journal; a damaged file can have more rows than bytes.
    private static let rowCountMax = 2_000_000

    private struct Run {
        var boot: String
        var seen: Int64
        /// The difference between the wall clock and the boot clock at the run's last reading.
        var offset: Int64
    }

    fileprivate static func read(_ path: String) throws(OutageJournalFault) -> (host: String?, spans: [AccessSpan]) {
        let database = try opened(path)
        guard try !isEmpty(database, path) else { return (nil, []) }
        do throws(SQLiteFault) {
            return try database.transaction("BEGIN") { () throws(SQLiteFault) in
                let runs = try runs(in: database)
                return (try host(in: database), try spans(of: runs, in: database))
            }
        } catch {
            throw fault(error, path)
        }
    }

    private static func opened(_ path: String) throws(OutageJournalFault) -> SQLiteDatabase {
        for flags in [SQLITE_OPEN_READONLY, SQLITE_OPEN_READWRITE] {
            do throws(SQLiteFault) {
                let database = try SQLiteDatabase(path, flags: flags)
                _ = try database.integer("PRAGMA user_version")
                return database
            } catch {
                // A transaction of a killed process must be rolled back first, which needs the right to write.
                if flags == SQLITE_OPEN_READONLY, error.code == csqlite_readonly_rollback { continue }
                throw fault(error, path)
            }
        }
        throw OutageJournalFault(.unreadable, path, "cannot be opened")
    }

    private static func runs(in database: SQLiteDatabase) throws(SQLiteFault) -> [Int64: Run] {
        var runs: [Int64: Run] = [:]
        var offsets: [String: Int64] = [:]
        try eachRow("SELECT id, boot, seen, wall FROM run NOT INDEXED ORDER BY id LIMIT ?", in: database) { row in
            let boot = row.text(1) ?? ""
            let run = Run(boot: boot, seen: row.integer(2), offset: row.integer(3) &- row.integer(2))
            runs[row.integer(0)] = run
            // The newest reading of the wall clock is the best one for all runs since the device started.
            if !boot.isEmpty { offsets[boot] = run.offset }
        }
        return runs.mapValues { run in
            Run(boot: run.boot, seen: run.seen, offset: offsets[run.boot] ?? run.offset)
        }
    }

    /// Runs a statement whose parameter is the maximum number of rows.
    private static func eachRow(
        _ sql: StaticString,
        in database: SQLiteDatabase,
        _ body: (SQLiteDatabase.Row) -> Void
    ) throws(SQLiteFault) {
        var count = 0
        try database.each(sql, [.integer(Int64(rowCountMax) + 1)]) { row in
            count += 1
            body(row)
        }
        guard count <= rowCountMax else {
            throw SQLiteFault(code: SQLITE_CORRUPT, text: "it has more than \(rowCountMax) rows")
        }
    }

    private struct Place: Hashable {
        var run: Int64
        var path: String
    }

    private static func spans(
        of runs: [Int64: Run],
        in database: SQLiteDatabase
    ) throws(SQLiteFault) -> [AccessSpan] {
        var spans: [AccessSpan] = []
        var lasting: [Place: Int] = [:]
        var texts: [String: Reason] = [:]
        try eachRow(
            "SELECT run, at, path, state, reason, interface FROM state NOT INDEXED ORDER BY id LIMIT ?",
            in: database
        ) { row in
            let place = Place(run: row.integer(0), path: (row.text(2) ?? "").printable(limit: 100))
            guard let run = runs[place.run] else { return }
            let from = Timestamp(milliseconds: row.integer(1) &+ run.offset)
            if let index = lasting[place] { spans[index].to = max(spans[index].from, from) }
            lasting[place] = spans.count
            let text = row.text(4)
            // Many states have the same reason.
            let reason = text.flatMap { text in
                texts[text]
                    ?? Reason(journalText: text).map { reason in
                        texts[text] = reason
                        return reason
                    }
            }
            spans.append(
                AccessSpan(
                    path: place.path,
                    row.text(3).flatMap(AccessSpan.State.init(rawValue:)) ?? .unobserved,
                    because: reason,
                    interface: row.text(5)?.printable(limit: 40),
                    from: from,
                    to: Timestamp(milliseconds: run.seen &+ run.offset)
                )
            )
        }
        return spans
    }
}

extension Reason {
    /// Reads the text of a journal; `nil` if it is not a reason.
    fileprivate init?(journalText text: String) {
        var reader = JSONReader(Array(text.utf8), byteCountMax: 100_000)
        guard let json = try? reader.next(), let reason = try? json.decode(Reason.self) else { return nil }
        self = reason
    }
}
#endif
