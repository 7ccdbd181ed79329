import ConnectivityKit
import Foundation
import Testing

@Suite struct `A configuration` {
    private func read(_ text: String) throws -> PipelineConfiguration {
        try PipelineConfiguration(json: Data(text.utf8), registry: try .standard())
    }

    @Test func `may be empty and then has the defaults`() throws {
        let configuration = try read("{}")
        #expect(configuration.endpoints.map(\.name) == Endpoint.standard.map(\.name))
        #expect(configuration.scope == .defaultRoute)
        #expect(configuration.schedule == Schedule())
        #expect(configuration.limits == ProbeLimits())
        #expect(configuration.prober == nil)
    }

    @Test func `sets everything that a pipeline is made of`() throws {
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
              "interface": "wlan0",
              "schedule": { "settling": 0, "interval": 60, "captiveInterval": 3, "retryFirst": 1, "retryMaximum": 9 },
              "limits": { "total": 2.5, "nameLookup": 1, "connect": 1, "response": 2, "body": 1000, "header": 2000 } }
            """
        )
        #expect(configuration.source != nil)
        #expect((configuration.policy as? SharePolicy)?.share == 0.75)
        #expect(configuration.validators.map(\.name) == ["RedirectSignal", "AnyOf"])
        #expect(configuration.endpoints.map(\.name) == ["apple.hotspot", "ours"])
        #expect(configuration.endpoints[1].method == .head)
        #expect(configuration.endpoints[1].family == .ipv6)
        #expect((configuration.endpoints[1].expectation as? StatusCode)?.expected == [200, 204])
        #expect(configuration.scope == .interface("wlan0"))
        #expect(configuration.schedule.retry == Backoff(first: .seconds(1), maximum: .seconds(9)))
        #expect(configuration.schedule.settling == .zero)
        #expect(configuration.limits.total == .seconds(2.5))
        #expect(configuration.limits.headerByteCountMax == 2000)
    }

    @Test func `wraps one policy in another`() throws {
        let policy =
            try read(
                #"{ "policy": { "use": "policy.hysteresis", "up": 2, "policy": { "use": "policy.share", "share": 1 } } }"#
            ).policy as? HysteresisPolicy
        #expect(policy?.up == 2 && policy?.down == 3)
        #expect((policy?.policy as? SharePolicy)?.share == 1)
        let standard = try read(#"{ "policy": "policy.hysteresis" }"#).policy as? HysteresisPolicy
        #expect((standard?.policy as? QuorumPolicy)?.owners == nil)
    }

    @Test(arguments: [
        (#"{ "polic": 1 }"#, PluginError.unreadKey("pipeline", path: [], key: "polic", known: topKeys)),
        (
            #"{ "endpoints": [{ "url": "http://a.example/", "expct": 1 }] }"#,
            .unreadKey(
                "pipeline",
                path: ["endpoints", "0"],
                key: "expct",
                known: ["expect", "family", "method", "name", "owner", "patience", "url"]
            )
        ),
        (
            #"{ "validators": [{ "use": "validator.portal-signals", "x": 1 }] }"#,
            .unreadKey("validator.portal-signals", path: [], key: "x", known: [])
        ),
        (
            #"{ "validators": [{ "use": "validator.all-of", "validators": [{ "use": "validator.header", "nmae": "" }] }] }"#,
            .invalidOption("validator.header", path: [], detail: "\"name\" is missing")
        ),
        (
            #"{ "validators": [{ "use": "validator.inverted", "validator": { "use": "validator.nope" } }] }"#,
            .unknown("validator.nope", known: (try? PluginRegistry.standard())?.validators.ids ?? [])
        ),
        (
            #"{ "limits": { "total": 0 } }"#,
            .invalidOption(
                "pipeline",
                path: ["limits", "total"],
                detail: "must be a number of seconds from 0.001 through 86400"
            )
        ),
        (
            #"{ "schedule": { "retryFirst": 9, "retryMaximum": 3 } }"#,
            .invalidOption(
                "pipeline",
                path: ["schedule", "retryMaximum"],
                detail: "must not be less than retryFirst"
            )
        ),
        (
            #"{ "endpoints": [] }"#,
            .invalidOption("pipeline", path: ["endpoints"], detail: "needs at least one endpoint")
        ),
        (
            #"{ "policy": { "use": "policy.share", "share": "half" } }"#,
            .invalidOption("policy.share", path: ["share"], detail: "is not of type Double")
        ),
        (
            #"{ "policy": { "use": "policy.hysteresis", "down": 0 } }"#,
            .invalidOption("policy.hysteresis", path: ["down"], detail: "must be from 1 through 32")
        ),
        (
            #"{ "policy": { "use": "policy.hysteresis", "policy": { "use": "policy.quorum", "owner": 2 } } }"#,
            .unreadKey("policy.quorum", path: [], key: "owner", known: ["owners"])
        ),
        (#"{ "policy": "#, .malformed("pipeline")),
    ])
    func `is refused with the component, the key and what is known`(text: String, error: PluginError) {
        #expect(throws: error) { try read(text) }
    }

    private static let topKeys = [
        "endpoints", "interface", "limits", "notifiers", "policy", "prober", "provisioning", "schedule", "scope",
        "source", "validators",
    ]

    #if PCRE2
    @Test func `with a bad regular expression is refused with its offset before anything runs`() {
        let text = #"{ "validators": [{ "use": "validator.matches", "pattern": "ab(c" }] }"#
        #expect(
            throws: PluginError.invalidOption(
                "validator.matches",
                path: ["pattern"],
                detail: "missing closing parenthesis at offset 4"
            )
        ) { try read(text) }
    }
    #endif

    @Test func `of any garbage is refused without a trap`() {
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
