import ConnectivityCore
import ConnectivityDecoding
import ConnectivityRecords
import Testing

/// Expectations of users for their services, against pages of portals and filters.
@Suite struct StatedExpectationTests {
    private static let asked: HTTPURL = "http://service.example/status"

    private static let stated: [(name: String, expectation: any ResponseValidator)] = [
        ("status 200", StatusCode(200)), ("status 204", StatusCode(204)), ("status 302", StatusCode(302)),
        ("any redirect", StatusCode(301, 302, 303, 307, 308)),
        ("any answer but an error", StatusCode(200, 204, 301, 302)),
        ("status 401", StatusCode(401)), ("pong", BodyContains("pong")),
        ("a field Location", HeaderValue(of: "Location")),
        ("a Location that the user stated", HeaderValue(of: "Location", is: "/en/")),
        ("JSON", HeaderValue(of: "Content-Type", is: "application/json")),
        ("status 200 and pong", AllOf([StatusCode(200), BodyContains("pong")])), ("an empty body", EmptyBody()),
        ("a size", BodySize(min: 1, max: 4_000)), ("not an error", Inverted(StatusCode(500, 502, 503))),
    ]

    /// Every recorded page of a portal or a filter, as it is and with its redirect on the asked host.
    private static let pages: [(name: String, response: ProbeResponse)] = Fixture.readable.flatMap { fixture in
        guard fixture.name.hasPrefix("portals/"), let recording = try? Recording(parsing: fixture.bytes) else {
            return [(String, ProbeResponse)]()
        }
        let response = BodyDecoder().decoded(recording.response)
        guard let location = response.headers["Location"], let target = try? asked.resolving(location) else {
            return [(fixture.name, response)]
        }
        var rewritten = response
        rewritten.headers.fields.removeAll { $0.name.lowercased() == "location" }
        rewritten.headers.fields.append(.init(name: "Location", value: target.requestTarget))
        return [(fixture.name, response), ("\(fixture.name), on the asked host", rewritten)]
    }

    @Test func `No user's expectation takes a portal's page for the service's`() {
        #expect(Self.pages.count > 100)
        for (page, response) in Self.pages {
            for (name, expectation) in Self.stated {
                let exchange = ProbeExchange(request: ProbeRequest(Self.asked), outcome: .success(response))
                let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: expectation)
                #expect(verdict.finding != .genuine, "\(page) as \(name): \(verdict)")
            }
        }
    }
}
