import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityRecords

@Suite struct HTTPMessageTests {
    private func response(_ text: String) throws(RecordingError) -> ProbeResponse {
        try Recording(parsing: Array(text.utf8)).response
    }

    private func body(_ text: String) throws(RecordingError) -> String {
        String(decoding: try response(text).body, as: UTF8.self)
    }

    @Test func `Line ends in the header may be LF or CRLF, and line ends in the body are kept`() throws {
        let unix = try response("HTTP/1.1 302 Found\nLocation: /in\nX: y\n\na\r\nb\n")
        let network = try response("HTTP/1.1 302 Found\r\nLocation: /in\r\nX: y\r\n\r\na\r\nb\n")
        expect(unix, network)
        expect(unix.headers, ["Location": "/in", "X": "y"])
        expect(unix.body, Array("a\r\nb\n".utf8))
    }

    @Test(arguments: ["HTTP/1.1 204 No Content", "HTTP/1.0 204", "HTTP/2 204 ", "HTTP/3 204", "HTTP/1.1 204 Two words"])
    func `A status line does not need a reason phrase`(line: String) throws {
        try expect(response(line + "\r\n\r\n"), ProbeResponse(status: 204))
    }

    @Test(arguments: [
        "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 099 Low", "HTTP/1.1 2OO OK", "HTTP/1.1", "HTTP/1.1  200 OK",
        "HTTP/x 200 OK", "HTTP/1. 200 OK", "HTTP/ 200 OK", "http/1.1 200 OK", "ICY 200 OK", " HTTP/1.1 200 OK", "GET /",
    ])
    func `A line that is not a status line is refused with its line number`(line: String) {
        #expect(throws: RecordingError(line: 1, .statusLine)) { try response(line + "\r\n\r\n") }
        #expect(throws: RecordingError(line: 2, .statusLine)) { try response("# source: here\n" + line + "\n\n") }
    }

    @Test func `Interim responses are skipped`() throws {
        let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        try expect(
            response(interim + "HTTP/1.1 200 OK\r\n\r\nend"),
            ProbeResponse(status: 200, body: [101, 110, 100])
        )
    }

    @Test func `Status 101 is not an interim response`() throws {
        try expect(response("HTTP/1.1 101 Switching Protocols\r\n\r\n").status, 101)
    }

    @Test func `The response of a proxy that opened a tunnel is skipped`() throws {
        let opened = "HTTP/1.1 200 Connection established\r\n\r\n"
        try expect(response(opened + "HTTP/1.1 204 No Content\r\n\r\n").status, 204)
        try expect(response("HTTP/1.0 200 Connection Established\n\n" + "HTTP/2 302\n\n").status, 302)
        try expect(response(opened).status, 200)
        try expect(response(opened + "<html>").body, Array("<html>".utf8))
    }

    @Test func `A body that begins like a response stays a body`() throws {
        try expect(body("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 302 Found\r\n\r\n"), "HTTP/1.1 302 Found\r\n\r\n")
    }

    @Test func `A folded header field is read as one field`() throws {
        let headers = try response("HTTP/1.1 200 OK\r\nX: a\r\n  b\r\n\tc \r\nY:\r\n d\r\n\r\n").headers
        expect(headers, ["X": "a b c", "Y": "d"])
    }

    @Test func `A header value that is not UTF-8 is read as ISO 8859-1`() throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nX: caf".utf8) + [0xE9] + Array("\r\nY: caf\u{E9}\r\n\r\n".utf8)
        try expect(Recording(parsing: bytes).response.headers, ["X": "caf\u{E9}", "Y": "caf\u{E9}"])
    }

    @Test(arguments: ["no colon", ": no name", "spa ce: x", "tab\t: x", "X : y", "\u{E9}: x"])
    func `A line that is not a header field is refused with its line number`(line: String) {
        #expect(throws: RecordingError(line: 3, .headerField)) { try response("HTTP/1.1 200 OK\nA: b\n\(line)\n\n") }
    }

    @Test func `A folded line without a field before it is refused`() {
        #expect(throws: RecordingError(line: 2, .headerField)) { try response("HTTP/1.1 200 OK\n folded\n\n") }
    }

    @Test(arguments: [
        ("5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("5;a=b\nhello\n3\nabc\n0\n\n", "helloabc"),
        ("A \r\n0123456789\r\n0\r\nX-Trailer: y\r\n\r\n", "0123456789"),
        ("0\r\n\r\n", ""),
    ])
    func `A complete chunked body is decoded`(coded: String, plain: String) throws {
        try expect(body("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n" + coded), plain)
        try expect(body("HTTP/1.1 200 OK\r\n\r\n" + coded), coded)
    }

    @Test(arguments: [
        "hello", "", "5\r\nhello\r\n", "5\r\nhell\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "-1\r\n\r\n", "0\r\n",
        "0\r\n\r\nmore", "0\r\nno colon\r\n\r\n", "FFFFFFFFFFFFFFFF\r\nx", "ffffffff\r\nx", "\r\n\r\n",
    ])
    func `A body that is not exactly one chunked body is kept unchanged`(text: String) throws {
        try expect(body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + text), text)
    }

    @Test(arguments: ["0", "2", "999", "x"])
    func `The length in the header does not cut the body`(length: String) throws {
        try expect(body("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nbody"), "body")
    }

    @Test func `A header may end at the end of the file`() throws {
        try expect(response("HTTP/1.1 200 OK\nX: y"), ProbeResponse(status: 200, headers: ["X": "y"]))
    }

    @Test(arguments: [("", 1), ("# source: x\n", 2), ("HTTP/1.1 100 Continue\n\n", 3)])
    func `A file without a response is refused with the line number after its last line`(text: String, line: Int) {
        #expect(throws: RecordingError(line: line, .noResponse)) { try response(text) }
    }

    @Test func `A header at the size limit is read, and a longer one is refused`() throws {
        let start = "HTTP/1.1 200 OK\r\nX: "
        let fitting = String(repeating: "x", count: 65536 - start.utf8.count - 4)
        try expect(response(start + fitting + "\r\n\r\nbody").headers["X"]?.count, fitting.count)
        #expect(throws: RecordingError(line: 3, .headerTooLarge(byteCountMax: 65536))) {
            try response(start + fitting + "x\r\n\r\nbody")
        }
    }

    @Test func `A file with too many interim responses is refused`() {
        let text = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10000)
        #expect(throws: RecordingError.self) { try response(text) }
    }

    @Test func `A body above the size limit is cut and marked as cut`() throws {
        let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
        let atLimit = try Recording(parsing: head + [UInt8](repeating: 7, count: 262_144)).response
        expect(atLimit.body.count, 262_144)
        expect(atLimit.completeness, .complete)
        let above = try Recording(parsing: head + [UInt8](repeating: 7, count: 262_145)).response
        expect(above.body.count, 262_144)
        expect(above.completeness, .cutAtLimit)
    }
}
