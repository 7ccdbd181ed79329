#if canImport(CSQLite) && canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

@Suite struct `The report` {
    private let fixtures = URL.package.appending(path: "Fixtures")

    private func files(_ folder: String, _ suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: fixtures.appending(path: folder),
            includingPropertiesForKeys: nil
        )
        .map { $0.path() }.filter { $0.hasSuffix(suffix) }.sorted()
    }

    @Test func `Every recorded session makes a page that is well-formed and runs nothing`() async throws {
        let sessions = try files("sessions", ".session.json")
        #expect(sessions.count > 90)
        let page = try temporaryFile("")
        for session in LongForm.some(of: sessions) {
            let transcript = await Transcript.of("report", session, "--html", page)
            #expect(transcript.status == .success && transcript.output == [], "\(session): \(transcript.errors)")
            expect(PageCheck(try String(contentsOfFile: page, encoding: .utf8)).faults, [], "\(session)")
        }
    }

    @Test func `Every recorded answer makes a page of clients that is well-formed and runs nothing`() async throws {
        let page = try temporaryFile("")
        let answers = try ["portals", "filters", "trouble"].flatMap { try files($0, ".http") }
        #expect(answers.count > 100)
        for answer in LongForm.some(of: answers) {
            await expect(Transcript.of("emulate", answer, "--html", page).status, .success)
            expect(PageCheck(try String(contentsOfFile: page, encoding: .utf8)).faults, [], "\(answer)")
        }
        await expect(Transcript.of(words: ["emulate", "--html", page] + answers.prefix(5)).status, .success)
        let check = PageCheck(try String(contentsOfFile: page, encoding: .utf8))
        #expect(check.faults == [] && check.elements["details"] == 5)
    }

    @Test func `report of a session prints its availability and outages, as text and as JSON`() async throws {
        let session = fixtures.appending(path: "sessions/opennds-journey.session.json").path()
        let text = await Transcript.of("report", session).output.joined()
        for part in [
            "this device  85.83 %    35 s      1        5 s   5 s", "captive  the network requires you to sign in",
        ] {
            #expect(text.contains(part), "\(text)")
        }
        let paths = try #require(await Transcript.of("report", "--json", session).object()["paths"] as? [[String: Any]])
        let times = try #require(paths[0]["times"] as? [String: Double])
        #expect(abs(times.values.reduce(0, +) - 35.49) < 0.02, "\(times)")
        expect((paths[0]["outages"] as? [[String: Any]])?.count, 1)
    }

    @Test(.needs(.python)) func `A journal that watch keeps is reported, and its times add up`() async throws {
        let lines = try Tool.run(
            """
            D=$(mktemp -d); trap 'rm -rf "$D"' EXIT
            cat > $D/config <<END
            { "source": { "use": "source.scripted", "steps": [ { "interfaces": [{ "name": "reported0" }] },
                { "after": 1.2, "interfaces": [] } ] },
              "endpoints": ["apple.hotspot"], "limits": { "total": 0.3 },
              "notifiers": [{ "use": "notifier.outages", "file": "$D/journal.db" }] }
            END
            timeout -s TERM 2 "$tool" watch --config $D/config > /dev/null
            TZ=Europe/Berlin "$tool" report --journal $D/journal.db --since 1h
            "$tool" report --journal $D/journal.db --since 1h --utc | sed -n 2p
            "$tool" report --journal $D/journal.db --since 1h --html $D/page.html; echo "status $?"
            "$tool" report --journal $D/journal.db --since 1h --json | python3 -c '
            import json, sys
            from datetime import datetime
            report = json.load(sys.stdin)
            path = report["paths"][0]
            length = (datetime.fromisoformat(report["to"]) - datetime.fromisoformat(report["from"])).total_seconds()
            print("sum", abs(sum(path["times"].values()) - length) < 0.01 and length < 60, report["machine"], report["text"])'
            uname -n
            grep -c '<figure>' $D/page.html
            """
        )
        #expect(lines.contains { $0.hasPrefix("this device  0.00 %") }, "\(lines)")
        #expect(lines.contains("status 0"), "\(lines)")
        // The answer comes first; the period begins where the journal does, in local time, or in UTC if that is asked for.
        let headline = /0\.00 % available, (\d outages, longest|1 outage of) .*, now disconnected/
        #expect(lines.first?.wholeMatch(of: headline) != nil, "\(lines)")
        #expect(lines.dropFirst().first?.wholeMatch(of: /.* to .* CES?T \(\d+ m?s\)/) != nil, "\(lines)")
        #expect(lines.contains { $0.wholeMatch(of: /.* to .* UTC \(\d+ m?s\)/) != nil }, "\(lines)")
        let host = lines.dropLast().last ?? ""
        #expect(lines.contains { $0.hasPrefix("sum True \(host) 0.00 % available, ") }, "\(lines)")
        expect(lines.dropFirst().first?.hasPrefix(host), true)
        expect(lines.last, "1", "\(lines)")
    }

    @Test(.needs(.python), .needs(.program("sqlite3")))
    func `A journal of another machine is reported under its name, as text, JSON, CSV and page`() throws {
        let maker = fixtures.deletingLastPathComponent().appending(path: "Tests/Report/journal.py").path()
        let lines = try Tool.run(
            """
            D=$(mktemp -d); trap 'rm -rf "$D"' EXIT; cd "$D"
            python3 "\(maker)" bad.db kiosk-bad
            sqlite3 bad.db "DELETE FROM state; DELETE FROM run WHERE id > 1;
                UPDATE run SET wall = $(date +%s)000, seen = 100000000;
                INSERT INTO state (run, at, path, state, reason) VALUES (1, 96400000, '', 'online', NULL),
                (1, 97000000, '', 'captive', '{\\"code\\":\\"=cmd\\"}'), (1, 98800000, '', 'online', NULL)"
            "$tool" report --journal bad.db --utc | sed -n '1p; 2s/,.*//p'
            "$tool" report --journal bad.db --json | python3 -c '
            import json, sys
            machine = json.load(sys.stdin)
            print(machine["machine"], machine["state"], machine["isPresent"])'
            "$tool" report --journal bad.db --csv > csv
            python3 -c '
            import csv
            for row in csv.DictReader(open("csv", newline="")): print(row["machine"], row["state"], row["seconds"], row["code"])'
            "$tool" report --journal bad.db --html page.html
            grep -o '<h1>[^<]*' page.html
            """
        )
        expect(lines.prefix(2), ["50.00 % available, 1 outage of 30 min, now online", "kiosk-bad"], "\(lines)")
        #expect(lines.contains("kiosk-bad online True"), "\(lines)")
        #expect(lines.contains("kiosk-bad captive 1800.0 '=cmd"), "\(lines)")
        expect(lines.last, "<h1>Internet access of kiosk-bad", "\(lines)")
    }

    @Test func `report of one check names its access, and has no time line`() async throws {
        let session = fixtures.appending(path: "sessions/nginx-redirect-302.session.json").path()
        let text = await Transcript.of("report", session, "--utc").output.joined(separator: "\n")
        #expect(text.hasPrefix("captive") && text.contains("\none check at "), "\(text)")
        #expect(text.hasSuffix(" UTC: it says nothing about availability") && !text.contains("observed"), "\(text)")
        let page = try temporaryFile("")
        await expect(Transcript.of("report", session, "--html", page).status, .success)
        let check = PageCheck(try String(contentsOfFile: page, encoding: .utf8))
        #expect(check.elements["figure"] == nil && check.text.contains("captive"))
    }

    @Test func `report of this network has the evidence of a check, and of a watch its time line`() async throws {
        let server = try TestServer { _ in .message(status: 302, headers: ["Location": "http://login.example/<x>"]) }
        defer { server.stop() }
        let page = try temporaryFile("")
        let words = ["report", "--scope", "lo", "--endpoint", server.url("/").description, "--html", page]
        await expect(Transcript.of(words: words).status, .success)
        let once = PageCheck(try String(contentsOfFile: page, encoding: .utf8))
        #expect(once.faults == [] && once.elements["figure"] == nil && once.text.contains("login.example"))
        let transcript = await Transcript.of(words: words + ["--for", "1s", "--json"])
        #expect(transcript.status == .success && transcript.output.count == 1)
        let watched = PageCheck(try String(contentsOfFile: page, encoding: .utf8))
        #expect(watched.faults == [] && watched.elements["figure"] == 1 && (watched.elements["details"] ?? 0) >= 1)
    }

    @Test(arguments: [
        ([], ConnectivityCommand.ExitStatus.usage, "name what to report"),
        (["--since", "7d"], .usage, "--since requires --journal"),
        (["--journal", "/none", "--since", "0s"], .usage, "90m, 12h, 7d"),
        (["--journal", "/none", "a.json"], .usage, "cannot be combined"),
        (["--journal", "/none", "--csv", "--json"], .usage, "--csv and --json cannot be combined"),
        (["--journal", "/none", "--csv", "--html", "-"], .usage, "--csv and --html - cannot be combined"),
        (["a.json", "b.json"], .usage, "at most one"),
        (["--journal", "/none", "--journal", "/none"], .usage, "only once"),
        (["--journal", "/none", "--since", "7x"], .usage, "90m, 12h, 7d"),
        (["--for", "2d"], .usage, "from 1s through 1d"),
        (["--journal", "/none", "--since", "2999-01-01"], .usage, "a past time"),
        (["--journal", "/none", "--timeout", "1"], .usage, "applies to this network"),
        (["--journal", "/none/a.db"], .noInput, "No such file"),
        (["--journal", "/etc/passwd"], .data, "not a database"),
        (["/none.json", "--html", "/none/page"], .noInput, "cannot read"),
    ]) func `Wrong arguments of report are refused with advice`(
        words: [String],
        status: ConnectivityCommand.ExitStatus,
        part: String
    ) async {
        let transcript = await Transcript.of(words: ["report"] + words)
        #expect(transcript.status == status && transcript.errors.first?.contains(part) == true, "\(transcript)")
    }
}
#endif
