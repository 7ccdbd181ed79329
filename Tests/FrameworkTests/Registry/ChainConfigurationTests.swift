import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityWire
import TestSupport
import Testing

private struct Nothing: Decodable {}

private enum LenientPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        // A registration that would replace a guard.
        try registry.register(.validator, "validator.com.example.lenient", options: Nothing.self) {
            (_, _) throws(PluginError) in
            ClosureValidator { _ in .inconclusive }.placed(.instead(of: .portalSignals))
        }
        try registry.register(.validator, "validator.com.example.signs", options: Nothing.self) {
            (_, _) throws(PluginError) in
            PortalSignals().asked(.afterMismatch)
        }
    }
}

@Suite struct `A chain in a configuration` {
    private static func configuration(_ json: String) throws -> PipelineConfiguration {
        try PipelineConfiguration(json: json.utf8, registry: .standard(adding: [ProbePlugin.self, LenientPlugin.self]))
    }

    private static let endpoint = """
        "endpoints": [{ "url": "https://status.example.com/ping", "expect": { "use": "validator.contains", "text": "pong" } }]
        """

    /// Asks once, with an answer over TLS that verifies the host.
    private static func assess(_ json: String, fields: HeaderFields = [:]) async throws -> Assessment {
        var configuration = try configuration(json)
        configuration.source = StaticInterfaceSource(InterfaceSnapshot([.wifi]))
        configuration.policy = QuorumPolicy()
        configuration.probers = [
            ClosureProber { request in
                let response = ProbeResponse(status: 200, headers: fields, body: Array("pong".utf8))
                var exchange = ProbeExchange(request: request, outcome: .success(response))
                exchange.authentication = .verified
                return exchange
            }
        ]
        return try await Pipeline(configuration) {}.assess()
    }

    @Test func `The README's validator is asked on https, in a list, at a position and alone`() async throws {
        let own = #"{ "use": "validator.probe-header", "name": "X-Probe" }"#
        for validators in [
            "[\(own)]", #"["validator.portal-signals", \#(own)]"#, #"{ "only": [\#(own)] }"#,
            #"[{ "use": "validator.placed", "after": "outcome", "validator": \#(own) }]"#,
            #"[{ "use": "validator.placed", "asked": "verified", "validator": \#(own) }]"#,
            #"{ "list": [\#(own)], "without": ["portal-signals", "weak-expectation"] }"#,
        ] {
            let json = #"{ \#(Self.endpoint), "validators": \#(validators) }"#
            let refused = try await Self.assess(json)
            expect(refused.access, .blocked, "\(validators): \(refused)")
            expect(refused.endpoints[0].verdict.reason.code, "com.example.no-header")
            // The host itself answered, and no filter.
            #expect(Diagnosis(of: DiagnosticEvidence(refused, answers: [])).causes.allSatisfy { $0.cause != "filter" })
            try await expect(Self.assess(json, fields: ["X-Probe": "1"]).access, .online, "\(validators)")
        }
    }

    @Test func `A chain without a guard gives every assessment a caveat`() async throws {
        for (validators, caveats) in [
            ("[]", []), (#"{ "without": ["wording"] }"#, []), (#"{ "without": ["filter"] }"#, [.guardLeftOut]),
            (#"{ "only": [] }"#, [.guardLeftOut]),
            (
                #"[{ "use": "validator.placed", "instead": "private-address", "validator": "validator.redirect" }]"#,
                [.guardLeftOut]
            ),
        ] as [(String, [Assessment.Caveat])] {
            let assessment = try await Self.assess(#"{ \#(Self.endpoint), "validators": \#(validators) }"#)
            expect(assessment.caveats, caveats, "\(validators)")
        }
    }

    @Test func `Registration of a validator cannot set its position`() throws {
        let plain = try Self.configuration(#"{ "validators": ["validator.com.example.lenient"] }"#)
        #expect(plain.validators.missingGuards.isEmpty)
        let chosen = try Self.configuration(
            #"{ "validators": [{ "use": "validator.placed", "instead": "filter", "validator": "validator.com.example.lenient" }] }"#
        )
        expect(chosen.validators.missingGuards, [.filter])
        for use in [
            #""validator.com.example.signs""#,
            #"{ "use": "validator.placed", "validator": "validator.com.example.signs" }"#,
        ] {
            let moved = try Self.configuration(#"{ "validators": [\#(use)] }"#).validators
            #expect(moved.missingGuards.isEmpty && moved.links.count == JudgingChain.standard.links.count + 1)
        }
    }

    @Test func `A chain is written as it was read`() throws {
        let json = #"""
            { "validators": { "list": [{ "use": "validator.placed", "before": "wording", "asked": "after-match",
              "validator": { "use": "validator.contains", "text": "x" } }], "without": ["proxy", "filter"] } }
            """#
        let chain = try Self.configuration(json).validators
        var configuration = PipelineConfiguration()
        configuration.validators = chain
        let written = try JSON(encoding: configuration).text
        try expect(Self.configuration(written).validators.links.map(\.name), chain.links.map(\.name), "\(written)")
        expect(chain.links.first { $0.name == "BodyContains" }?.condition, .afterMatch)
    }

    @Test(arguments: [
        (
            #"[{ "use": "validator.placed", "before": "wordin", "validator": "validator.empty" }]"#,
            #"did you mean wording?"#
        ),
        (
            #"[{ "use": "validator.placed", "instead": "outcome", "validator": "validator.empty" }]"#,
            "must be one of this-device"
        ),
        (
            #"[{ "use": "validator.placed", "before": "wording", "after": "proxy", "validator": "validator.empty" }]"#,
            "cannot be combined with another place"
        ),
        (
            #"[{ "use": "validator.placed", "asked": "verifed", "validator": "validator.empty" }]"#,
            "did you mean verified?"
        ),
        (#"{ "list": [] }"#, "must name the links to leave out"),
        (#"{ "without": ["expectation"] }"#, "must be one of this-device"),
        (#"{ "without": ["portal-signal"] }"#, "did you mean portal-signals?"),
    ])
    func `A link that is not there is refused with the names that are`(validators: String, fault: String) throws {
        let error = #expect(throws: PluginError.self) { try Self.configuration(#"{ "validators": \#(validators) }"#) }
        expect(error?.description.contains(fault), true, "\(String(describing: error))")
    }
}
