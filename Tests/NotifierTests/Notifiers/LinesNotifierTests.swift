#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import Foundation
import Testing
import TestSupport

@testable import ConnectivityNotifiers
import ConnectivityRegistry

@Suite struct `The notifier of lines` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func objects() throws -> [[String: Any]] {
        try folder.text("lines").split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `An observation is a line, an entry of the journal, variables of a program and a metric`() async throws {
        let observation = CompanionObservation(
            "quality",
            of: "eth0",
            "poor",
            .warning,
            because: Reason("quality-connection", ["milliseconds": 1604, "bound": 1000]),
            at: Timestamp(sinceEpoch: .seconds(5)),
            facts: ["lost": 3]
        )
        let event = PipelineEvent.observed(observation)
        let json = LinesNotifier(destination: .file(folder.path("lines")), isJSON: true)
        try await json.handle(event)
        let line = try #require(try objects().first)
        expect(line["type"] as? String, "observed")
        let object = try #require(line["observation"] as? [String: Any])
        #expect(object["state"] as? String == "poor" && object["severity"] as? String == "warning")
        expect((object["facts"] as? [String: Any])?["lost"] as? Int, 3)
        #expect(line["assessment"] is NSNull && line["error"] is NSNull)
        let text = LinesNotifier(destination: .file(folder.path("text")))
        try await text.handle(event)
        // An observation that is for programs alone.
        try await text.handle(.observed(.portal("found", .info)))
        #expect(try folder.text("text").hasSuffix("  observed  quality eth0: poor: connections take 1604 ms\n"))

        let script = try folder.script(#"env | grep ^CONNECTIVITY_ | sort > "$0.out""#)
        let program = ProgramNotifier(command: [script], events: .observations)
        try await program.handle(event)
        let variables = try String(contentsOfFile: script + ".out", encoding: .utf8).split(separator: "\n")
        expect(
            variables.map(String.init),
            [
                "CONNECTIVITY_EVENT=observed", "CONNECTIVITY_KIND=quality", "CONNECTIVITY_REASON=quality-connection",
                "CONNECTIVITY_SEVERITY=warning", "CONNECTIVITY_SINCE=1970-01-01T00:00:05.000Z",
                "CONNECTIVITY_STATE=poor", "CONNECTIVITY_SUBJECT=eth0",
                "CONNECTIVITY_TEXT=connections take 1604 ms",
            ]
        )

        let journal = try DatagramReceiver(try #require(LocalAddress(path: folder.path("journal"))))
        let entries = try #require(JournalNotifier(socket: folder.path("journal")))
        try await entries.handle(event)
        let entry = journal.next()
        #expect(entry.contains("MESSAGE=quality eth0: poor: ") && entry.contains("\nPRIORITY=4\n"), "\(entry)")

        var metrics = Metrics()
        metrics.observe(observation)
        let labels = ["kind": "quality", "subject": "eth0", "state": "poor"]
        expect(try ExpositionParser(metrics.page([]))["connectivity_observation_severity", labels], 2)
    }

    @Test func `The events of a notifier can name kinds of observations`() throws {
        let notifier = try notifier(
            LinesNotifier.self,
            #"{"use": "notifier.lines", "events": ["ended", "service"]}"#
        )
        #expect(notifier.mailbox.events == .observations && notifier.mailbox.observedKinds == ["service"])
        try expect(notifier.reference().options, #"{"events":["ended","service"]}"#)
    }

    @Test func `The end of a run is a line although the task of the run was cancelled`() async throws {
        let notifier = try notifier(
            LinesNotifier.self,
            #"{"use": "notifier.lines", "to": "\#(folder.path("lines"))", "format": "json", "events": ["ended"]}"#
        )
        let end = Task {
            while !Task.isCancelled { await Task.yield() }
            try await notifier.handle(.runEnded(throwing: nil))
        }
        end.cancel()
        try await end.value
        expect(try objects().map { $0["type"] as? String }, ["ended"])
    }

    @Test func `The quality of a path is a metric`() throws {
        var quality = PathQuality(.slow, because: Reason("quality-connection", ["milliseconds": 604, "bound": 300]))
        quality.connection = .init(median: .milliseconds(604))
        (quality.lost, quality.attempts) = (1, 20)
        var metrics = Metrics(.endpoints)
        var assessment = Assessment.sample(.online)
        assessment.paths = [
            PathAssessment(path: NetworkPath(interface: "eth0"), access: .online, reason: .noEndpoint)
        ]
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
            #"{"use": "notifier.lines", "to": "\#(folder.path("lines"))", "format": "json"}"#
        )
        expect(notifier.mailbox.events, [.changes, .observations, .sources])
        try await notifier.handle(.sourceFailed(NotifierFault("no\nmemory"), restartingAfter: .seconds(2)))
        let line = try #require(try objects().first)
        #expect(line["type"] as? String == "source-failed" && line["restartsIn"] as? Int == 2)
        expect((line["error"] as? String)?.contains(#"no\u{a}memory"#), true)
    }
}
#endif
