import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityRecords

@Suite struct RecordingTests {
    private static let whole = """
        # url: http://captive.apple.com/hotspot-detect.html
        # endpoint: apple.hotspot
        # expect: captive redirect
        # sign-in: http://192.0.2.1/splash?from=a
        # vendor: An Example
        # language: zh-Hant
        # source: made for this test
        # body: cut
        HTTP/1.1 302 Found
        Location: http://192.0.2.1/splash?from=a
        Transfer-Encoding: chunked

        5
        hello
        0


        """

    @Test func `Every key of a recording is read`() throws {
        let recording = try Recording(parsing: Array(Self.whole.utf8))
        expect(recording.url, "http://captive.apple.com/hotspot-detect.html")
        expect(recording.endpointName, "apple.hotspot")
        let expected = Recording.Expectation(
            .captive,
            code: "redirect",
            signInURL: "http://192.0.2.1/splash?from=a",
            vendor: "An Example"
        )
        expect(recording.expectation, expected)
        expect(recording.language, "zh-Hant")
        expect(recording.source, "made for this test")
        expect(recording.response.body, Array("hello".utf8))
        expect(recording.response.completeness, .cutAtLimit)
    }

    @Test func `A recording needs no preamble`() throws {
        let recording = try Recording(parsing: Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
        expect(recording, Recording(ProbeResponse(status: 204)))
        #expect(recording.endpoint == nil)
    }

    @Test func `A preamble accepts white space around keys and values, CRLF, and keys in any order`() throws {
        let text = "#expect:genuine \t status-matches\r\n#\t url :  http://example.com \r\nHTTP/1.1 204\r\n\r\n"
        #expect(throws: RecordingError.self) { try Recording(parsing: Array(text.utf8)) }
        let recording = try Recording(parsing: Array(text.replacing("\t status", with: " status").utf8))
        expect(recording.url, "http://example.com/")
        expect(recording.expectation, .init(.genuine, code: "status-matches"))
    }

    @Test(arguments: [
        ("# no colon", RecordingError.Fault.preambleLine),
        ("#", .preambleLine),
        ("# : value", .preambleLine),
        ("# source:", .preambleLine),
        ("# URL: http://example.com/", .unknownKey("URL")),
        ("# cookies: none", .unknownKey("cookies")),
        ("# source: again", .repeatedKey("source")),
        ("# url: ftp://example.com/", .url(key: "url", .scheme("ftp"))),
        ("# url: example.com", .url(key: "url", .scheme(nil))),
        ("# expect: captive", .value(key: "expect", "captive")),
        ("# expect: Captive redirect", .value(key: "expect", "Captive redirect")),
        ("# expect: captive redirect twice", .value(key: "expect", "captive redirect twice")),
        ("# language: Deutsch und mehr", .value(key: "language", "Deutsch und mehr")),
        ("# language: zh-", .value(key: "language", "zh-")),
        ("# body: whole", .value(key: "body", "whole")),
        ("# sign-in: none", .missingKey("expect", neededBy: "sign-in")),
        ("# vendor: a", .missingKey("expect", neededBy: "vendor")),
    ])
    func `An invalid line of the preamble is refused with its line number`(line: String, fault: RecordingError.Fault) {
        let text = "# source: test\n\(line)\nHTTP/1.1 200 OK\n\n"
        #expect(throws: RecordingError(line: 2, fault)) { try Recording(parsing: Array(text.utf8)) }
    }

    @Test func `An invalid sign-in URL is refused with its line number`() {
        let text = "# sign-in: javascript:0\n# expect: captive redirect\nHTTP/1.1 200 OK\n\n"
        #expect(throws: RecordingError(line: 1, .url(key: "sign-in", .scheme("javascript")))) {
            try Recording(parsing: Array(text.utf8))
        }
    }

    @Test func `A preamble that is not UTF-8 is refused`() {
        let bytes = Array("# source: ".utf8) + [255, 10]
        #expect(throws: RecordingError(line: 1, .preambleLine)) { try Recording(parsing: bytes) }
    }

    @Test func `A recording above the size limit is refused`() {
        let bytes = [UInt8](repeating: 65, count: Recording.byteCountMax + 1)
        #expect(throws: RecordingError(line: 1, .tooLarge(byteCountMax: Recording.byteCountMax))) {
            try Recording(parsing: bytes)
        }
    }

    @Test func `Reading a recording with one changed byte never traps`() {
        let bytes = Array(Self.whole.utf8)
        for index in bytes.indices {
            for byte: UInt8 in [0, 9, 10, 13, 32, 35, 58, 128, 255] {
                var changed = bytes
                changed[index] = byte
                _ = try? Recording(parsing: changed)
            }
        }
    }

    private static let bodies: [[UInt8]] = [
        [], [10], [13, 10], Array(0...255), Array("# url: x\n".utf8), Array("HTTP/1.1 200 OK\r\n\r\n".utf8),
        Array("0\r\n\r\n".utf8), Array("5\r\nhello\r\n0\r\n\r\n".utf8), Array("no newline at the end".utf8),
    ]

    @Test(arguments: bodies)
    func `The body of a recording reads back byte for byte`(body: [UInt8]) throws {
        let plain: HeaderFields = ["Content-Length": "1", "X": "caf\u{E9}"]
        for headers in [[:], ["Transfer-Encoding": "chunked"], plain] {
            let recording = Recording(ProbeResponse(status: 200, headers: headers, body: body))
            try expect(Recording(parsing: recording.encoded()), recording)
        }
    }

    @Test func `A recording with every key reads back equal`() throws {
        let recording = try Recording(parsing: Array(Self.whole.utf8))
        try expect(Recording(parsing: recording.encoded()), recording)
        #expect(String(decoding: recording.encoded(), as: UTF8.self).hasPrefix("# url: http://captive.apple.com/hot"))
    }

    @Test func `The endpoint of a recording is the named one with the recorded URL`() throws {
        var recording = Recording(ProbeResponse(status: 200), url: "http://192.0.2.7/", endpointName: "mozilla.success")
        expect(recording.endpoint?.name, "mozilla.success")
        expect(recording.endpoint?.url, "http://192.0.2.7/")
        recording.endpointName = "nobody"
        #expect(recording.endpoint == nil)
        recording.endpointName = nil
        expect(recording.endpoint?.name, "http://192.0.2.7/")
    }
}
