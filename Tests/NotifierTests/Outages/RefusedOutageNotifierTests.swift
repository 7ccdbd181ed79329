#if canImport(CSQLite) && os(Linux)
import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityOutages

/// Files that are no journal, or no longer a whole one.
extension `The journal of outages` {
    @Test(.needs(.program("sqlite3"))) func `A file that is not a journal, or is damaged, is refused and not changed`()
        async throws
    {
        func refusal(_ words: String, _ part: String) async throws {
            try shell("rm -f \(file)*; \(words)")
            let before = try Data(contentsOf: URL(filePath: file))
            let writing = await #expect(throws: OutageJournalFault.self) { try await report(.online, notifier()) }
            expect(writing?.description.contains(part), true, "\(words): \(writing?.description ?? "")")
            let reading = #expect(throws: OutageJournalFault.self) { try Journal(file).spans }
            #expect(reading?.kind == .unusable && reading?.description.contains(part) == true)
            try expect(Data(contentsOf: URL(filePath: file)), before)
        }
        try await refusal("seq 1000 > \(file)", "is not a database of SQLite; name another file")
        try await refusal("sqlite3 \(file) 'CREATE TABLE t (a)'", "is a database of another program")
        let newer =
            "sqlite3 \(file) 'PRAGMA application_id = \(0x5377_436F); PRAGMA user_version = 2; CREATE TABLE t (a)'"
        try await refusal(newer, "is a journal of version 2, and this program knows version 1")
    }

    @Test(.needs(.program("sqlite3"))) func `A journal with a view, a trigger or another table is refused at once`()
        async throws
    {
        let endless =
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id, 1 AS run, "
            + "x AS at, '' AS path, 'online' AS state, NULL AS reason, NULL AS interface FROM c WHERE x < 0"
        for change in [
            "DROP TABLE state; CREATE VIEW state AS \(endless)",
            "DROP TABLE run; CREATE TABLE run (id, boot, seen, wall)",
            "CREATE TRIGGER endless AFTER INSERT ON state BEGIN INSERT INTO run (boot) \(endless); END",
            "DROP TABLE run",
        ] {
            try shell("rm -f \(file)*")
            let first = notifier()
            try await report(.online, first)
            try await first.handle(.runEnded(throwing: nil))
            try shell("sqlite3 \(file) \"\(change)\"")
            let reading = #expect(throws: OutageJournalFault.self) { try Journal(file).spans }
            expect(reading?.kind, .unusable, "\(change)")
            expect(reading?.description.contains("has other tables than a journal"), true)
            await #expect(throws: OutageJournalFault.self) { try await report(.blocked, notifier()) }
        }
    }

    @Test func `Only a regular file is a journal, whatever SQLite would make of its name`() async throws {
        try shell("mkfifo \(file)")
        for path in [file, "/dev/zero", "/tmp", "file::memory:", ":memory:", "file:/dev/zero?mode=ro"] {
            let fault = #expect(throws: OutageJournalFault.self) { try Journal(path).spans }
            expect(fault?.kind, .unreadable, "\(path): \(fault as Any)")
        }
        await #expect(throws: OutageJournalFault.self) { try await report(.online, notifier()) }
    }

    @Test func `A journal with damaged pages is refused with its name and advice, and not changed`() async throws {
        let first = notifier(states: 1000)
        for number in 0..<200 { try await report(number.isMultiple(of: 2) ? .blocked : .online, first) }
        try await first.handle(.runEnded(throwing: nil))
        try shell("dd if=/dev/urandom of=\(file) bs=4096 seek=2 count=3 conv=notrunc 2>/dev/null")
        let before = try Data(contentsOf: URL(filePath: file))
        let error = await #expect(throws: OutageJournalFault.self) { try await report(.online, notifier()) }
        expect(error?.description.contains("journal.db: is damaged ("), true, "\(error?.description ?? "")")
        expect(error?.description.hasSuffix("move this one away so that a new one is begun"), true)
        #expect(throws: OutageJournalFault.self) { try Journal(file).spans }
        try expect(Data(contentsOf: URL(filePath: file)), before)
    }
}
#endif
