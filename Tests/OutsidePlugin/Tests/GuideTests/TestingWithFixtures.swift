import ConnectivityFixtures
import Testing

/// A validator that takes every page with its mark for genuine.
struct MarkedPage: ResponseValidator {
    func validate(_ exchange: ProbeExchange) -> Verdict {
        let body = String(decoding: exchange.response?.body ?? [], as: UTF8.self)
        return Verdict(body.contains("<mark>") ? .genuine : .substituted, because: Reason("com.example.marked"))
    }
}

@Test func `My validator calls nothing genuine that is not`() {
    let table = PortalFixture.all.judged(by: MarkedPage())
    print(table)
    #expect(table.falselyGenuine.isEmpty)
}

@Test(arguments: PortalFixture.portals.where(vendor: .coovaChilli))
func `A portal of CoovaChilli is found`(fixture: PortalFixture) {
    let verdict = ExchangeJudge(.standard).verdict(on: fixture.exchange, expecting: fixture.endpoint.expectation)
    #expect(verdict.portal?.signInURL == fixture.signInURL)
}

@Suite struct `The collection in another package` {
    @Test func `A validator that trusts one text is shown in the table with what it takes for genuine`() {
        let careless = ClosureValidator("the text Success") { exchange in
            let body = String(decoding: exchange.response?.body ?? [], as: UTF8.self)
            return Verdict(body.contains("Success") ? .genuine : .substituted, because: Reason("com.example.text"))
        }
        let table = PortalFixture.all.judged(by: careless)
        print(table)
        #expect(!table.falselyGenuine.isEmpty && !table.refusedGenuine.isEmpty)
        #expect("\(table)".contains("portals/page-success-word: captive expected, found genuine: com.example.text"))
        #expect(!PortalFixture.sessions.isEmpty)
    }
}
