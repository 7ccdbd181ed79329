import ConnectivityCore
import ConnectivityKit
import ConnectivityNotifiers
import ConnectivityRegistry
import ConnectivityToolkit
import Foundation
import Testing

@testable import ConnectivityPipeline

/// A folder of a test, which is removed with it.
final class TestFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "notifiers-\(UUID().uuidString.prefix(8))")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.path() + "/" + name }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path()).sorted() }

    /// Writes a shell script that can be run, and returns its path.
    func script(_ lines: String) throws -> String {
        let file = path("script-\(UUID().uuidString.prefix(8))")
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        return file
    }
}

extension Assessment {
    static func sample(
        _ access: InternetAccess = .online,
        second: Int = 0,
        interface: String? = "eth0",
        because reason: Reason = .noEndpoint
    ) -> Assessment {
        let interface = interface.map { NetworkInterface(name: $0, index: 2, kind: .ethernet) }
        return Assessment(
            access: access,
            reason: reason,
            interface: interface,
            snapshot: InterfaceSnapshot([interface].compactMap(\.self)),
            startedAt: Timestamp(sinceEpoch: .seconds(second)),
            duration: .milliseconds(20)
        )
    }

    static let portal = sample(
        .captive(CaptivePortal(signInURL: "http://login.example/?id=7", kind: .redirect)),
        second: 5
    )
}

extension CompanionObservation {
    /// A stage of a portal.
    static func portal(_ stage: String, _ severity: Severity = .notice) -> CompanionObservation {
        let time = Timestamp(sinceEpoch: .seconds(5))
        var observation = CompanionObservation("portal", of: "wlan0", stage, severity, because: .noEndpoint, at: time)
        observation.since = nil
        return observation
    }
}

extension EndpointReport {
    static func sample(_ name: String, _ verdict: Verdict = .inconclusive, total: Duration = .milliseconds(30)) -> Self
    {
        let timings = ProbeExchange.Timings(nameLookup: .milliseconds(3), connect: .milliseconds(7), total: total)
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 204)),
            timings: timings
        )
        return EndpointReport(name: name, owner: "a", exchange: exchange, verdict: verdict)
    }
}

/// Makes a notifier from its options, as a configuration does.
func notifier<Listener: Notifier>(_ type: Listener.Type, _ json: String) throws -> Listener {
    let configuration = try PipelineConfiguration(
        json: Data(#"{"notifiers": [\#(json)]}"#.utf8),
        registry: try PluginRegistry.standard()
    )
    return try #require(configuration.notifiers.first as? Listener)
}

/// The sentence with which a configuration that names a notifier is refused.
func refusal(_ json: String) throws -> String {
    let error = #expect(throws: PluginError.self) { _ = try notifier(LinesNotifier.self, json) }
    return "\(try #require(error))"
}

/// Delivers changes to a notifier as a pipeline does, with a pause after each, and waits until all is done.
func deliver(
    _ assessments: [Assessment],
    every pause: Duration = .zero,
    to notifier: some Notifier
) async throws -> NotifierRun.Statistics {
    let mailbox = Mailbox(notifier)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            let run = NotifierRun(statistics: { [mailbox.statistics] })
            await mailbox.work(alongside: run, clock: ContinuousClock()) { false }
        }
        for assessment in assessments {
            mailbox.post(.assessmentChanged(assessment))
            try await Task.sleep(for: pause)
        }
        mailbox.close(throwing: nil)
        try await group.waitForAll()
    }
    return mailbox.statistics
}
