import ConnectivityConnection
import ConnectivityCore
import ConnectivityEcho
import ConnectivityKit
import ConnectivityNames
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

/// The names of all endpoints and groups.
private let knownEndpoints: [PluginID] = {
    let plain = Endpoint.builtIn + Endpoint.nameServers + Endpoint.echoes + Endpoint.connections
    let endpoints = plain + Endpoint.namesOverTLS + Endpoint.namesOverHTTPS
    return (endpoints.map(\.name) + Endpoint.groups.keys).map { PluginID($0) }.sorted()
}()

@Suite struct `A configuration` {
    private func read(_ text: String) throws -> PipelineConfiguration {
        try PipelineConfiguration(json: Data(text.utf8), registry: try .standard())
    }

    /// An endpoint that a user adds must not make the result less certain.
    @Test(arguments: [
        (#"["default"]"#, true), (#"["default", {"url": "https://status.example.net/"}]"#, true),
        (#"[{"url": "https://status.example.net/"}, "default"]"#, true), (#"["apple.hotspot"]"#, false),
        (#"[{"url": "https://status.example.net/"}]"#, false),
    ])
    func `The pool is asked if the whole default set is, also with the user's own endpoints`(
        list: String,
        isAsked: Bool
    ) throws {
        let configuration = try PipelineConfiguration(json: #"{"endpoints": \#(list)}"#.utf8, registry: .standard())
        expect(configuration.pool.isEmpty, !isAsked)
    }

    @Test func `An empty configuration has the defaults`() throws {
        let configuration = try read("{}")
        expect(configuration.endpoints.map(\.name), Endpoint.standard.map(\.name))
        expect(configuration.scope, .defaultRoute)
        expect(configuration.schedule, RoundSchedule(jitter: 0.1, isRotating: true))
        expect(configuration.limits, ProbeRequest.Limits())
        #expect(configuration.prober == nil)
    }

    @Test func `A configuration sets every part of a pipeline`() throws {
        let configuration = try read(
            """
            { "source": "source.netlink", "policy": { "use": "policy.share", "share": 0.75 },
              "validators": ["validator.redirect",
                { "use": "validator.any-of", "validators": [
                  { "use": "validator.inverted", "validator": { "use": "validator.contains", "text": "x" } },
                  { "use": "validator.header", "name": "X-Probe", "value": "1" } ] }],
              "endpoints": ["apple.hotspot",
                { "url": "https://status.example.com/ping", "name": "ours", "owner": "us", "method": "HEAD",
                  "family": "ipv6", "expect": { "use": "validator.status-code", "expected": [200, 204] } }],
              "pool": [{ "url": "http://a.example/", "patience": 2 }],
              "scope": "wlan0",
              "schedule": { "settling": 0, "interval": 60, "captiveFirst": 3, "retryFirst": 1, "retryMaximum": 9 },
              "limits": { "total": 2.5, "body": 1000 } }
            """
        )
        #expect(configuration.source != nil)
        expect((configuration.policy as? SharePolicy)?.share, 0.75)
        expect(configuration.validators.validators.map(\.traceName), ["RedirectSignal", "AnyOf"])
        expect(configuration.endpoints.map(\.name), ["apple.hotspot", "ours"])
        expect(configuration.endpoints[1].question.http?.method, .head)
        expect(configuration.endpoints[1].family, .ipv6)
        expect((configuration.endpoints[1].expectation as? StatusCode)?.expected, [200, 204])
        expect(configuration.pool.map(\.patience), [.seconds(2)])
        expect(configuration.machine.rules.pool.map(\.name), ["http://a.example/"])
        expect(configuration.scope, .interface("wlan0"))
        expect(configuration.schedule.retry, RoundSchedule.Backoff(first: .seconds(1), maximum: .seconds(9)))
        expect(configuration.schedule.settling, .zero)
        expect(configuration.limits.total, .seconds(2.5))
    }

    @Test func `The retry delay doubles up to its maximum`() throws {
        let retry = try read(#"{ "schedule": { "retryFirst": "3s", "retryMaximum": "1m" } }"#).schedule.retry
        expect((1...6).map(retry.delay), [3, 6, 12, 24, 48, 60].map { .seconds($0) })
        let steady = try read(#"{ "schedule": { "retryFirst": 40 } }"#).schedule.retry
        expect((1...3).map(steady.delay), [.seconds(40), .seconds(40), .seconds(40)])
    }

    @Test(arguments: [
        ("interval", "did you mean schedule.interval?"), ("retryFrist", "did you mean schedule.retryFirst?"),
        ("total", "did you mean limits.total?"), ("endpoint", "did you mean endpoints?"),
        ("intervall", "did you mean schedule.interval?"),
    ])
    func `A member that only an object below has is refused with its path`(name: String, hint: String) throws {
        let error = #expect(throws: PluginError.self) { try read("{ \"\(name)\": 60 }") }
        expect(error.map { "\($0)" }, "line 1, column 3: pipeline: at \(name): unknown option; \(hint)")
    }

    @Test func `Times are numbers of seconds, or texts with units`() throws {
        let configuration = try read(
            #"""
            { "schedule": { "interval": "1m30s", "settling": "20ms", "patience": "0" }, "limits": { "total": "2s" },
              "quality": { "slowConnection": "400ms" },
              "endpoints": [{ "url": "http://a.example/", "patience": "1.5s" }],
              "networks": [{ "ssid": "HOME", "interval": "1h" }] }
            """#
        )
        #expect(configuration.schedule.interval == .seconds(90) && configuration.schedule.patience == .zero)
        #expect(configuration.schedule.settling == .milliseconds(20) && configuration.limits.total == .seconds(2))
        expect(configuration.quality.slowConnection, .milliseconds(400))
        #expect(
            configuration.endpoints[0].patience == .seconds(1.5) && configuration.networks[0].interval == .seconds(3600)
        )
    }

    @Test func `A configuration states the bounds of the quality, a policy that requires one, and a bound on times`()
        throws
    {
        let text = """
            { "quality": { "slowConnection": 2, "slowLoss": 0.5, "owners": 1 },
              "policy": { "use": "policy.quality", "policy": "policy.quorum", "atLeast": "slow" },
              "validators": [{ "use": "validator.time", "below": 0.8, "of": "first-byte" }] }
            """
        let configuration = try read(text)
        var rules = PathQuality.Rules()
        (rules.slowConnection, rules.slowLoss, rules.owners) = (.seconds(2), 0.5, 1)
        expect(configuration.quality, rules)
        expect(configuration.rules.quality, rules)
        let policy = try #require(configuration.policy as? QualityPolicy)
        #expect(policy.needed == .slow && policy.policy is QuorumPolicy)
        let written = try JSONEncoder().encode(configuration)
        let again = try PipelineConfiguration(json: written, registry: try .standard())
        #expect(again.quality == rules && (again.policy as? QualityPolicy)?.needed == .slow)
        let time = ResponseTime(below: .milliseconds(800), of: .firstByte)
        #expect(again.validators.validators.contains { $0 as? ResponseTime == time })
        try expect(read("{}").quality, PathQuality.Rules())
    }

    @Test(arguments: [
        (
            #"{ "quality": { "poorConnection": 1 } }"#, "poorConnection",
            "was removed: a path is poor from ten thirds of slowConnection"
        ),
        (#"{ "quality": { "slowLoss": 0 } }"#, "slowLoss", "must be greater than 0 and at most 1"),
        (#"{ "quality": { "owners": 0 } }"#, "owners", "must be at least 1"),
        (#"{ "quality": { "rounds": 3 } }"#, "rounds", "was removed: the losses of five rounds count together"),
    ])
    func `A bound of the quality that is out of range is refused with its key`(
        text: String,
        key: String,
        detail: String
    ) {
        #expect {
            try read(text)
        } throws: { error in
            guard case PluginError.invalidOption(_, path: let path, detail: let found, at: _) = error else {
                return false
            }
            return path == ["quality", key] && found == detail
        }
    }

    @Test func `A configured policy can wrap another policy`() throws {
        let policy =
            try read(
                #"{ "policy": { "use": "policy.hysteresis", "up": 2, "policy": { "use": "policy.share", "share": 1 } } }"#
            ).policy as? HysteresisPolicy
        #expect(policy?.up == 2 && policy?.down == 3)
        expect((policy?.policy as? SharePolicy)?.share, 1)
        let standard = try read(#"{ "policy": "policy.hysteresis" }"#).policy as? HysteresisPolicy
        expect((standard?.policy as? QuorumPolicy)?.owners, nil)
    }

    @Test(arguments: [
        (
            #"{ "polic": 1 }"#,
            PluginError.unreadKey("pipeline", path: [], key: "polic", known: topKeys, at: .init(line: 1, column: 3))
        ),
        (
            #"{ "endpoints": [{ "url": "http://a.example/", "expct": 1 }] }"#,
            .unreadKey(
                "pipeline",
                path: ["endpoints", "0"],
                key: "expct",
                known: [
                    "body", "expect", "family", "follow", "headers", "method", "name", "owner", "patience", "question",
                    "tls", "url",
                ],
                at: .init(line: 1, column: 47)
            )
        ),
        (
            #"{ "validators": [{ "use": "validator.portal-signals", "x": 1 }] }"#,
            .unreadKey("validator.portal-signals", path: [], key: "x", known: [], at: .init(line: 1, column: 55))
        ),
        (
            #"{ "validators": [{ "use": "validator.all-of", "validators": [{ "use": "validator.header", "nmae": "" }] }] }"#,
            .invalidOption(
                "validator.header",
                path: [],
                detail: "\"name\" is missing; \"nmae\" is not known",
                at: .init(line: 1, column: 91)
            )
        ),
        (
            #"{ "validators": [{ "use": "validator.inverted", "validator": { "use": "validator.nope" } }] }"#,
            .unknown(
                "validator.nope",
                known: (try? PluginRegistry.standard())?[.validator].ids ?? [],
                at: .init(line: 1, column: 71)
            )
        ),
        (
            #"{ "limits": { "total": 0 } }"#,
            .invalidOption(
                "pipeline",
                path: ["limits", "total"],
                detail: "must be greater than zero, and less than a billion seconds",
                at: .init(line: 1, column: 24)
            )
        ),
        (
            #"{ "schedule": { "retryFirst": 9, "retryMaximum": 3 } }"#,
            .invalidOption(
                "pipeline",
                path: ["schedule", "retryMaximum"],
                detail: "must not be less than retryFirst",
                at: .init(line: 1, column: 50)
            )
        ),
        (
            #"{ "schedule": { "requestsPerHour": 0 } }"#,
            .invalidOption(
                "pipeline",
                path: ["schedule", "requestsPerHour"],
                detail: "must be at least 1",
                at: .init(line: 1, column: 36)
            )
        ),
        (
            #"{ "schedule": { "meteredFactor": 1 } }"#,
            .invalidOption(
                "pipeline",
                path: ["schedule", "meteredFactor"],
                detail: "was removed: use thrifty",
                at: .init(line: 1, column: 34)
            )
        ),
        (
            #"{ "schedule": { "interval": "2 days" } }"#,
            .invalidOption(
                "pipeline",
                path: ["schedule", "interval"],
                detail: #"must be a number of seconds, or a time such as "5m" or "1m30s""#,
                at: .init(line: 1, column: 29)
            )
        ),
        (
            #"{ "endpoints": [] }"#,
            .invalidOption(
                "pipeline",
                path: ["endpoints"],
                detail: "needs at least one endpoint",
                at: .init(line: 1, column: 16)
            )
        ),
        (
            #"{ "policy": { "use": "policy.share", "share": "half" } }"#,
            .invalidOption(
                "policy.share",
                path: ["share"],
                detail: "expected a number; found a string",
                at: .init(line: 1, column: 47)
            )
        ),
        (
            #"{ "policy": { "use": "policy.hysteresis", "down": 0 } }"#,
            .invalidOption(
                "policy.hysteresis",
                path: ["down"],
                detail: "must be from 1 through 32",
                at: .init(line: 1, column: 51)
            )
        ),
        (
            #"{ "policy": { "use": "policy.hysteresis", "policy": { "use": "policy.quorum", "owner": 2 } } }"#,
            .unreadKey("policy.quorum", path: [], key: "owner", known: ["owners"], at: .init(line: 1, column: 79))
        ),
        (
            "{\n \"é\": ",
            .malformed(
                "pipeline",
                detail: "this is not JSON: the text is incomplete",
                at: .init(line: 2, column: 7)
            )
        ),
        (
            #"{ "endpoints": ["android", "androit"] }"#,
            .unknown(
                "androit",
                known: knownEndpoints,
                at: .init(line: 1, column: 28)
            )
        ),
        (
            #"{ "endpoints": ["android", { "url": "http://a.example/", "patience": -1 }] }"#,
            .invalidOption(
                "pipeline",
                path: ["endpoints", "1", "patience"],
                detail: "must be a number of seconds from 0.001 through 86400",
                at: .init(line: 1, column: 70)
            )
        ),
        (
            #"{ "schedule": { "interval": 0 } }"#,
            .invalidOption(
                "pipeline",
                path: ["schedule", "interval"],
                detail: "must be a number of seconds from 0.001 through 86400",
                at: .init(line: 1, column: 29)
            )
        ),
    ])
    func `An invalid configuration is refused with the key and the known names`(text: String, error: PluginError) {
        #expect(throws: error) { try read(text) }
    }

    private static let topKeys = [
        "$schema", "below", "comment", "companions", "endpoints", "expect", "ignore", "limits", "networks",
        "notifiers", "plugins", "policy", "pool", "prober", "provisioning", "proxy", "quality", "schedule", "scope",
        "source", "traffic", "validators",
    ]

    @Test func `A garbled configuration never causes a trap`() {
        let text = Array(
            #"{"endpoints":[{"url":"http://a.example/","expect":{"use":"validator.equals","text":"x"}}]}"#.utf8
        )
        for index in text.indices {
            for byte in Array("{}[]\":,0nx\u{0}".utf8) {
                var mutated = text
                mutated[index] = byte
                _ = try? read(String(decoding: mutated, as: UTF8.self))
                _ = try? read(String(decoding: text.prefix(index), as: UTF8.self))
            }
        }
    }
}
