import ConnectivityCore
import Testing

@testable import ConnectivityRecords

@Suite struct `A packet capture` {
    private static let page = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage"

    @Test func `Requests on one connection of a capture are answered in their order`() {
        var sample = CaptureSample(port: 8080)
        sample.open()
        sample.ask("/a")
        sample.answer("HTTP/1.1 100 Continue\r\n\r\n" + Self.page)
        sample.send("HEAD /b HTTP/1.1\r\nHost: a.example\r\n\r\nGET /c HTTP/1.1\r\nHost: a.example\r\n\r\n")
        sample.ask("/d", method: "POST")
        sample.ask("/e")
        sample.answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n" + Self.page)
        sample.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\n")
        sample.answer("de\r\n0\r\n\r\n")
        #expect(
            sample.capture.summary == [
                #"GET http://a.example/a 200 "page""#, #"HEAD http://a.example/b 200 """#,
                #"GET http://a.example/c 204 """#,
                #"GET http://a.example/e 200 "abcde""#,
            ]
        )
        #expect(sample.capture.notes.contains("1 request that no probe sends was skipped"))
        let first = sample.capture.exchanges[0].exchange
        #expect(first.timings.connect == .milliseconds(10))
        #expect(first.timings.response == .milliseconds(10))
        #expect(first.timings.total == .milliseconds(40))
        #expect(first.remoteAddress == "192.0.2.1")
    }

    @Test func `Segments of a capture may be repeated and out of order`() {
        var sample = CaptureSample()
        sample.open()
        sample.ask("/a")
        sample.answer("HTTP/1.1 200 OK\r\nContent-")
        sample.answer("Length: 4\r\n\r\npa")
        sample.answer("ge")
        sample.swapLines(4, 6)
        sample.repeatLine(5)
        #expect(sample.capture.summary == [#"GET http://a.example/a 200 "page""#])
    }

    @Test func `A response in a capture with missing or cut segments is skipped`() {
        var sample = CaptureSample()
        sample.open()
        sample.ask("/a")
        sample.answer("HTTP/1.1 200 OK\r\nContent-")
        sample.answer("Length: 4\r\n\r\npa")
        sample.answer("ge")
        var cut = sample
        sample.removeLine(5)
        #expect(sample.capture.summary.isEmpty)
        let note = "1 request was skipped, because its answer was not captured completely, or not awaited"
        #expect(sample.capture.notes == [note])
        cut.segment(.server, 0x11, cut: true)
        #expect(cut.capture.summary == [#"GET http://a.example/a 200 "page""#])
    }

    @Test(
        arguments: [
            ("", 0x04, "connection-reset"), ("", 0x11, "empty-reply"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", 0x11, #"truncated of "half""#),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", 0x04, #"connection-reset of "half""#),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n4\r\nx", 0x11,
                #"truncated of "halfx""#
            ),
            ("HTTP/1.1 200 OK\r\nContent-", 0x11, "truncated"), ("SSH-2.0-Server\r\n", 0x11, "malformed"),
            ("HTTP/1.1 200 OK\r\n\r\nall", 0x11, #"200 "all""#),
        ]
    )
    func `How a server of a capture closed is the failure`(answer: String, flags: Int, outcome: String) {
        var sample = CaptureSample()
        sample.open()
        sample.ask("/a")
        if !answer.isEmpty { sample.answer(answer) }
        sample.segment(.server, flags)
        #expect(sample.capture.summary == ["GET http://a.example/a \(outcome)"])
    }

    @Test func `An answer that a client of a capture awaited long enough is missing, and no other`() {
        var sample = CaptureSample()
        sample.open()
        sample.ask("/a")
        var brief = sample
        brief.segment(.client, 0x11)
        brief.segment(.server, 0x11)
        #expect(brief.capture.summary.isEmpty)
        sample.now += 1000
        sample.segment(.client, 0x11)
        sample.segment(.server, 0x04)
        #expect(sample.capture.summary == ["GET http://a.example/a timed-out.response"])
        #expect(sample.capture.exchanges[0].exchange.timings.total == .milliseconds(1040))
        sample.now += 600_000
        sample.look(up: "b")
        sample.stream = 1
        sample.port = 81
        sample.segment(.client, 0x02)
        sample.now += 600_000
        sample.segment(.client, 0x02)
        #expect(sample.capture.summary.last == "GET http://192.0.2.1:81/ timed-out.connect")
        // A probe would not have waited that long.
        #expect(sample.capture.exchanges.last?.exchange.timings.total == .seconds(5))
    }

    @Test func `A connection of a capture that is refused or cannot be delivered is a failure of its host`() {
        var sample = CaptureSample(port: 443)
        sample.look(up: "captive.apple.com")
        sample.look(up: "captive.apple.com", isAnswer: true, addresses: "192.0.2.1")
        sample.segment(.client, 0x02)
        sample.segment(.server, 0x14)
        sample.stream = 1
        (sample.client, sample.server, sample.port) = ("2001:db8::7", "2001:db8::1", 80)
        sample.segment(.client, 0x02)
        sample.add([
            "ipv6.src": "2001:db8::ff,2001:db8::7", "ipv6.dst": "2001:db8::7,2001:db8::1", "icmpv6.type": "1",
            "icmpv6.code": "0", "tcp.srcport": "50000", "tcp.dstport": "80", "eth.src": "02:00:00:00:00:01",
        ])
        // The name is that of a built-in endpoint, so its path is assumed.
        #expect(
            sample.capture.summary == [
                "GET https://captive.apple.com/hotspot-detect.html connection-refused",
                "GET http://[2001:db8::1]/ unreachable",
            ]
        )
        let notes = sample.capture.notes
        #expect(notes.contains("2 requests failed before their paths were sent; the paths in their URLs are assumed"))
        let interface = sample.capture.snapshot.interfaces.first
        #expect(interface?.name == "eth0")
        #expect(interface?.addresses.map(\.address) == ["192.0.2.7", "2001:db8::7"])
        #expect(interface?.isUsable == true)
        #expect(sample.capture.snapshot.nameServers == ["192.0.2.53"])
    }

    @Test(
        arguments: [
            (3, "no-such-name"), (2, "server-failure"), (5, "refused"), (0, "no-address"), (9, "other-code"),
            (nil, "no-answer"),
        ]
    )
    func `A name of a capture that was not found is a failure with its cause`(code: Int?, cause: String) {
        var sample = CaptureSample()
        sample.look(up: "nosuch.example")
        if let code { sample.look(up: "nosuch.example", isAnswer: true, code: code) }
        sample.look(up: "printer.local")
        sample.look(up: "found.example")
        sample.look(up: "found.example", isAnswer: true, addresses: "192.0.2.1")
        sample.look(up: "found.example.lan")
        sample.look(up: "found.example.lan", isAnswer: true, code: 3)
        sample.now += 2000
        sample.look(up: "found.example", type: 28)
        #expect(sample.capture.summary == ["GET http://nosuch.example/ name-lookup"])
        guard case .failure(let failure)? = sample.capture.exchanges.first?.exchange.outcome else { return }
        #expect(failure.facts["cause"] == .text(cause))
    }

    /// A ClientHello for `b.example` and nothing else.
    private static let hello: [UInt8] = {
        let name = Array("b.example".utf8)
        let list: [UInt8] = [0, UInt8(name.count + 3), 0, 0, UInt8(name.count)] + name
        let extensions: [UInt8] = [0, 0, 0, UInt8(list.count)] + list
        let body: [UInt8] =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 1, 1, 0, 0, UInt8(extensions.count)]
            + extensions
        let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
        return [22, 3, 1, 0, UInt8(message.count)] + message
    }()

    @Test(
        arguments: [
            ([], [], 0x04, "connection-reset"), ([], [], 0x11, "tls.protocol"),
            ([21, 3, 3, 0, 2, 2, 40], [], 0x11, "tls.protocol"),
            (Array("HTTP/1.1 400 No\r\n".utf8), [], 0x11, "tls.protocol"),
            ([22, 3, 3, 0, 1, 2], [21, 3, 3, 0, 2, 2, 48], 0x11, "tls.unknown-authority"),
            ([22, 3, 3, 0, 1, 2], [21, 3, 3, 0, 2, 2, 45], 0x11, "tls.expired"),
            ([22, 3, 3, 0, 1, 2], [23, 3, 3], 0x11, nil),
        ] as [([UInt8], [UInt8], Int, String?)]
    )
    func `A TLS handshake of a capture that fails in the clear is a failure of the host that was named`(
        answer: [UInt8],
        reply: [UInt8],
        flags: Int,
        outcome: String?
    ) {
        var sample = CaptureSample(port: 8443)
        sample.open()
        sample.segment(.client, 0x18, Self.hello)
        if !answer.isEmpty { sample.segment(.server, 0x18, answer) }
        if !reply.isEmpty { sample.segment(.client, 0x18, reply) }
        sample.segment(.server, flags)
        #expect(sample.capture.summary == [outcome].compactMap { $0.map { "GET https://b.example:8443/ \($0)" } })
        #expect(sample.capture.notes.contains("1 connection is encrypted and was skipped") == (outcome == nil))
    }

    @Test func `Only the host of a capture that asked most is read`() {
        var sample = CaptureSample()
        for (stream, path) in ["/a", "/b"].enumerated() {
            sample.stream = stream
            sample.open()
            sample.ask(path)
            sample.answer(Self.page)
        }
        sample.add([
            "ip.src": "192.0.2.8", "ip.dst": "192.0.2.53", "udp.srcport": "40000", "udp.dstport": "53",
            "dns.flags.response": "0", "dns.qry.name": "c.example", "dns.qry.type": "1", "eth.src": "02:00:00:00:00:08",
        ])
        sample.now += 2000
        sample.look(up: "d")
        #expect(sample.capture.summary.map { $0.prefix(23) } == ["GET http://a.example/a ", "GET http://a.example/b "])
        #expect(sample.capture.notes == ["1 request of another host was skipped"])
    }

    @Test func `Lines that are not those of tshark are ignored`() {
        var sample = CaptureSample()
        sample.open()
        sample.ask("/a")
        sample.answer(Self.page)
        let text = "\n\t\n" + sample.lines.joined(separator: "\nx\ty\n") + "\n" + sample.lines[0].prefix(40)
        let capture = PacketCapture(fields: Array(text.utf8))
        #expect(capture.summary == [#"GET http://a.example/a 200 "page""#])
        #expect(PacketCapture(fields: []).startedAt == nil)
        for byte in [0, 9, 0x2C, 0xFF] as [UInt8] {
            for index in text.utf8.indices.enumerated().filter({ $0.offset % 7 == 0 }).map(\.offset) {
                var bytes = Array(text.utf8)
                bytes[index] = byte
                #expect(PacketCapture(fields: bytes).exchanges.count <= 1)
            }
        }
    }
}
