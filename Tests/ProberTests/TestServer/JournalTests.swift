import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite struct `The journal of a scenario` {
    private func scenario(_ text: String) throws -> Scenario { try Scenario(parsing: Array(text.utf8), folder: ".") }

    private func entry(_ target: String, at time: Duration = .zero) -> Journal.Entry {
        let request = TestServer.Request(method: "GET", target: target, headers: ["Host": "a.example"])
        return Journal.Entry(request, Scenario.Answer(state: "out", reply: .message(status: 200)), at: time)
    }

    @Test func `A full journal drops the oldest entries and counts them until it is emptied`() {
        let journal = Journal(countMax: 3)
        for number in 1...3 { journal.add(entry("/\(number)")) }
        expect(journal.entries.map(\.path), ["/1", "/2", "/3"])
        expect(journal.droppedCount, 0)
        for number in 4...8 { journal.add(entry("/\(number)")) }
        expect(journal.entries.map(\.path), ["/6", "/7", "/8"])
        expect(journal.json["dropped"]?.whole(), 5)
        journal.clear()
        expect(journal.json.text, #"{"dropped":0,"entries":[]}"#)
        journal.add(entry("/9"))
        expect(journal.entries.map(\.path), ["/9"])
    }

    @Test func `An entry has the time, the state, the request and the answer`() throws {
        let network = """
            {"states": [{"name": "out"}], "hosts": {"a.example": {"replies": [{"path": "/x", "status": 302, "fault": {}}]}}}
            """
        let scenario = try scenario(network)
        var progress = Scenario.Progress(scenario)
        var request = TestServer.Request(
            method: "GET",
            target: "/x?y",
            headers: ["Host": "a.example:81"],
            isSecure: true
        )
        let answer = scenario.answer(to: request, at: .zero, &progress)
        expect(
            Journal.Entry(request, answer, at: .milliseconds(1234)).json.text,
            #"{"at":1234,"kind":"request","state":"out","host":"a.example","method":"GET","#
                + #""url":"https://a.example:81/x?y","scheme":"https","path":"/x","#
                + #""answeredBy":"hosts.a.example.replies[0]","status":302,"fault":"reply"}"#
        )
        request = TestServer.Request(method: "POST", target: "http://b.example/", headers: ["Host": "127.0.0.1"])
        let other = scenario.answer(to: request, at: .zero, &progress)
        expect(
            Journal.Entry(request, other, at: .zero).json.text,
            #"{"at":0,"kind":"request","state":"out","host":"b.example","method":"POST","#
                + #""url":"http://b.example/","scheme":"http","path":"/","status":404}"#
        )
    }

    @Test(
        arguments: [
            ("redirect-loop", 302), ("sign-in-required", 511), ("garbage", nil),
        ] as [(String, Int?)]
    )
    func `The status of an entry is the one that is sent`(instead: String, status: Int?) throws {
        let scenario = try scenario(#"{"hosts": {"*": {"replies": [{"fault": {"instead": "\#(instead)"}}]}}}"#)
        var progress = Scenario.Progress(scenario)
        let request = TestServer.Request(method: "GET", target: "/")
        expect(scenario.answer(to: request, at: .zero, &progress).reply.status, status)
    }

    @Test func `Texts of a client are cut and cannot control a terminal`() {
        let long = String(repeating: "a", count: 60_000)
        let request = TestServer.Request(
            method: long,
            target: "/\(long)",
            headers: ["Host": "\(HostileText.text)\(long)"]
        )
        let entry = Journal.Entry(request, Scenario.Answer(state: "out", reply: .raw([])), at: .zero)
        #expect(entry.json.encoded().count < 10_000)
        #expect(HostileText.dangerous(in: entry.json.text).isEmpty)
        expect(entry.status, nil)
    }

    private static let network = """
        {
          "states": [{ "name": "out" }, { "name": "in" }],
          "hosts": { "a.example": { "replies": [{ "leadsTo": "in", "status": 204 }] } },
          "names": [{ "name": "b.example", "result": "refused" }]
        }
        """

    @Test func `Requests, questions for names and their answers are in the journal in their order`() throws {
        let network = try scenario(Self.network).run()
        defer { network.stop() }
        for host in ["a.example", "b.example"] {
            _ = try LoopbackClient.exchange(
                port: network.port,
                "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
            )
        }
        // A question over TCP for each name, of the types A and 16.
        for (name, type) in [("a", 1), ("b", 16), ("c", 1)] {
            let label = [1] + Array(name.utf8) + [7] + Array("example".utf8) + [0]
            let message = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + label + [0, UInt8(type), 0, 1]
            let client = try LoopbackClient(port: network.namePort)
            client.send([0, UInt8(message.count)] + message)
            #expect(client.readSome().count > 12)
        }
        let entries = network.journal.entries
        expect(entries.map(\.kind), [.request, .request, .name, .name, .name])
        expect(entries.map(\.state), ["out", "in", "in", "in", "in"])
        expect(entries.map(\.status), [204, 404, nil, nil, nil])
        expect(
            entries.map(\.source),
            [
                "hosts.a.example.replies[0]", nil, "hosts.a.example", "names[0]", nil,
            ]
        )
        expect(entries.map(\.result), [nil, nil, "answer", "refused", "nxdomain"])
        expect(entries.map(\.type), [nil, nil, "A", "TYPE16", "A"])
        expect(entries.map(\.time), entries.map(\.time).sorted())
    }

    // MARK: The control address

    private func control(
        _ network: RunningScenario,
        _ method: String,
        _ target: String,
        body: String = "",
        headers: HeaderFields = ["Host": "127.0.0.1:1"]
    ) -> (status: Int?, body: String) {
        let request = TestServer.Request(method: method, target: target, headers: headers, body: Array(body.utf8))
        guard case .respond(let message)? = network.control.reply(to: request).actions.first else { return (nil, "") }
        return (message.status, String(decoding: message.body, as: UTF8.self))
    }

    @Test func `The control address reads and sets the state, and reads and empties the journal`() throws {
        let network = try scenario(Self.network).run()
        defer { network.stop() }
        let state = control(network, "GET", "/state")
        expect(state.status, 200)
        expect(state.body, #"{"state":"out","since":0,"requests":0,"bytes":0,"states":["out","in"]}"# + "\n")
        #expect(control(network, "PUT", "/state", body: "in").body.hasPrefix(#"{"state":"in","#))
        expect(network.progress.state.name, "in")
        network.journal.add(entry("/x"))
        #expect(control(network, "GET", "/journal").body.contains(#""path":"/x""#))
        expect(control(network, "DELETE", "/journal").status, 204)
        expect(control(network, "GET", "/journal").body, #"{"dropped":0,"entries":[]}"# + "\n")
        let unknown = control(network, "PUT", "/state", body: "o\u{1B}ut")
        expect(unknown.status, 400)
        expect(
            unknown.body,
            #"{"error":"\"o\\u{1b}ut\" is not a state; the body must be one of: out, in; did you mean out?"}"#
                + "\n"
        )
        expect(control(network, "PUT", "/state").status, 400)
        expect(control(network, "POST", "/state", body: "in").status, 405)
        expect(control(network, "GET", "/").status, 404)
        expect(control(network, "GET", "/journal?x").status, 404)
        expect(network.progress.state.name, "in")
    }

    @Test(
        arguments: [
            (["Host": "127.0.0.1"], 200), (["Host": "127.9.9.9:80"], 200), (["Host": "LOCALHOST:8080"], 200),
            (["Host": "[::1]:80"], 200), (["Host": "rebound.example"], 421), (["Host": "127.0.0.1.example"], 421),
            (["Host": "192.0.2.1"], 421), (["Host": ""], 421), ([:], 421), (["Host": "localhost.example:80"], 421),
            (["Host": "127.0.0.1", "Origin": "http://a.example"], 403), (["Host": "127.0.0.1", "Origin": "null"], 403),
            (["Host": "127.0.0.1", "Sec-Fetch-Site": "cross-site"], 403),
            (["Host": "127.0.0.1", "Sec-Fetch-Site": "same-site"], 403),
            (["Host": "127.0.0.1", "Sec-Fetch-Site": "none"], 200),
        ] as [([String: String], Int)]
    )
    func `The control address answers only requests that name this device and come from no web page`(
        headers: [String: String],
        status: Int
    ) throws {
        let network = try scenario(Self.network).run()
        defer { network.stop() }
        let fields = HeaderFields(headers.map { HeaderFields.Field(name: $0.key, value: $0.value) })
        for (method, target) in [("GET", "/journal"), ("DELETE", "/journal"), ("GET", "/state"), ("PUT", "/state")] {
            let answer = control(network, method, target, body: "in", headers: fields)
            expect(answer.status, (status == 200 && method == "DELETE" ? 204 : status))
        }
        expect(network.progress.state.name, (status == 200 ? "in" : "out"))
        var twice = fields
        twice.fields += [HeaderFields.Field(name: "Host", value: "127.0.0.1")]
        expect(control(network, "GET", "/state", headers: twice).status, (headers["Host"] == nil ? 200 : 421))
    }

    @Test func `The control server serves a network on a port of loopback`() throws {
        let network = try scenario(Self.network).run()
        defer { network.stop() }
        let server = try ControlServer(network.control)
        defer { server.stop() }
        let port = try #require(UInt16(server.url.split(separator: ":").last ?? ""))
        let request = "GET /state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let (text, _) = try LoopbackClient.exchange(port: port, request)
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("Content-Type: application/json\r\n"))
        #expect(text.contains(#"{"state":"out","#))
    }
}
