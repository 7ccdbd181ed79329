import ConnectivityCore
import ConnectivityDecoding

@testable import ConnectivityFixtures

extension Variant {
    var exchange: ProbeExchange {
        let request = endpoint.request()
        if let kind = form.failure {
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(kind)), timings: timings)
        }
        let draft = draft
        var body = coded(draft.body)
        let cut = cut(body.count)
        body.removeLast(body.count - cut.byteCount)
        var response = received(draft, body)
        if cut.kind == "limit" { response.completeness = .cutAtLimit }
        response = BodyDecoder().decoded(response)
        let outcome: Result<Answer, ProbeFailure> =
            cut.kind == "broken"
            ? .failure(ProbeFailure(.truncated, partialResponse: response)) : .success(Answer(response))
        return ProbeExchange(request: request, outcome: outcome, remoteAddress: peer, timings: timings)
    }

    /// Whether the part that identifies the sender arrives.
    var showsSign: Bool {
        guard self[.cut] != nil else { return true }
        let draft = draft
        // The envelope of a coded body adds bytes.
        let overhead = self[.coding]?.hasPrefix("gzip") == true ? 2 * StoredGzip.headByteCount : 0
        return draft.signByteCount.map { $0 + overhead <= cut(draft.body.count).byteCount } ?? true
    }

    /// Returns the kind of cut and the number of bytes that arrive.
    private func cut(_ byteCount: Int) -> (kind: String?, byteCount: Int) {
        guard let parts = self[.cut]?.split(separator: "-"), parts.count == 2, let share = Int(parts[1]) else {
            return (nil, byteCount)
        }
        return (String(parts[0]), byteCount * share / 100)
    }

    private func coded(_ body: [UInt8]) -> [UInt8] {
        self[.coding] == "gzip" || self[.coding] == "gzip-unlabelled" ? StoredGzip.compressed(body) : body
    }

    /// Returns the response that a reader of HTTP makes from the bytes on the connection.
    private func received(_ draft: Draft, _ body: [UInt8]) -> ProbeResponse {
        var fields = draft.fields
        if let coding = self[.coding], coding != "gzip-unlabelled" {
            fields.append(.init(name: "Content-Encoding", value: String(coding.prefix { $0 != "-" })))
        }
        switch self[.framing] {
        case "chunked": fields.append(.init(name: "Transfer-Encoding", value: "chunked"))
        case "length-missing": break
        default: fields.append(.init(name: "Content-Length", value: "\(body.count)"))
        }
        fields = noise(around: fields)
        var text = interim + "HTTP/1.1 \(draft.status) \r\n"
        for field in fields { text += "\(cased(field.name)): \(field.value)\r\n" }
        var bytes = Array(text.utf8)
        if self[.noise] == "latin-1" { bytes += Array("X-Place: Hafencaf".utf8) + [0xE9, 0x0D, 0x0A] }
        bytes += [0x0D, 0x0A]
        bytes += self[.framing] == "chunked" ? ChunkedBody.encoded(body) : body
        do {
            return try Recording(parsing: bytes).response
        } catch {
            preconditionFailure("\(self): \(error)")
        }
    }

    private var interim: String {
        switch self[.interim] {
        case "100": "HTTP/1.1 100 Continue\r\n\r\n"
        case "103": "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
        case "tunnel": "HTTP/1.1 200 Connection established\r\n\r\n"
        default: ""
        }
    }

    private func cased(_ name: String) -> String {
        switch self[.fields] {
        case "lower": name.lowercased()
        case "upper": name.uppercased()
        case "mixed": mixedCase(name)
        default: name
        }
    }

    private func noise(around fields: [HeaderFields.Field]) -> [HeaderFields.Field] {
        let more: HeaderFields
        switch self[.noise] {
        case "cdn":
            more = [
                "Server": "edge", "Via": "1.1 edge-7.cdn.example", "X-Cache": "HIT", "Age": "12",
                "Alt-Svc": "h3=\":443\"",
                "Server-Timing": "total;dur=3", "Strict-Transport-Security": "max-age=60", "Vary": "Accept-Encoding",
            ]
        case "server":
            more = [
                "Server": "gate/4.2", "X-Powered-By": "gate", "Date": "Thu, 26 Nov 2026 12:00:00 GMT", "Expires": "0",
                "P3P": "CP=\"NOI\"", "Connection": "close",
            ]
        case "cookies": more = ["Set-Cookie": "session=REDACTED; Path=/", "Cache-Control": "no-store"]
        case "many": more = HeaderFields((0..<60).map { .init(name: "X-Gate-\($0)", value: "\($0)") })
        case "repeated":
            more = HeaderFields(Array(repeating: .init(name: "Cache-Control", value: "no-cache"), count: 3))
        case "folded": more = ["X-Notice": "one\r\n two"]
        default: more = [:]
        }
        let half = more.fields.count / 2
        return more.fields[..<half] + fields + more.fields[half...]
    }

    private var peer: IPAddress? {
        switch self[.peer] {
        case "public": "203.0.113.80"
        case "public-6": "2001:db8::80"
        case "private": "10.1.2.3"
        default: nil
        }
    }

    private var timings: ProbeExchange.Timings {
        let total: Duration =
            switch self[.delay] {
            case "200ms": .milliseconds(200)
            case "2s": .seconds(2)
            case "9s": .seconds(9)
            default: .milliseconds(20)
            }
        return ProbeExchange.Timings(connect: total / 4, response: total, total: total)
    }
}
