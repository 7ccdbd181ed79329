import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite struct `Answers of a scenario` {
    private static let network = """
        {
          "states": [
            { "name": "out", "fault": { "delayBeforeBody": 3 } },
            { "name": "in" }
          ],
          "hosts": {
            "*": { "replies": [{ "when": "out", "status": 302, "headers": { "Location": "http://p.example/" } }] },
            "*.b.example": { "replies": [{ "body": "longer" }] },
            "*.example": { "tls": "expired", "replies": [{ "path": "/deep/*", "body": "shorter" }] },
            "a.example": { "tls": "good", "fault": { "delayBeforeAccept": 2, "closeAfter": 1 },
                           "replies": [{ "method": "POST", "path": "/in", "leadsTo": "in", "status": 204 }] },
            "form.example": {
              "tls": "good",
              "replies": [
                { "path": "/room", "form": { "room": "12", "name": "*" }, "status": 204 },
                { "path": "/room", "status": 403, "fault": {} }
              ]
            }
          },
          "names": [{ "name": "a.example", "result": "nxdomain" }]
        }
        """

    private func scenario() throws -> Scenario { try Scenario(parsing: Array(Self.network.utf8), folder: ".") }

    private func answer(_ request: TestServer.Request, in state: String = "out") throws -> Scenario.Answer {
        let scenario = try scenario()
        var progress = Scenario.Progress(scenario)
        progress.enter(state, at: .zero)
        return scenario.answer(to: request, at: .zero, &progress)
    }

    private func message(_ answer: Scenario.Answer) throws -> TestServer.Message {
        guard case .respond(let message)? = answer.reply.actions.first else { throw CancellationError() }
        return message
    }

    @Test(arguments: [
        ("GET", "a.example", "/", 302, ""), ("POST", "A.example:80", "/in?x=1", 204, ""),
        ("GET", "a.example", "/deep/er", 200, "shorter"), ("GET", "x.b.example", "/deep/er", 200, "longer"),
        ("GET", "other", "http://x.b.example/", 200, "longer"), ("GET", "", "/", 302, ""),
    ])
    func `The most specific host with a matching reply answers`(
        method: String,
        host: String,
        target: String,
        status: Int,
        body: String
    ) throws {
        let request = TestServer.Request(method: method, target: target, headers: ["Host": host])
        let answer = try answer(request)
        try expect(message(answer).status, status)
        expect(String(decoding: try message(answer).body, as: UTF8.self), body)
        try expect(message(self.answer(request, in: "in")).status, (status == 302 ? 404 : status))
    }

    @Test func `The fault of the reply holds, then that of the host, then that of the state`() throws {
        let stateAnswer = try answer(.init(method: "GET", target: "/", headers: ["Host": "x.b.example"]))
        expect(stateAnswer.faultOwner, .state)
        expect(stateAnswer.reply.fault?.delayBeforeBody, .seconds(3))
        let hostAnswer = try answer(.init(method: "POST", target: "/in", headers: ["Host": "a.example"]))
        expect(hostAnswer.faultOwner, .host)
        expect(hostAnswer.reply.fault?.delayBeforeBody, .zero)
        let replyAnswer = try answer(.init(method: "GET", target: "/room", headers: ["Host": "form.example"]))
        expect(replyAnswer.faultOwner, .reply)
        expect(replyAnswer.reply.fault, TestServer.Fault())
        let without = try answer(.init(method: "GET", target: "/", headers: ["Host": "x.b.example"]), in: "in")
        expect(without.faultOwner, nil)
        expect(without.reply.fault, nil)
        expect(without.source, "hosts.*.b.example.replies[0]")
    }

    @Test func `The delay of a host or a state applies to the TLS handshake and not again to the reply over TLS`()
        throws
    {
        var scenario = try scenario()
        var progress = Scenario.Progress(scenario)
        expect(
            scenario.handshake(for: "a.example", at: .zero, &progress).handshake,
            .init(.good, delay: .seconds(2))
        )
        expect(scenario.handshake(for: "x.b.example", at: .zero, &progress).handshake.certificate, .expired)
        expect(scenario.handshake(for: "other", at: .zero, &progress).handshake, .init(.broken))
        expect(scenario.handshake(for: nil, at: .zero, &progress).handshake, .init(.broken))
        var request = TestServer.Request(method: "POST", target: "/in", headers: ["Host": "a.example"])
        expect(scenario.answer(to: request, at: .zero, &progress).reply.fault?.delayBeforeAccept, .seconds(2))
        request.isSecure = true
        expect(scenario.answer(to: request, at: .zero, &progress).reply.fault?.delayBeforeAccept, .zero)
        scenario.states[0].fault = TestServer.Fault { $0.delayBeforeAccept = .seconds(5) }
        progress = Scenario.Progress(scenario)
        let handshake = scenario.handshake(for: "form.example", at: .zero, &progress)
        expect(handshake.handshake, .init(.good, delay: .seconds(5)))
        expect(handshake.source, "hosts.form.example.tls")
        expect(scenario.allNames.map(\.name).first, "a.example")
        expect(scenario.allNames.map(\.name).last, "*")
        expect(scenario.source(ofName: 0), "names[0]")
        expect(scenario.source(ofName: scenario.allNames.count - 1), "hosts.*")
    }

    /// Each case is a form in a body, a query, the type of the body and the status.
    @Test(arguments: [
        ("room=12&name=Ann", "", "application/x-www-form-urlencoded", 204),
        ("name=Ann+B%C3%A9&room=1%32&submit=", "", "Application/X-WWW-Form-URLencoded; charset=utf-8", 204),
        ("name=Ann", "?room=12", "application/x-www-form-urlencoded", 204), ("", "?room=12&name=Ann", "", 204),
        ("room=13&room=12&name=x", "", "application/x-www-form-urlencoded", 204),
        ("room=13&name=Ann", "", "application/x-www-form-urlencoded", 403),
        ("room=12&name=", "", "application/x-www-form-urlencoded", 403),
        ("room=12", "", "application/x-www-form-urlencoded", 403), ("", "", "", 403), ("", "?room=12&name", "", 403),
        ("room=12&name=Ann", "", "text/plain", 403),
        ("room=%zz%1&name=Ann", "", "application/x-www-form-urlencoded", 403),
        (String(repeating: "x=1&", count: 1000) + "room=12&name=Ann", "", "application/x-www-form-urlencoded", 403),
    ])
    func `A reply with a form answers only a request with all of its fields`(
        body: String,
        query: String,
        type: String,
        status: Int
    ) throws {
        let headers: HeaderFields = ["Host": "form.example", "Content-Type": type]
        let request = TestServer.Request(
            method: "POST",
            target: "/room\(query)",
            headers: headers,
            body: Array(body.utf8)
        )
        try expect(message(answer(request)).status, status)
    }

    @Test func `Fields with hostile names and bytes are read as text`() {
        func fields(_ query: String) -> FormFields {
            FormFields(TestServer.Request(method: "GET", target: "/"), query: query)
        }
        expect(fields("a=b=c&&=d&e").values, ["a": ["b=c"], "": ["d"], "e": [""]])
        expect(fields("%0d%0a=%00&%ff=%").values, ["\r\n": ["\0"], "\u{FFFD}": ["%"]])
        #expect(fields("").values.isEmpty)
    }
}
