import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite struct `A saved assessment` {
    private let registry: PluginRegistry

    init() throws { registry = try .standard() }

    private func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Random answers to random endpoints, decided by a random policy.
    private func assessment(_ random: inout SplitMix64, _ configuration: inout PipelineConfiguration) -> Assessment {
        configuration.endpoints = (0...random.next(below: 4)).map { _ in
            random.pick(Endpoint.builtIn + [.google, .googleGstatic, .googleHTTPS])
        }
        configuration.policy = random.pick([SharePolicy(0.5), SharePolicy(1), QuorumPolicy()] as [any ThresholdPolicy])
        configuration.scope = random.pick([.defaultRoute, .interface("wlan0")])
        let exchanges = configuration.endpoints.map { endpoint in
            var exchange = random.exchange(random.pick([nil, nil, random.pick(ProbeFailure.Kind.every)]))
            exchange.request = endpoint.request(interface: configuration.scope.boundInterface)
            if random.next(below: 2) == 0 { exchange.outcome = .success(.http(ProbeResponse(status: 204))) }
            return exchange
        }
        let wifi = NetworkInterface(
            name: "wlan0",
            index: 3,
            kind: .wifi,
            isUp: random.next(below: 5) > 0,
            addresses: [.init("192.0.2.7", prefixLength: 24)]
        )
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([wifi] + (random.maybe { $0.interface() }.map { [$0] } ?? [])),
            paths: [
                .init(
                    path: NetworkPath(interface: "wlan0"),
                    isBeforeRound: random.next(below: 10) == 0,
                    exchanges: random.next(below: 10) == 0 ? [] : exchanges
                )
            ],
            startedAt: Timestamp(sinceEpoch: .seconds(1_800_000_000) + random.duration()),
            duration: random.duration(),
            confirmedAt: random.maybe { Timestamp(sinceEpoch: .seconds(1_800_000_000) + $0.duration()) }
        )
        return configuration.rules.decide(record)
    }

    @Test(arguments: 0..<UInt64(LongForm.count(20, orLong: 150)))
    func `A saved assessment is decided again bit for bit from its JSON alone`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var configuration = PipelineConfiguration()
        let assessment = assessment(&random, &configuration)
        let json = try encoded(AssessmentDocument(assessment, decidedBy: configuration))
        let saved = try SavedAssessment(json: json, registry: registry)
        let read = try #require(saved.configuration)
        let again = saved.decideAgain(by: read.rules)
        #expect(again.agrees, "\(again.difference ?? [])")
        expect(again.assessment, assessment)
        try expect(encoded(AssessmentDocument(again.assessment, decidedBy: read)), json)
    }

    /// Without this, the test above could decide only a few kinds of assessments again.
    @Test func `The random assessments have every access`() {
        let accesses = (0..<150 as Range<UInt64>).map { seed in
            var (random, configuration) = (SplitMix64(seed: seed), PipelineConfiguration())
            return assessment(&random, &configuration).access.name
        }
        let all: Set = ["online", "captive", "blocked", "unreachable", "partial", "disconnected"]
        #expect(all.isSubset(of: accesses))
    }

    /// Changes the reports of the first path in the members of an assessment.
    private static func changeEndpoints(in members: inout [String: Any], _ change: (inout [[String: Any]]) -> Void)
        throws
    {
        var paths = try #require(members["paths"] as? [[String: Any]])
        var endpoints = try #require(paths[0]["endpoints"] as? [[String: Any]])
        change(&endpoints)
        paths[0]["endpoints"] = endpoints
        members["paths"] = paths
    }

    /// Replaces every member, one after the other, by another value of its kind.
    @Test func `Any changed claim in a saved assessment is found out`() throws {
        var random = SplitMix64(seed: 7)
        var configuration = PipelineConfiguration()
        var assessment = assessment(&random, &configuration)
        while assessment.access.name != "captive" { assessment = self.assessment(&random, &configuration) }
        let json = try encoded(AssessmentDocument(assessment, decidedBy: configuration))
        let whole = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        for (key, value) in [
            ("access", "online"), ("reason", ["code": "stated", "facts": [:], "parts": []]), ("portal", NSNull()),
            ("interface", NSNull()),
            ("extra", 1),
        ] as [(String, Any)] {
            var changed = whole
            changed[key] = value
            let saved = try SavedAssessment(json: JSONSerialization.data(withJSONObject: changed), registry: registry)
            expect(saved.decideAgain(by: configuration.rules).difference?.first, key)
        }
        for (key, value) in [("finding", "x"), ("reason", "x"), ("url", "http://x.example/"), ("owner", "x")] {
            var changed = whole
            try Self.changeEndpoints(in: &changed) { $0[0][key] = value }
            let saved = try SavedAssessment(json: JSONSerialization.data(withJSONObject: changed), registry: registry)
            expect(saved.decideAgain(by: configuration.rules).difference, ["paths", "0", "endpoints", "0", key])
        }
        var fewer = whole
        try Self.changeEndpoints(in: &fewer) { $0 = [] }
        let saved = try SavedAssessment(json: JSONSerialization.data(withJSONObject: fewer), registry: registry)
        #expect(!saved.decideAgain(by: configuration.rules).agrees)
    }

    /// Returns the JSON members of a document with two endpoints whose answers are redirects to a portal.
    private func members() throws -> (members: [String: Any], rules: DecisionRules) {
        var configuration = PipelineConfiguration()
        configuration.endpoints = [.apple, .google]
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://p.example/"])
        let exchanges = configuration.endpoints.map { ProbeExchange(request: $0.request(), outcome: .success(portal)) }
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([.wifi]),
            paths: [.init(path: NetworkPath(interface: "wlan0"), exchanges: exchanges)],
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        let json = try encoded(
            AssessmentDocument(configuration.rules.decide(record), decidedBy: configuration)
        )
        return (try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any]), configuration.rules)
    }

    private func difference(_ members: [String: Any], _ rules: DecisionRules) throws -> [String]? {
        let json = try JSONSerialization.data(withJSONObject: members)
        return try SavedAssessment(json: json, registry: registry).decideAgain(by: rules).difference
    }

    @Test func `A checksum that was removed from a saved assessment is found out`() throws {
        var (members, rules) = try members()
        try expect(difference(members, rules), nil)
        #expect(members.removeValue(forKey: "checksum") != nil)
        try expect(difference(members, rules), ["checksum"])
        // An assessment without a configuration never has a checksum.
        members["configuration"] = nil
        try expect(difference(members, rules), nil)
    }

    @Test
    func `The quality of a saved assessment is the one that was observed, and that of a path follows from its answers`()
        throws
    {
        var (members, rules) = try members()
        (members["configuration"], members["checksum"]) = (nil, nil)
        let quality = members["quality"]
        members["quality"] = "poor"
        try expect(difference(members, rules), ["quality"])
        members["observations"] = [
            [
                "kind": "quality", "subject": "wlan0", "state": "poor", "at": "2026-11-29T00:00:00Z",
                "reason": ["code": "quality-loss", "facts": [:], "parts": []],
            ] as [String: Any]
        ]
        try expect(difference(members, rules), nil)
        (members["quality"], members["observations"]) = (quality, [])
        var paths = try #require(members["paths"] as? [[String: Any]])
        var figures = try #require(paths[0]["quality"] as? [String: Any])
        figures["level"] = "poor"
        paths[0]["quality"] = figures
        members["paths"] = paths
        try expect(difference(members, rules), ["paths", "0", "quality", "level"])
    }

    @Test func `A saved list with an element too many differs at that element`() throws {
        var (members, rules) = try members()
        try Self.changeEndpoints(in: &members) { $0.append($0[0]) }
        try expect(difference(members, rules), ["paths", "0", "endpoints", "2"])
    }

    @Test func `Saved strings that differ only in their Unicode encoding are found out`() throws {
        var configuration = PipelineConfiguration()
        configuration.endpoints = [Endpoint("http://a.example/", owner: "Café")]
        let exchange = ProbeExchange(
            request: configuration.endpoints[0].request(),
            outcome: .success(ProbeResponse(status: 204))
        )
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([.wifi]),
            paths: [.init(path: NetworkPath(interface: "wlan0"), exchanges: [exchange])],
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        let json = try encoded(configuration.rules.decide(record))
        let text = String(decoding: json, as: UTF8.self).replacing("\"Café\"", with: "\"Cafe\u{301}\"")
        let saved = try SavedAssessment(json: Data(text.utf8), registry: registry)
        expect(saved.decideAgain(by: configuration.rules).difference, ["paths", "0", "endpoints", "0", "owner"])
    }

    @Test func `An assessment that was decided by closures is saved without a configuration`() throws {
        var configuration = PipelineConfiguration()
        configuration.endpoints = [Endpoint("https://own.example/")]
        configuration.validators = [ClosureValidator { _ in .inconclusive }]
        #expect(throws: PluginError.unnamed("ClosureValidator")) { try JSONEncoder().encode(configuration) }
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([
                NetworkInterface(name: "a", index: 1, kind: .wifi, addresses: [.init("192.0.2.7", prefixLength: 24)])
            ]),
            paths: [
                .init(
                    path: NetworkPath(interface: "a"),
                    exchanges: [
                        ProbeExchange(request: Endpoint.apple.request(), outcome: .success(ProbeResponse(status: 200)))
                    ]
                )
            ],
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        let assessment = configuration.rules.decide(record)
        expect(assessment.access, .online)
        let json = try encoded(AssessmentDocument(assessment, decidedBy: configuration))
        let saved = try SavedAssessment(json: json, registry: registry)
        #expect(saved.configuration == nil)
        #expect(saved.decideAgain(by: configuration.rules).agrees)
        #expect(!saved.decideAgain(by: PipelineConfiguration().rules).agrees)
    }

    @Test(arguments: [
        (
            "{",
            PluginError.malformed(
                "assessment",
                detail: "this is not JSON: the text is incomplete",
                at: .init(line: 1, column: 2)
            )
        ), ("[]", .invalidOption("assessment", path: [], detail: "")),
        (
            "{}",
            .invalidOption("assessment", path: [], detail: "\"access\" is missing", at: .init(line: 1, column: 1))
        ),
        (
            #"{"access":"online"}"#,
            .invalidOption(
                "assessment",
                path: ["version"],
                detail: "is not version 3, the only supported one; make a new assessment",
                at: .init(line: 1, column: 1)
            )
        ),
        (
            " \n" + #"{"access":"online","version":3}"#,
            .invalidOption("assessment", path: [], detail: "\"interfaces\" is missing", at: .init(line: 2, column: 1))
        ),
        (
            #"{"access":"online","interfaces":[{"name":3}],"version":3}"#,
            .invalidOption(
                "assessment",
                path: ["interfaces", "0", "name"],
                detail: "expected a string; found a number",
                at: .init(line: 1, column: 42)
            )
        ),
        (
            #"{"access":"a","interfaces":[],"reason":{"code":"x"},"paths":[{"path":{"interface":"a"},"reason":{"code":"x"},"endpoints":[],"history":{"measured":["on"]}}],"version":3}"#,
            .invalidOption(
                "assessment",
                path: ["paths", "0", "history", "measured", "0"],
                detail: "is not a known access",
                at: .init(line: 1, column: 148)
            )
        ),
        (
            #"{"access":"a","interfaces":[],"reason":{"code":"x"},"paths":[],"startedAt":"2026-11-21T08:30:00.250Z","duration":1e9,"version":3}"#,
            .invalidOption(
                "assessment",
                path: ["duration"],
                detail: "must be less than a billion seconds",
                at: .init(line: 1, column: 114)
            )
        ),
        (
            #"{"access":"a","interfaces":[],"reason":{"code":"x"},"paths":[],"startedAt":"2026-11-21T08:30:00.250Z","duration":1,"configuration":{"x":1},"version":3}"#,
            .unreadKey(
                "pipeline",
                path: [],
                key: "x",
                known: [
                    "$schema", "below", "comment", "companions", "endpoints", "expect", "ignore", "limits",
                    "networks", "notifiers", "plugins", "policy", "pool", "prober", "provisioning", "proxy",
                    "quality", "schedule", "scope", "source",
                    "traffic", "validators",
                ],
                at: .init(line: 1, column: 133)
            )
        ),
    ])
    func `A malformed saved assessment is refused with the key`(text: String, error: PluginError) {
        do throws(PluginError) {
            _ = try SavedAssessment(json: Data(text.utf8), registry: registry)
            Issue.record("\(text) was read")
        } catch .invalidOption(let id, let path, _, _) where text == "[]" {
            #expect(id == "assessment" && path.isEmpty)
        } catch let fault {
            expect(fault, error)
        }
    }

    @Test func `A garbled saved assessment is refused or read, but never causes a trap`() throws {
        var random = SplitMix64(seed: 3)
        var configuration = PipelineConfiguration()
        let assessment = assessment(&random, &configuration)
        let json = try encoded(AssessmentDocument(assessment, decidedBy: configuration))
        for _ in 0..<400 {
            var changed = json
            changed[random.next(below: json.count)] = random.pick(Array("{}[]\":,-0e9nx\u{0}".utf8))
            guard let saved = try? SavedAssessment(json: changed, registry: registry) else { continue }
            _ = saved.decideAgain(by: (saved.configuration ?? configuration).rules)
        }
    }
}
