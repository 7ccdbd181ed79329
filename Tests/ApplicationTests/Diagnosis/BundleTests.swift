import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry
import TestSupport
import Testing

@Suite struct `A bundle` {
    private static let provenance = SessionRecording.Provenance(
        source: "a test with token=Zm9vYmFyYmF6cXV4MTIzNDU2",
        recordedAt: Timestamp(sinceEpoch: .seconds(1_795_000_000)),
        tool: "test"
    )

    /// The evidence of a portal whose URL has a session, in a network with a hardware address in it.
    private static func evidence(status: Int = 302) throws -> (DiagnosticEvidence, PipelineConfiguration) {
        let registry = try PluginRegistry.standard()
        let text =
            #"{ "endpoints": [{ "url": "http://a.example/?token=Zm9vYmFyYmF6cXV4", "expect": { "use": "validator.status-code", "expected": [204] } }] }"#
        let configuration = try PipelineConfiguration(json: text.utf8, registry: registry)
        let interface = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("fe80::5054:ff:fe12:3456", prefixLength: 64), .init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 0)]
        )
        let headers: HeaderFields = [
            "Location": "http://login.example/?session=Zm9vYmFyYmF6cXV4", "Set-Cookie": "sid=Zm9vYmFyYmF6cXV4",
        ]
        let request = ProbeRequest(try #require(configuration.endpoints.first?.question))
        let response = ProbeResponse(status: status, headers: headers)
        var exchange = ProbeExchange(request: request, outcome: .success(.http(response)))
        if status == 204 { exchange.authentication = .verified }
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([interface]),
            paths: [
                .init(
                    path: NetworkPath(interface: "eth0"),
                    exchanges: [exchange]
                )
            ],
            startedAt: provenance.recordedAt
        )
        let question = Question.other("echo", ["to": "192.0.2.1"])
        let facts: Facts = [
            "from": "192.0.2.1", "sent": 5, "times": [0.01], "errors": [], "voucher": "Zm9vYmFyYmF6cXV4",
        ]
        let echo = ProbeExchange(request: ProbeRequest(question), outcome: .success(.other("echo", facts)))
        return (DiagnosticEvidence(configuration.rules.decide(record), answers: [echo]), configuration)
    }

    private static func bundle(status: Int = 302) throws -> DiagnosticBundle {
        let (evidence, configuration) = try evidence(status: status)
        return try DiagnosticBundle(
            evidence,
            decidedBy: configuration,
            provenance: provenance,
            registry: try .standard()
        )
    }

    @Test func `A bundle has no secret, and the conclusion of its evidence`() throws {
        let bundle = try Self.bundle()
        let text = String(decoding: bundle.encoded(), as: UTF8.self)
        for secret in ["Zm9vYmFyYmF6", "12:3456", "fe12"] { #expect(!text.contains(secret)) }
        #expect(bundle.evidence.assessment.access.portal != nil && bundle.diagnosis.causes.first?.cause == "portal")
        expect(bundle.provenance?.redaction.isEmpty, false)
    }

    @Test func `A written bundle reads back with the same diagnosis`() throws {
        let bundle = try Self.bundle()
        let again = try DiagnosticBundle(json: bundle.encoded(), registry: try .standard())
        #expect(again.difference == nil && again.provenance == bundle.provenance)
        #expect(again.evidence.answers == bundle.evidence.answers && again.diagnosis == bundle.diagnosis)
        expect(again.encoded(), bundle.encoded())
    }

    @Test func `A bundle has what companions observed, without secrets, and reads back with it`() throws {
        var (evidence, configuration) = try Self.evidence(status: 302)
        evidence.assessment.observations = [
            CompanionObservation(
                "service",
                of: "https://till.example/?token=tok4711",
                "failing",
                .warning,
                because: .stated("x"),
                at: Timestamp(sinceEpoch: .seconds(1_800_000_000))
            )
        ]
        let bundle = try DiagnosticBundle(
            evidence,
            decidedBy: configuration,
            provenance: Self.provenance,
            registry: try .standard()
        )
        let again = try DiagnosticBundle(json: bundle.encoded(), registry: try .standard())
        expect(again.evidence.assessment.observations.map(\.subject), ["https://till.example/?token=REDACTED-1"])
        expect(again.encoded(), bundle.encoded())
    }

    @Test func `A conclusion that does not follow from its evidence is noticed, and other files are refused`() throws {
        let text = String(decoding: try Self.bundle().encoded(), as: UTF8.self)
        let spoiled = text.replacing(#""access": "captive""#, with: #""access": "online""#)
        let read = try DiagnosticBundle(json: spoiled.utf8, registry: try .standard())
        #expect(read.difference != nil && read.evidence.assessment.access.portal != nil)
        for broken in [
            "", "{}", "[]", #"{ "assessment": 1 }"#, text.replacing(#""answers": ["#, with: #""answers": [1, "#),
        ] {
            #expect(throws: PluginError.self) { try DiagnosticBundle(json: broken.utf8, registry: try .standard()) }
        }
    }
}
