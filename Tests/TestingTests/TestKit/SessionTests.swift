import ConnectivityKit
import ConnectivityTesting
import Foundation
import TestSupport
import Testing

/// A hotel whose portal answers first; the recorded rounds are those of a simulated pipeline.
enum Hotel {
    static let signIn: HTTPURL = "http://login.hotel.example/"
    static let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])

    /// Returns a pipeline whose own parts would fail the test: only a replay gives it interfaces and answers.
    static func pipeline(
        clock: some Clock<Duration> = ContinuousClock(),
        _ notifier: some Notifier = RecordingNotifier()
    ) -> Pipeline {
        Pipeline(
            source: StaticInterfaceSource(InterfaceSnapshot()),
            prober: ClosureProber { .init(request: $0, outcome: .failure(ProbeFailure(.unreachable))) },
            clock: clock
        ) {
            Endpoint.google
        } notifiers: {
            notifier
        }
    }

    /// Simulates a session over 20 seconds, with the assessments that it leads to.
    static func session() throws -> SessionRecording {
        let recorder = SessionRecorder()
        let machine = pipeline().machine
        try simulate { clock in
            let configuration = Pipeline.Configuration(
                ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(20), nil)], clock: clock),
                ReplayProber([portal, ProbeResponse(status: 204)], from: Endpoint.google.question, clock: clock),
                asking: [.google]
            )
            try await Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: .seconds(1_800_000_000) + clock.now.offset) }
            )
            .observing(recorder.observe).run()
        }
        var session = recorder.recording(
            .init(source: "a hotel", recordedAt: Timestamp(sinceEpoch: .seconds(1_800_000_000)), tool: "tests"),
            configuration: #"{"endpoints": ["\#(Endpoint.google.name)"]}"#
        )
        session.expect(SessionReplay(session, by: machine))
        return session
    }
}

@Suite final class `A test with a session` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes the session of the hotel, changed by a function, and returns its path without the suffix.
    private func write(_ change: (inout SessionRecording) -> Void = { _ in }) throws -> String {
        var session = try Hotel.session()
        change(&session)
        let path = folder.appending(path: "hotel").path()
        try Data(session.encoded()).write(to: URL(filePath: path + ".session.json"))
        return path
    }

    /// Runs a body with a trait, and returns the issues that the trait adds.
    private func issues(_ trait: SessionTrait, _ body: @escaping @Sendable () async throws -> Void) async -> [String] {
        let texts = Collected<String>()
        let collecting = IssueHandlingTrait.compactMapIssues { issue in
            texts.add(issue.comments.map(\.rawValue).joined(separator: " | "))
            return nil
        }
        do {
            let test = try #require(Test.current)
            try await collecting.provideScope(for: test, testCase: Test.Case.current) {
                try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
            }
        } catch {
            texts.add("\(error)")
        }
        return texts.values
    }

    @Test func `Pipelines of any clock replay on virtual time, and the civil time is that of the recording`()
        async throws
    {
        let path = try write()
        let recorder = RecordingNotifier()
        let found = await issues(.session(path, on: .virtual)) {
            try await Hotel.pipeline(recorder).run()
            let journal = try #require(RequestJournal.current)
            expect(journal.questions(to: "connectivitycheck.gstatic.com").count, journal.entries.count)
            #expect(journal.questions(to: "captive.apple.com").isEmpty)
            expect(Set(journal.entries.map(\.purpose)), [.round])
        }
        expect(found, [])
        expect(recorder.assessments.map(\.access.name), ["determining", "captive", "online"])
        expect(recorder.assessments[1].access.portal?.signInURL, Hotel.signIn)
        #expect(recorder.assessments.allSatisfy { $0.endedAt < Timestamp(sinceEpoch: .seconds(1_800_000_030)) })
    }

    @Test func `A virtual session takes the same course each time`() async throws {
        let path = try write()
        let courses = Collected<String>()
        for _ in 0..<3 {
            let found = await issues(.session(path, on: .virtual)) {
                try await Hotel.pipeline().run()
                courses.add(try #require(RequestJournal.current).description)
            }
            expect(found, [])
        }
        expect(Set(courses.values).count, 1)
        #expect(courses.values[0].hasPrefix("0.0 s  round  GET http"), "\(courses.values[0])")
    }

    @Test func `Each assessment of a pipeline replays the next answers`() async throws {
        let path = try write()
        try await withSession(path) { journal in
            let pipeline = Hotel.pipeline()
            let assessment = try await pipeline.assess()
            expect(assessment.access.portal?.signInURL, Hotel.signIn)
            expect(journal.entries.count, 1)
            let next = try await pipeline.assess()
            expect(next.access, .online)
        }
    }

    @Test func `Each of several pipelines replays the whole session`() async throws {
        let path = try write()
        try await withSession(path) { _ in
            for _ in 0..<2 {
                let assessment = try await Hotel.pipeline().assess()
                expect(assessment.access.name, "captive")
            }
        }
    }

    @Test func `Sessions of tests that run at the same time do not meet`() async throws {
        let path = try write()
        let other = folder.appending(path: "other").path()
        let file = SessionRecording(
            provenance: try Hotel.session().provenance,
            events: [.init(at: .zero, .interfaces(InterfaceSnapshot()))]
        )
        try Data(file.encoded()).write(to: URL(filePath: other + ".session.json"))
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await withSession(path) { _ in
                        let assessment = try await Hotel.pipeline().assess()
                        expect(assessment.access.name, "captive")
                    }
                }
                group.addTask {
                    try await withSession(other, comparing: false) { _ in
                        let assessment = try await Hotel.pipeline().assess()
                        expect(assessment.access.name, "disconnected")
                    }
                }
            }
        }
        #expect(RequestJournal.current == nil)
    }

    @Test func `A pipeline that was created before the session is not replayed`() async throws {
        let path = try write()
        let before = Hotel.pipeline()
        let failure = await #expect(throws: SessionFailure.self) {
            try await withSession(path) { _ in _ = try await before.assess() }
        }
        expect(failure?.reason, .noPipeline)
    }

    @Test func `A pipeline must reach what the session states`() async throws {
        let path = try write { session in
            session.events = session.events.filter {
                if case .expected(let expectation) = $0.content { expectation.access != "online" } else { true }
            }
        }
        let found = await issues(.session(path, on: .virtual)) { try await Hotel.pipeline().run() }
        #expect(
            found.count == 1 && found[0].hasSuffix("expected none, got online because of enough-owners"),
            "\(found)"
        )
        let own = await issues(.session(path, on: .virtual, comparing: false)) { try await Hotel.pipeline().run() }
        expect(own, [])
    }

    @Test func `A session that states nothing fails with the command that states it`() async throws {
        let path = try write { session in
            session.events = session.events.filter { if case .expected = $0.content { false } else { true } }
        }
        let found = await issues(.session(path)) { Issue.record("the body must not run") }
        #expect(found.count == 1 && found[0].contains("connectivityctl fixture expect --write \(path).session.json"))
        _ = try write { session in
            session.events = session.events.filter { if case .expected = $0.content { false } else { true } }
            session.configuration = nil
        }
        let without = await issues(.session(path)) { Issue.record("the body must not run") }
        #expect(without.count == 1 && without[0].contains("record it again with CONNECTIVITY_RECORD=all"), "\(without)")
    }

    @Test func `A missing file fails with the command that records it, and the body is not run`() async {
        let found = await issues(.session("nothing/here")) { Issue.record("the body must not run") }
        #expect(found.count == 1 && found[0].hasPrefix("nothing/here.session.json: no such file"), "\(found)")
        #expect(found[0].contains("CONNECTIVITY_RECORD=missing") || found[0].contains("nothing is recorded"))
    }

    @Test func `A session without interfaces fails, because no pipeline would ask anything`() async throws {
        let path = try write { session in
            session.events.removeAll { if case .interfaces = $0.content { true } else { false } }
        }
        let found = await issues(.session(path)) { Issue.record("the body must not run") }
        #expect(found.count == 1 && found[0].contains("has no interfaces"), "\(found)")
    }

    @Test(arguments: ["", "[]", "{\"format\": \"connectivity-session\"", "{\"format\": \"har\"}"])
    func `A file that is no session fails with file and place`(_ text: String) async throws {
        let path = folder.appending(path: "bad").path()
        try Data(text.utf8).write(to: URL(filePath: path + ".session.json"))
        let found = await issues(.session(path)) { Issue.record("the body must not run") }
        #expect(found.count == 1 && found[0].hasPrefix("\(path).session.json: "), "\(found)")
        #expect(found.allSatisfy { !$0.contains("\n") })
    }

    @Test func `A trait over a folder runs the test once for each session, and issues name the file`() async throws {
        _ = try write()
        let second = folder.appending(path: "inn.session.json")
        try Data(Hotel.session().encoded()).write(to: second)
        let runs = Collected<String>()
        let found = await issues(.sessions(folder.path(), on: .virtual)) {
            runs.add("run")
            let recorder = RecordingNotifier()
            try await Hotel.pipeline(recorder).run()
            #expect(recorder.assessments.isEmpty, "as this test wants it")
        }
        expect(runs.values.count, 2)
        expect(found.count, 2, "\(found)")
        #expect(found.first?.contains("hotel.session.json") == true && found.last?.contains("inn.session") == true)
        let empty = await issues(.sessions("no/such/folder")) {}
        expect(empty, ["no/such/folder: no file in this folder ends in .session.json"])
    }

    @Test func `Requests beyond the limit of the journal fail the test`() async throws {
        let journal = RequestJournal()
        for _ in 0..<RequestJournal.entryCountMax + 2 {
            journal.record(ProbeRequest("http://a.example/"), .round, at: .zero)
        }
        #expect(journal.entries.count == 10_000 && journal.droppedCount == 2)
        #expect(SessionFailure("a", .journalFull(2)).description.hasPrefix("a: the journal has no room for 2 more"))
    }

    @Test(.session("Fixtures/sessions/opennds-journey", on: .virtual))
    func `The trait replays as a trait of a test`() async throws {
        let path = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
        let file = URL(filePath: path + "/Fixtures/sessions/opennds-journey.session.json")
        let session = try SessionRecording(parsing: Array(Data(contentsOf: file)))
        let configuration = try PipelineConfiguration(
            json: try #require(session.configuration).utf8,
            registry: .standard()
        )
        let recorder = RecordingNotifier()
        try await Pipeline(configuration) { recorder }.run()
        expect(RequestJournal.current?.entries.isEmpty, false)
        #expect(recorder.assessments.map(\.access.name).contains("captive"))
    }

    @Test func `A session is judged by its own configuration without a pipeline`() async throws {
        try await expect(try write() + ".session.json")
        try await expect("Fixtures/sessions/opennds-journey.session.json")
        try await expect("Fixtures/portals/redirect-302-absolute.http")
        let without = try write { $0.configuration = nil } + ".session.json"
        let failure = await #expect(throws: ExpectationFailure.self) { try await expect(without) }
        expect(failure?.difference, .noConfiguration)
    }
}

@Suite final class `A test that records its session` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "recorded-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func scope(_ mode: RecordingMode, _ environment: [String: String] = [:]) throws -> SessionScope {
        try SessionScope(
            folder.appending(path: "new").path(),
            recording: mode,
            isCompared: true,
            matching: .standard,
            from: #filePath,
            environment: { environment[$0] }
        )
    }

    /// Makes one assessment of a hotel with the parts of the pipeline.
    private func assess() async throws -> Assessment {
        try await Pipeline(
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: ClosureProber { request in
                let page = "<a href=\"http://login.hotel.example/?token=d1e2a3d4c5f60718\">Sign in</a>"
                let portal = ProbeResponse(
                    status: 302,
                    headers: ["Location": "http://login.hotel.example/?token=d1e2a3d4c5f60718"],
                    body: Array(page.utf8)
                )
                return ProbeExchange(request: request, outcome: .success(portal))
            }
        ) {
            Endpoint.google
        }.assess()
    }

    @Test func `A missing session is recorded without secrets, states what follows, and is replayed the next time`()
        async throws
    {
        let first = try scope(.missing)
        #expect(first.isRecording)
        let seen = try await first { try await assess() }
        expect(first.failures(), [])
        let text = try #require(try first.finish())
        #expect(text.hasSuffix("captive portal; read it before you commit it"), "\(text)")
        let written = try String(contentsOf: folder.appending(path: "new.session.json"), encoding: .utf8)
        #expect(!written.contains("d1e2a3d4c5f60718"))
        let second = try scope(.missing)
        #expect(!second.isRecording)
        let replayed = try await second { try await Hotel.pipeline().assess() }
        #expect(replayed.access.name == seen.access.name && replayed.reason.code == seen.reason.code)
        expect(second.failures(), [])
        try expect(second.finish(), nil)
    }

    @Test func `Nothing is recorded while CI is set, and the variable takes the place of the mode`() throws {
        let failure = #expect(throws: SessionFailure.self) { try scope(.all, ["CI": "true"]) }
        expect(failure?.reason, .missing(isCI: true))
        #expect(throws: SessionFailure.self) { try scope(.never) }
        #expect(try scope(.never, ["CONNECTIVITY_RECORD": "missing"]).isRecording)
        #expect(try scope(.never, ["CONNECTIVITY_RECORD": "all", "CI": "false"]).isRecording)
        let unknown = #expect(throws: SessionFailure.self) { try scope(.all, ["CONNECTIVITY_RECORD": "maybe"]) }
        expect(unknown?.reason, .mode("maybe"))
    }

    @Test func `A second run in a recorded session fails`() async throws {
        let scope = try scope(.all)
        _ = try await scope { try await assess() }
        _ = try await scope { try await assess() }
        expect(scope.failures().map(\.reason), [.manyRuns])
    }

    @Test func `A recording that cannot be written fails with the reason of the system`() async throws {
        let scope = try SessionScope(
            folder.appending(path: "no/folder").path(),
            recording: .all,
            isCompared: true,
            matching: .standard,
            from: #filePath,
            environment: { _ in nil }
        )
        _ = try await scope { try await assess() }
        let failure = #expect(throws: SessionFailure.self) { try scope.finish() }
        expect(failure?.description.contains("cannot write the recording: "), true)
    }
}
