import ConnectivityCore
import ConnectivityKit
import ConnectivityNotifiers
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

@Suite struct `A written configuration` {
    private let registry: PluginRegistry

    init() throws { registry = try .standard() }

    private func encoded(_ configuration: PipelineConfiguration) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(configuration)
    }

    @Test func `Every validator and policy that can be named survives writing and reading`() throws {
        #expect(!registry[.validator].ids.isEmpty)
        for id in registry[.validator].ids {
            let options = validatorOptions["\(id)"].map { ", \($0)" } ?? ""
            let text = #"""
                { "validators": [{ "use": "\#(id)"\#(options) }],
                  "endpoints": [{ "url": "http://a.example/x", "expect": { "use": "\#(id)"\#(options) } }] }
                """#
            let written = try encoded(try PipelineConfiguration(json: Data(text.utf8), registry: registry))
            #expect(String(decoding: written, as: UTF8.self).contains("\"use\":\"\(id)\""))
            try expect(encoded(PipelineConfiguration(json: written, registry: registry)), written, "\(id)")
        }
        for id in registry[.policy].ids {
            let text = #"{ "policy": "\#(id)" }"#
            let written = try encoded(try PipelineConfiguration(json: Data(text.utf8), registry: registry))
            #expect(String(decoding: written, as: UTF8.self).contains("\"use\":\"\(id)\""))
            try expect(encoded(PipelineConfiguration(json: written, registry: registry)), written, "\(id)")
        }
    }

    @Test(arguments: [
        #""notifier.lines""#, #"{ "use": "notifier.lines", "to": "error", "format": "json" }"#,
        #"{ "use": "notifier.lines", "to": "/tmp/a", "events": ["confirmed", "probe-ended", "round-ended"] }"#,
        #"{ "use": "notifier.lines", "events": ["ended"] }"#,
    ])
    func `Notifiers are written in configurations but not in assessment documents`(notifier: String) throws {
        let text = #"{ "notifiers": [\#(notifier)] }"#
        let configuration = try PipelineConfiguration(json: Data(text.utf8), registry: registry)
        let written = try encoded(configuration)
        let read = try PipelineConfiguration(json: written, registry: registry)
        expect(read.notifiers.map { $0 as? LinesNotifier }, configuration.notifiers.map { $0 as? LinesNotifier })
        #expect(read.notifiers.first is LinesNotifier)
        try expect(encoded(read), written)
        let assessment = Assessment(access: .online, reason: .noEndpoint, startedAt: Timestamp(sinceEpoch: .zero))
        let document = try JSONEncoder().encode(AssessmentDocument(assessment, decidedBy: configuration))
        #expect(!String(decoding: document, as: UTF8.self).contains("notifier"))
    }

    @Test(arguments: [
        (#""to": "printer""#, "to", "must be output, error or the path of a file"),
        (#""to": """#, "to", "must be output"), (#""file": "/a""#, "file", "was removed: use to"),
        (#""format": "xml""#, "format", "must be text or json"),
        (
            #""events": []"#, "events",
            "changed, confirmed, source-failed, probe-ended, round-ended, observed, ended"
        ),
        (#""events": ["roundended"]"#, "events", "did you mean round-ended?"),
    ])
    func `An invalid notifier option is refused and named in the error`(
        options: String,
        key: String,
        detail: String
    ) throws {
        let text = #"{ "notifiers": [{ "use": "notifier.lines", \#(options) }] }"#
        let error = #expect(throws: PluginError.self) {
            _ = try PipelineConfiguration(json: Data(text.utf8), registry: registry)
        }
        guard case .invalidOption("notifier.lines", path: [key], let found, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.contains(detail), "\(found)")
    }

    @Test func `A longest wait that is shorter than the first one is written as it counts`() throws {
        var configuration = PipelineConfiguration()
        configuration.schedule.captive.maximum = .seconds(1)
        let read = try PipelineConfiguration(json: encoded(configuration), registry: registry)
        expect(read.schedule.captive, RoundSchedule.Backoff(first: .seconds(3), maximum: .seconds(3)))
    }

    @Test func `A written configuration does not depend on defaults`() throws {
        let text = #"""
            { "policy": { "use": "policy.share", "share": 0.07 }, "endpoints": ["android", "connman.v6",
              { "url": "http://a.example/x", "method": "HEAD", "family": "ipv4" }], "scope": "wlan0",
              "schedule": { "settling": 0.1, "interval": 7, "captiveFirst": 0.25, "patience": 0, "retryFirst": 3,
                "thrifty": false },
              "limits": { "total": 0.3, "body": 7 } }
            """#
        let configuration = try PipelineConfiguration(json: Data(text.utf8), registry: registry)
        let written = try encoded(configuration)
        let read = try PipelineConfiguration(json: written, registry: registry)
        expect(read.endpoints.map(\.name), configuration.endpoints.map(\.name))
        expect(read.endpoints.map(\.owner), configuration.endpoints.map(\.owner))
        expect(read.endpoints.map { $0.request() }, configuration.endpoints.map { $0.request() })
        expect(read.schedule, configuration.schedule)
        expect(read.schedule.settling, .milliseconds(100))
        expect(read.schedule.retry, RoundSchedule.Backoff(first: .seconds(3), maximum: .seconds(30)))
        expect(read.limits, configuration.limits)
        expect(read.limits.total, .milliseconds(300))
        expect(read.scope, .interface("wlan0"))
        expect((read.policy as? SharePolicy)?.share, 0.07)
        #expect(!String(decoding: written, as: UTF8.self).contains("android"))
    }
}
