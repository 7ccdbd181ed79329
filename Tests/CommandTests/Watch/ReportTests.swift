#if canImport(CSQLite) && canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

@Suite struct `The report` {
    private let fixtures = URL.package.appending(path: "Fixtures")

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
            "$tool" report --config $D/config --utc | head -1 > $D/named
            "$tool" report $D/journal.db --utc | head -1 | sed 's/ longest.*//' | cmp - <(sed 's/ longest.*//' $D/named) && echo same
            TZ=Europe/Berlin "$tool" report $D/journal.db --since 1h
            "$tool" report $D/journal.db --since 1h --utc | sed -n 2p
            "$tool" report $D/journal.db --since 1h --html $D/page.html; echo "status $?"
            "$tool" report $D/journal.db --since 1h --json | python3 -c '
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
        // Without JOURNAL, it is that of the configuration.
        expect(lines.first, "same", "\(lines)")
        #expect(lines.contains { $0.hasPrefix("this device  0.00 %") }, "\(lines)")
        #expect(lines.contains("status 0"), "\(lines)")
        // The answer comes first; the period begins where the journal does, in local time, or in UTC if that is asked for.
        let headline = /0\.00 % available, (\d outages, longest|1 outage of) .*, now disconnected/
        #expect(lines.dropFirst().first?.wholeMatch(of: headline) != nil, "\(lines)")
        #expect(lines.dropFirst(2).first?.wholeMatch(of: /.* to .* CES?T \(\d+ m?s\)/) != nil, "\(lines)")
        #expect(lines.contains { $0.wholeMatch(of: /.* to .* UTC \(\d+ m?s\)/) != nil }, "\(lines)")
        let host = lines.dropLast().last ?? ""
        #expect(lines.contains { $0.hasPrefix("sum True \(host) 0.00 % available, ") }, "\(lines)")
        expect(lines.dropFirst(2).first?.hasPrefix(host), true)
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
            "$tool" report bad.db --utc | sed -n '1p; 2s/,.*//p'
            "$tool" report bad.db --json | python3 -c '
            import json, sys
            machine = json.load(sys.stdin)
            print(machine["machine"], machine["state"], machine["isPresent"])'
            "$tool" report bad.db --csv > csv
            python3 -c '
            import csv
            for row in csv.DictReader(open("csv", newline="")): print(row["machine"], row["state"], row["seconds"], row["code"])'
            "$tool" report bad.db --html page.html
            grep -o '<h1>[^<]*' page.html
            """
        )
        expect(lines.prefix(2), ["50.00 % available, 1 outage of 30 min, now online", "kiosk-bad"], "\(lines)")
        #expect(lines.contains("kiosk-bad online True"), "\(lines)")
        #expect(lines.contains("kiosk-bad captive 1800.0 '=cmd"), "\(lines)")
        expect(lines.last, "<h1>Internet access of kiosk-bad", "\(lines)")
    }

    @Test(arguments: [
        (["--no-config"], ConnectivityCommand.ExitStatus.usage, "name a JOURNAL, or"),
        (["/none", "--since", "0s"], .usage, "90m, 12h, 7d"),
        (["/none", "--csv", "--json"], .usage, "--csv and --json cannot be combined"),
        (["/none", "--csv", "--html", "-"], .usage, "--csv and --html - cannot be combined"),
        (["a.db", "b.db"], .usage, "at most one"),
        (["/none", "--since", "7x"], .usage, "90m, 12h, 7d"),
        (["/none", "--since", "2999-01-01"], .usage, "a past time"),
        (["/none", "--timeout", "1"], .usage, "unknown option --timeout"),
        (["/none/a.db"], .noInput, "No such file"), (["/etc/passwd"], .data, "not a database"),
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
