#if canImport(CCurl) && canImport(CSQLite) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Every output of the command, on an interface with a hostile name, for an endpoint with a hostile name that is behind a
/// portal with a hostile page.
@Suite(.serialized) struct `Text from the network in every output` {
    private let folder = URL(filePath: temporaryPath())
    private let server: TestServer
    private var config: String { folder.appending(path: "config").path() }

    init() throws {
        let text = HostileText.text
        let page = """
            <html><head><title>\(text)</title></head><body>\(text)<!-- <?xml version="1.0" encoding="UTF-8"?>
            <WISPAccessGatewayParam><Redirect><AccessProcedure>1.0</AccessProcedure><LocationName>\(text)</LocationName>
            <MessageType>100</MessageType><ResponseCode>0</ResponseCode><LoginURL>http://login.example/in</LoginURL>
            </Redirect></WISPAccessGatewayParam> --></body></html>
            """
        // A field has no control character of ASCII.
        let field = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" }))
        server = try TestServer { _ in
            .message(
                status: 200,
                headers: ["Server": field, "Content-Type": "text/html", "X-Squid-Error": field],
                body: Array(page.utf8)
            )
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("config", notifiers: "")
    }

    private func write(_ name: String, notifiers: String) throws {
        let configuration = """
            { "source": { "use": "source.static", "interfaces": [{ "name": "\(HostileText.inJSON)" }] },
              "endpoints": [{ "url": "\(server.url("/"))", "name": "\(HostileText.inJSON)",
                  "expect": { "use": "validator.contains", "text": "pong" } }],
              "companions": [{ "use": "companion.services", "services": [{ "url": "\(server.url("/service"))",
                  "name": "\(HostileText.inJSON)", "expect": { "use": "validator.contains", "text": "pong" } }] }],
              "notifiers": [\(notifiers)] }
            """
        try Data(configuration.utf8).write(to: folder.appending(path: name))
    }

    @Test(arguments: [
        "check --config C --json=brief", "explain --config C --json=brief", "portal --config C --format {text}",
        "check --config C --format {access}|{cause}|{text}|{interface}|{portal}",
        "check --config C", "check --config C --json", "check --config C --format nagios", "explain --config C",
        "explain --config C --json", "explain --config C --bundle F", "explain --read F --json",
        "check --config C --verbose", "explain --config C --verbose", "explain --read F",
        "portal --config C", "portal --config C --json", "fixture record --mode all --config C --output F.session.json",
        "emulate --json F.session.json", "classify --url http://a.example/ R",
        "classify --json --url http://a.example/ R",
        "emulate --json R", "doctor --config C", "doctor --config C --json", "interfaces --source S",
        "interfaces --json --source S", "emulate R", "emulate --format junit R",
        "emulate --format github --require connectivity R",
        "fixture verify --format junit F.session.json", "fixture verify --format github F.session.json",
        "fixture expect R",
        "fixture expect --write F.session.json", "fixture import F --output G",
    ])
    func `No verb writes a character that could control its reader`(words: String) async throws {
        defer { server.stop() }
        let file = folder.appending(path: "file").path()
        let page = "HTTP/1.1 200 OK\r\nX-A: \(HostileText.text)\r\n\r\n<title>\(HostileText.text)</title>"
        let source = #"{"use": "source.static", "interfaces": [{"name": "\#(HostileText.inJSON)"}]}"#
        if words.contains("F") {
            for first in [
                ["explain", "--bundle", file],
                ["fixture", "record", "--mode", "all", "--output", "\(file).session.json"],
            ] {
                _ = await Transcript.of(words: first + ["--config", config])
            }
        }
        let parts = words.split(separator: " ").map { word in
            switch word {
            case "C": config
            case "F": file
            case "F.session.json": "\(file).session.json"
            case "G": "\(file).imported"
            case "R": (try? temporaryFile(page, suffix: ".http")) ?? ""
            case "S": source
            default: String(word)
            }
        }
        let transcript = await Transcript.of(words: parts)
        let status = transcript.status
        #expect(status != .usage && status != .configuration && status != .software, "\(transcript.errors)")
        let output = (transcript.output + transcript.errors).joined(separator: "\n")
        #expect(HostileText.dangerous(in: output).isEmpty, "\(output)")
        if words.contains("--format nagios") {
            expect(output.unicodeScalars.count { $0 == "|" }, 1, "\(output)")
            let data = output.split(separator: "|").last ?? ""
            #expect(data.unicodeScalars.count { $0 == "'" }.isMultiple(of: 2), "\(output)")
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path()) where name != "file.imported" {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(HostileText.dangerous(in: text).isEmpty, "\(name): \(text)")
        }
    }

    @Test(.needs(.python)) func `No notifier writes a character that could control its reader`() throws {
        defer { server.stop() }
        let path = folder.path()
        let hook =
            #"printf '#!/bin/sh\nenv -u PWD -u _ | grep ^CONNECTIVITY_ >> D/hooked; cat >> D/hooked; echo >> D/hooked\n' > D/hook"#
        try write(
            "config",
            notifiers: #"""
                { "use": "notifier.lines", "to": "D/lines", "format": "json", "events": ["changed", "probe-ended", "observed"] },
                { "use": "notifier.lines", "to": "D/text", "events": ["changed", "probe-ended", "observed"] },
                { "use": "notifier.program", "program": ["D/hook"] }, { "use": "notifier.state-file", "file": "D/state" },
                { "use": "notifier.prometheus-file", "file": "D/a.prom", "detail": "all" }, { "use": "notifier.systemd", "ready": "known" },
                { "use": "notifier.journal", "socket": "D/journal" }, { "use": "notifier.status", "socket": "D/status" },
                { "use": "notifier.outages", "file": "D/outages.db" }
                """#.replacing("D/", with: "\(path)/")
        )
        let lines = try Tool.run(
            #"""
            python3 - D/ <<'END' & receiver=$!
            import select, socket, sys
            sockets = []
            for name in ["notify", "journal"]:
                sockets.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
                sockets[-1].bind(sys.argv[1] + name)
            with open(sys.argv[1] + "datagrams", "wb") as file:
                limit = 15
                while True:
                    ready, _, _ = select.select(sockets, [], [], limit)
                    if not ready: break
                    data = ready[0].recv(1 << 20)
                    file.write(data)
                    if b"STOPPING" in data: limit = 1
            END
            soon() { for i in $(seq 100); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.05; done; echo "never: $*"; }
            HOOK; chmod +x D/hook
            soon test -S D/journal
            NOTIFY_SOCKET=D/notify "$tool" watch --quiet --config D/config > D/out 2>&1 & pid=$!
            soon grep -q captive D/hooked; soon grep -q captive D/state; soon test -s D/outages.db
            soon grep -q '^connectivity_observation_severity' D/a.prom
            cp D/state D/copy-of-state; cp D/a.prom D/copy-of-metrics
            "$tool" status --socket D/status > D/status.txt; "$tool" status --json --socket D/status > D/status.json
            kill -TERM $pid; wait $pid; wait $receiver
            "$tool" report D/outages.db --since 1h > D/report.txt
            "$tool" report D/outages.db --since 1h --json > D/report.json
            rm -f D/hook D/outages.db*
            """#.replacing("HOOK", with: hook).replacing("D/", with: "\(path)/")
        )
        #expect(lines.isEmpty, "\(lines)")
        let written = [
            "lines", "text", "hooked", "copy-of-state", "copy-of-metrics", "datagrams", "out", "status.txt",
            "status.json",
            "report.txt", "report.json",
        ]
        for name in written {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(name == "out" || text.contains("captive"), "\(name): \(text)")
            #expect(HostileText.dangerous(in: text).isEmpty, "\(name): \(text)")
        }
        // Each label ends where it must: a line of the format has an even number of quotation marks that are not escaped.
        let metrics = try String(contentsOf: folder.appending(path: "copy-of-metrics"), encoding: .utf8)
        for line in metrics.split(separator: "\n") where !line.hasPrefix("#") {
            let form = /[a-z_]+(\{([a-z_]+="([^"\\]|\\["\\n])*",?)*\})? [0-9.e+\-]+(Inf)?/.matchingSemantics(
                .unicodeScalar
            )
            #expect(line.wholeMatch(of: form) != nil, "\(line)")
        }
    }
}
#endif
