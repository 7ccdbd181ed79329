import ConnectivityCore
import ConnectivityKit
import TestSupport
import Testing

@testable import ConnectivityNotifiers

@Suite struct `Captures as labels of metrics` {
    private func report(_ endpoint: String, _ captures: [String: String]) -> EndpointReport {
        let reason = Reason("all-of", parts: [Reason.bodyMatches(pattern: "x").capturing(captures)])
        return EndpointReport(
            name: endpoint,
            owner: "somebody",
            exchange: ProbeExchange(
                request: ProbeRequest("http://a.example/"),
                outcome: .success(ProbeResponse(status: 200))
            ),
            verdict: Verdict(.genuine, because: reason)
        )
    }

    private func page(_ metrics: Metrics) throws -> ExpositionParser { try ExpositionParser(metrics.page([])) }

    @Test func `Only captures that the configuration names are labels, with the last text of each endpoint`() throws {
        var metrics = Metrics(capturing: ["version"])
        metrics.endProbe(report("shop", ["version": "9.0", "secret": "x"]))
        metrics.endProbe(report("shop", ["version": "9.1", "secret": "y"]))
        let labels = ["endpoint": "shop", "capture": "version", "text": "9.1"]
        try expect(page(metrics)["connectivity_capture_info", labels], 1)
        #expect(!metrics.page([]).contains("9.0\"") && !metrics.page([]).contains("secret"))
        metrics.endProbe(report("shop", [:]))
        #expect(!metrics.page([]).contains("capture_info"))
        var without = Metrics()
        without.endProbe(report("shop", ["version": "9.0"]))
        #expect(!without.page([]).contains("capture_info"))
    }

    @Test func `Texts and endpoints beyond their limits share one label or have none`() throws {
        var metrics = Metrics(capturing: ["version"])
        for number in 0..<500 { metrics.endProbe(report("shop", ["version": "\(number)"])) }
        let labels = ["endpoint": "shop", "capture": "version", "text": "other"]
        try expect(page(metrics)["connectivity_capture_info", labels], 1)
        metrics.endProbe(report("shop", ["version": "7"]))
        #expect(metrics.page([]).contains("text=\"7\""))
        for number in 0..<500 { metrics.endProbe(report("shop-\(number)", ["version": "7"])) }
        let count = metrics.page([]).split(separator: "\n").count { $0.hasPrefix("connectivity_capture_info") }
        expect(count, Metrics.endpointCountMax)
    }

    @Test(arguments: [#"["a", "b", "c", "d", "e"]"#, #"["a", "a"]"#, #"[""]"#])
    func `More than four names, or names that are empty or twice there, are refused`(names: String) throws {
        let text = #"{"notifiers": [{"use": "notifier.prometheus", "listen": "127.0.0.1:0", "captures": \#(names)}]}"#
        #expect(throws: (any Error).self) {
            _ = try PipelineConfiguration(json: text.utf8, registry: try PluginRegistry.standard())
        }
    }
}
