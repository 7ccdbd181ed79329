import ConnectivityCore
import ConnectivityKit
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

/// One recorded session of the fixtures.
struct SessionFixture: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]

    var testDescription: String { name }

    static let all: [SessionFixture] = {
        let root = URL.package.appending(path: "Fixtures/sessions")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path())) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { name in
            SessionFixture(name: name, bytes: [UInt8]((try? Data(contentsOf: root.appending(path: name))) ?? Data()))
        }
    }()

    func configuration(of session: SessionRecording) throws -> PipelineConfiguration {
        let text = try #require(session.configuration, "\(name) has no configuration")
        return try PipelineConfiguration(json: Data(text.utf8), registry: .standard())
    }
}

@Suite struct `A recorded session` {
    @Test(arguments: SessionFixture.all)
    func `A replayed session leads to the assessments that it states`(fixture: SessionFixture) throws {
        let session = try SessionRecording(parsing: fixture.bytes)
        let configuration = try fixture.configuration(of: session)
        let replay = SessionReplay(session, by: configuration.machine)
        #expect(replay.deviations.isEmpty, "\(replay.deviations)")
        expect(replay.assessments.map { .init($0.assessment) }, session.expectations.map(\.compared))
        #expect(!session.expectations.isEmpty)
        // Each assessment can be decided again by itself, with the history that the policy had.
        for (_, assessment) in replay.assessments {
            expect(configuration.rules.decide(assessment.record), assessment)
        }
    }

    @Test(arguments: SessionFixture.all, 1...UInt64(LongForm.count(1, orLong: 3)))
    func `A run on virtual time reaches the stated results of a session and sends its requests`(
        fixture: SessionFixture,
        seed: UInt64
    ) throws {
        let session = try SessionRecording(parsing: fixture.bytes)
        var configuration = try fixture.configuration(of: session)
        configuration.source = StaticInterfaceSource(InterfaceSnapshot())
        // Not asked: it only has the kinds of question.
        configuration.probers = [ReplayProber(session.answers(on: ContinuousClock.self), clock: ContinuousClock())]
        configuration.notifiers = []
        let scope = try SessionScope(
            "Fixtures/sessions/\(fixture.name)",
            recording: .never,
            isCompared: true,
            matching: .standard,
            from: #filePath,
            environment: { _ in nil }
        )
        try simulate(seed: seed) { [configuration] clock in
            try await scope(on: clock) { try await Pipeline(verbatim: configuration).run() }
        }
        expect(scope.failures(), [])
    }

    @Test(arguments: SessionFixture.all)
    func `A recorded session reads back equal, byte for byte, and contains no secret`(fixture: SessionFixture) throws {
        let session = try SessionRecording(parsing: fixture.bytes)
        expect(session.encoded(), fixture.bytes)
        #expect(!session.provenance.redaction.isEmpty)
        #expect(session.provenance.notes.isEmpty)
        // Today's rules find nothing that those of the day of recording have left.
        var redacted = Redaction.standard.redacted(session)
        redacted.provenance.redaction = session.provenance.redaction
        expect(redacted, session)
    }

    @Test(arguments: SessionFixture.all)
    func `A truncated recorded session is refused with the line of the cut`(fixture: SessionFixture) throws {
        var (lines, counted) = (1, 0)
        let step = max(1, fixture.bytes.count / LongForm.count(25, orLong: 100))
        for end in stride(from: 0, to: fixture.bytes.count - 1, by: step) {
            lines += fixture.bytes[counted..<end].count { $0 == 0x0A }
            counted = end
            do throws(SessionRecordingError) {
                _ = try SessionRecording(parsing: Array(fixture.bytes[..<end]))
                Issue.record("\(fixture.name) cut at \(end) was read")
            } catch {
                expect(error.position.line, lines, "\(fixture.name) cut at \(end): \(error)")
            }
        }
    }
}
