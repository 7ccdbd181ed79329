import ConnectivityTestKit
import Foundation
import Synchronization
import Testing

// begin
@Test func `The hotel's portal is seen, and its end`() throws {
    let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])
    let recorder = RecordingNotifier()
    try simulate { clock in
        let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(10), nil)], clock: clock)
        let prober = ReplayProber([portal, ProbeResponse(status: 204)], from: Endpoint.google.question, clock: clock)
        try await Pipeline(source: source, prober: prober, clock: clock) {
            Endpoint.google
        } notifiers: {
            recorder
        }.run()
    }
    #expect(recorder.assessments.map(\.access.name) == ["determining", "captive", "online"])
    #expect(recorder.assessments[1].access.portal?.signInURL == "http://login.hotel.example/")
}
// end

@Test func `The portal is asked again after three seconds`() throws {
    let times = Mutex<[String]>([])
    try simulate { clock in
        let start = clock.now
        let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(10), nil)], clock: clock)
        let answers = [
            ProbeResponse(status: 302, headers: ["Location": "http://a.example/"]), ProbeResponse(status: 204),
        ]
        let prober = ReplayProber(answers, from: Endpoint.google.question, clock: clock)
        try await Pipeline(source: source, prober: prober, clock: clock) {
            Endpoint.google
        } notifiers: {
            ClosureNotifier { assessment in
                times.withLock { $0.append("\(assessment.access.name) at \(start.duration(to: clock.now))") }
            }
        }.run()
    }
    #expect(times.withLock { $0 } == ["determining at 0.0 seconds", "captive at 0.0 seconds", "online at 3.0 seconds"])
}

@Suite struct `The guide` {
    @Test func `The documentation of simulate shows the test that is compiled here`() throws {
        let path = "Sources/Testing/TestKit/Simulate.swift"
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let own = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n")
        let begin = try #require(own.firstIndex(of: "// begin"))
        let end = try #require(own.firstIndex(of: "// end"))
        let lines = own[(begin + 1)..<end]
        #expect(lines.count <= 15)
        let shown = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .split(separator: "\n").map { $0.hasPrefix("/// ") ? $0.dropFirst(4) : $0 }
        #expect(shown.firstRange(of: lines) != nil, "\(path) shows another test")
    }
}
