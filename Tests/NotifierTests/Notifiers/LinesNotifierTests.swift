#if os(Linux)
import ConnectivityCore
import Foundation
import Testing
import TestSupport

@testable import ConnectivityNotifiers

@Suite struct `The notifier of lines` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func objects() throws -> [[String: Any]] {
        try folder.text("lines").split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `The events of a portal are lines with the path`() async throws {
        let json = LinesNotifier(destination: .file(folder.path("lines")), isJSON: true, events: .portals)
        try await json.handle(.portalChanged(.found, on: .portal))
        try await json.handle(.portalChanged(.expiring(in: .milliseconds(90_500)), on: .portal))
        let lines = try objects()
        expect(lines.map { $0["event"] as? String }, ["portal", "portal"])
        expect(lines.map { $0["portalEvent"] as? String }, ["found", "expiring"])
        expect(lines.map { $0["expiresIn"] as? Double }, [nil, 90.5])
        let path = try #require(lines[0]["path"] as? [String: Any])
        expect((path["portal"] as? [String: Any])?["signInURL"] as? String, "http://login.example/?id=7")
        #expect(lines.allSatisfy { $0["assessment"] is NSNull && $0["error"] is NSNull })

        let text = LinesNotifier(destination: .file(folder.path("text")), events: .portals)
        try await text.handle(.portalChanged(.expiring(in: .seconds(90)), on: .portal))
        #expect(
            try folder.text("text").hasSuffix(
                "  portal  expiring in 90 s on wlan0: captive, no endpoint is configured\n"
            )
        )
    }

    @Test func `Another quality is a line, an entry of the journal, variables of a program and a metric`() async throws
    {
        var quality = PathQuality(.slow, because: Reason("quality-connection", ["milliseconds": 604, "bound": 300]))
        quality.connection = .init(median: .milliseconds(604))
        (quality.lost, quality.attempts) = (1, 20)
        let path = PathAssessment(path: NetworkPath(interface: "eth0"), access: .online, reason: .noEndpoint)
        let event = PipelineEvent.qualityChanged(quality, on: path)

        let json = LinesNotifier(destination: .file(folder.path("lines")), isJSON: true, events: .qualities)
        try await json.handle(event)
        let line = try #require(try objects().first)
        expect(line["event"] as? String, "quality")
        expect((line["quality"] as? [String: Any])?["level"] as? String, "slow")
        let text = LinesNotifier(destination: .file(folder.path("text")), events: .qualities)
        try await text.handle(event)
        #expect(try folder.text("text").hasSuffix("  quality  eth0: slow: connections take 604 ms\n"))

        let script = try folder.script(#"env | grep ^CONNECTIVITY_ | sort > "$0.out""#)
        let program = ProgramNotifier(command: [script], events: .qualities)
        try await program.handle(event)
        let variables = try String(contentsOfFile: script + ".out", encoding: .utf8)
        #expect(variables.contains("CONNECTIVITY_EVENT=quality\n") && variables.contains("CONNECTIVITY_QUALITY=slow\n"))
        #expect(variables.contains("CONNECTIVITY_TEXT=connections take 604 ms\n"), "\(variables)")

        let journal = try DatagramReceiver(try #require(LocalAddress(path: folder.path("journal"))))
        let entries = try #require(JournalNotifier(events: .qualities, socket: folder.path("journal")))
        try await entries.handle(event)
        let entry = journal.next()
        #expect(entry.contains("MESSAGE=quality eth0: slow: ") && entry.contains("\nPRIORITY=4\n"), "\(entry)")

        var metrics = Metrics(.endpoints)
        var assessment = Assessment.sample(.online)
        assessment.paths = [path]
        assessment.paths[0].quality = quality
        metrics.endRound(assessment)
        let page = try ExpositionParser(metrics.page([]))
        expect(page["connectivity_quality", ["quality": "slow"]], 1)
        expect(page["connectivity_quality", ["quality": "good"]], 0)
        expect(page["connectivity_quality_time_seconds", ["time": "connection"]], 0.604)
        expect(page["connectivity_quality_loss_ratio", [:]], 0.05)
    }

    @Test func `A source that fails is a line by default, with the time until it is started again`() async throws {
        let notifier = try notifier(
            LinesNotifier.self,
            #"{"use": "notifier.lines", "file": "\#(folder.path("lines"))", "format": "json"}"#
        )
        expect(notifier.mailbox.events, [.changes, .sources])
        try await notifier.handle(.sourceFailed(NotifierFault("no\nmemory"), restartingAfter: .seconds(2)))
        let line = try #require(try objects().first)
        #expect(line["event"] as? String == "source-failed" && line["restartsIn"] as? Int == 2)
        expect((line["error"] as? String)?.contains(#"no\u{a}memory"#), true)
    }
}
#endif
