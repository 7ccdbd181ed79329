import ConnectivityCore
import ConnectivityDecoding
import ConnectivityRecords
import TestSupport
import Testing

@Suite struct RecordedResponseTests {
    @Test func `There is a fixture of a typical answer for every built-in endpoint`() {
        #expect(Fixture.all.count >= 40)
        // The variants of an endpoint for one address family have the same answer.
        for endpoint in Endpoint.builtIn where !endpoint.name.contains(".ipv") {
            // If nothing should answer at the endpoint, the recorded answer comes from another system.
            let finding = endpoint.expectation is NoReply ? "substituted" : "genuine"
            let name = Array("# endpoint: \(endpoint.name)\n# expect: \(finding) ".utf8)
            #expect(
                Fixture.all.contains { $0.bytes.firstRange(of: name) != nil },
                "no \(finding) answer of \(endpoint.name)"
            )
        }
    }

    @Test(arguments: Fixture.readable)
    func `A recorded response leads to the verdict that it states`(fixture: Fixture) throws {
        let recording = try Recording(parsing: fixture.bytes)
        #expect(recording.source != nil, "\(fixture.name) does not say where it comes from")
        #expect(recording.url != nil, "\(fixture.name) does not say what was asked")
        let expected = try #require(recording.expectation, "\(fixture.name) states no verdict")
        let endpoint = try #require(recording.endpoint, "\(fixture.name) names no built-in endpoint")

        let response = BodyDecoder().decoded(recording.response)
        expect(BodyDecoder().decoded(response), response, "\(fixture.name) changes when it is decoded again")
        let exchange = ProbeExchange(request: endpoint.request(), outcome: .success(response))
        let verdict = ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: endpoint.expectation)
        expect(verdict.finding, expected.finding, "\(fixture.name): \(verdict.reason)")
        expect(verdict.reason.code, expected.code, "\(fixture.name): \(verdict.reason)")
        expect(verdict.portal?.signInURL, expected.signInURL, "\(fixture.name): \(verdict.reason)")
        expect(verdict.portal?.vendor, expected.vendor, "\(fixture.name)")
    }

    @Test(arguments: Fixture.all)
    func `A recorded response reads back equal after it is written`(fixture: Fixture) throws {
        let recording = try Recording(parsing: fixture.bytes)
        try expect(Recording(parsing: recording.encoded()), recording, "\(fixture.name)")
    }

    @Test(arguments: Fixture.all)
    func `Reading a truncated recorded response never traps`(fixture: Fixture) {
        for end in LongForm.places(in: fixture.bytes.indices, every: 7) {
            _ = try? Recording(parsing: Array(fixture.bytes[..<end]))
        }
    }
}
