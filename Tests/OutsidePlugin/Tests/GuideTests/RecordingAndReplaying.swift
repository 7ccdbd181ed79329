import ConnectivityKit
import ConnectivityRecords
import ConnectivityTestKit
import Foundation
import Testing

// Code of the guide "Recording and replaying", which the tests of the guides compare with this file.

@Test func `A session that was recorded leads to the same again`() throws {
    let answers = [ProbeResponse(status: 302, headers: ["Location": "http://a.example/"]), ProbeResponse(status: 204)]
    let (recorder, again) = (SessionRecorder(), RecordingNotifier())
    try simulate { clock in
        let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(20), nil)], clock: clock)
        let prober = ReplayProber(answers, from: Endpoint.google.question, clock: clock)
        try await Pipeline(source: source, prober: prober, clock: clock) { Endpoint.google }
            .observing(recorder.observe).run()
    }
    let origin = SessionRecording.Provenance(source: "a model of a hotel", recordedAt: .now, tool: "these tests")
    let session = Redaction.standard.redacted(recorder.recording(origin, configuration: nil))
    #expect(try SessionRecording(parsing: session.encoded()) == session)
    try simulate { clock in
        let source = ScriptedInterfaceSource(session.interfaceSteps + [(.seconds(20), nil)], clock: clock)
        let prober = ReplayProber(session.answers(on: type(of: clock)), clock: clock)
        try await Pipeline(source: source, prober: prober, clock: clock) {
            Endpoint.google
        } notifiers: {
            again
        }.run()
    }
    #expect(again.assessments.map(\.access.name) == ["determining", "captive", "online"])
}

func response(ofRecordingAt path: String) throws -> ProbeResponse {
    try Recording(parsing: Array(Data(contentsOf: URL(filePath: path)))).response
}

@Test func `A recording that is read has the response of its file`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).http").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("# url: http://a.example/\nHTTP/1.1 204 No Content\n\n".utf8).write(to: URL(filePath: path))
    #expect(try response(ofRecordingAt: path).status == 204)
    try Data("nonsense".utf8).write(to: URL(filePath: path))
    #expect(throws: (any Error).self) { try response(ofRecordingAt: path) }
}
