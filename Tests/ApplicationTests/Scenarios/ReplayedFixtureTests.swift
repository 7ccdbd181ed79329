import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

/// Encodes recorded answers in all their character sets as JSON and decodes them again.
@Suite struct ReplayedFixtureTests {
    @Test(arguments: LongForm.some(of: Fixture.all))
    func `A saved assessment of a recorded response is decided again with the same result`(fixture: Fixture) throws {
        let recording = try Recording(parsing: fixture.bytes)
        var configuration = PipelineConfiguration()
        configuration.endpoints = [try #require(recording.endpoint)]
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([
                NetworkInterface(
                    name: "wlan0",
                    index: 3,
                    kind: .wifi,
                    addresses: [.init("192.0.2.7", prefixLength: 24)]
                )
            ]),
            paths: [
                .init(
                    path: NetworkPath(interface: "wlan0"),
                    exchanges: [
                        ProbeExchange(
                            request: configuration.endpoints[0].request(),
                            outcome: .success(recording.response)
                        )
                    ]
                )
            ],
            startedAt: Timestamp(sinceEpoch: .seconds(1_800_000_000))
        )
        let assessment = configuration.rules.decide(record)
        let json = try JSONEncoder().encode(AssessmentDocument(assessment, decidedBy: configuration))
        let saved = try SavedAssessment(json: json, registry: .standard())
        expect(saved.record, record)
        let again = saved.decideAgain(by: try #require(saved.configuration).rules)
        #expect(again.agrees, "\(again.difference ?? [])")
        expect(again.assessment, assessment)
    }
}
