import ConnectivityCore
import ConnectivityFixtures
import ConnectivityKit
import ConnectivityPluginHost
import ConnectivityTesting
import Foundation
import Testing

// Code of the README that needs a module in addition to the Kit, which the tests of the guides compare with this file.

private func configured() async throws {
    let json = try Data(contentsOf: URL(filePath: "kiosk.json"))
    let configured = try await Pipeline(json: json, plugins: [ProbePlugin.self])
    print(try await configured.assess().access.name)
}

/// A modem that is up as long as a program keeps its lock.
struct LockSource: InterfaceSource {
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        var last: Bool?
        while true {
            let isUp = FileManager.default.fileExists(atPath: "/run/modem.lock")
            if isUp != last { report(InterfaceSnapshot(isUp ? [NetworkInterface(named: "ppp0")] : [])) }
            last = isUp
            try await Task.sleep(for: .seconds(1))
        }
    }
}

@Test func `ProbeHeader takes no portal for genuine`() {
    let table = PortalFixture.all.judged(by: ProbeHeader(name: "X-Probe"))
    #expect(table.falselyGenuine.isEmpty, "\(table)")
}

@Test(.session("Sessions/hotel", on: .virtual)) func `The kiosk sees the portal, and its end`() async throws {
    let recorder = RecordingNotifier()
    var configuration = Pipeline.Configuration()
    configuration.endpoints = [.google]
    try await Pipeline(configuration) { recorder }.run()
    #expect(recorder.assessments.map(\.access.name) == ["determining", "captive", "online"])
}

private func composed(_ updates: AssessmentUpdates) throws -> Pipeline {
    var configuration = Pipeline.Configuration()
    configuration.endpoints = [.apple, Endpoint("https://status.example.com/ping", expecting: BodyContains("pong"))]
    configuration.policy = SharePolicy(0.5)
    configuration.schedule.interval = .seconds(60)
    configuration.limits.total = .seconds(3)
    let pipeline = try Pipeline(configuration) { updates }
    return pipeline
}

@Suite struct `A configuration in the README` {
    @Test func `The README's configured pipeline throws without its file in the current folder`() async {
        await #expect(throws: (any Error).self) { try await configured() }
    }
}
