import ConnectivityTestKit
import Foundation
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

@Suite struct `The guide` {
    @Test func `The documentation of simulate shows the test that is compiled here`() throws {
        let path = "Sources/ConnectivityTestKit/Simulation.swift"
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
