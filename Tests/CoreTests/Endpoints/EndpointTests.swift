import ConnectivityCore
import TestSupport
import Testing

@Suite struct `Built-in endpoints` {
    @Test func `Built-in endpoints have unique names and questions, and an owner`() {
        expect(Set(Endpoint.builtIn.map(\.name)).count, Endpoint.builtIn.count)
        let paths = Endpoint.builtIn.map { "\($0.question) \($0.family?.rawValue ?? "")" }
        expect(Set(paths).count, Endpoint.builtIn.count)
        for endpoint in Endpoint.builtIn { #expect(!endpoint.owner.isEmpty) }
    }

    @Test func `Built-in endpoints are found by name and by URL`() throws {
        for endpoint in Endpoint.builtIn {
            expect(Endpoint.builtIn(named: endpoint.name)?.url, endpoint.url)
            let url = try #require(endpoint.url)
            let found = try #require(Endpoint.builtIn(at: url))
            expect(found.owner, endpoint.owner)
            #expect(found.name == endpoint.name || endpoint.family != nil)
        }
    }

    @Test func `The default endpoints do not depend on one company`() {
        #expect(Set(Endpoint.standard.map(\.owner)).count >= 3)
        expect(Set(Endpoint.standard.map(\.url?.scheme)).count, 2)
    }

    @Test func `The default endpoints have two owners per scheme, so that one may be down`() {
        for scheme in HTTPURL.Scheme.allCases {
            #expect(Set(Endpoint.standard.filter { $0.url?.scheme == scheme }.map(\.owner)).count >= 2)
        }
    }

    @Test func `Built-in endpoints have twins over TLS with the same host and page`() {
        let twins = Endpoint.builtIn.compactMap(\.overTLS)
        expect(twins.count, 17)
        for endpoint in Endpoint.builtIn {
            guard let twin = endpoint.overTLS, let url = endpoint.url, let over = twin.url else { continue }
            #expect(over.scheme == .https && url.scheme == .http)
            #expect(over.host == url.host && over.requestTarget == url.requestTarget)
            #expect(twin.owner == endpoint.owner && twin.name == "\(endpoint.name).https")
            expect(Endpoint.builtIn(named: twin.name)?.url, twin.url)
            #expect(Endpoint.builtIn(at: over) != nil)
        }
    }

    @Test func `No endpoint has the name of a group, and every member of a group is built in`() {
        for (name, members) in Endpoint.groups {
            #expect(Endpoint.builtIn(named: name) == nil)
            for member in members { #expect(Endpoint.builtIn(named: member.name) != nil) }
        }
    }

    @Test func `Every built-in endpoint rejects every answer except its own`() throws {
        for endpoint in Endpoint.builtIn {
            let url = try #require(endpoint.url)
            for status in [200, 204, 302, 404, 511] {
                let exchange = ProbeExchange.answer(status, "<p>hello there", url: url)
                let verdict = ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: endpoint.expectation)
                #expect(verdict.finding != .genuine || status == 204, "\(endpoint.name) \(status)")
            }
        }
    }
}
