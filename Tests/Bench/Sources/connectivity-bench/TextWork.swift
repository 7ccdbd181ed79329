import ConnectivityCore
import ConnectivityKit
import Foundation

/// Measures the work on a body: searches and comparisons next to those of the C library, and whole verdicts.
enum TextWork {
    /// A page of a size that ends with a text.
    private static func page(_ byteCount: Int, endingWith end: String = "") -> [UInt8] {
        let part = Array("<p>Some text of a page.</p>\r\n".utf8)
        return (0..<byteCount - end.utf8.count).map { part[$0 % part.count] } + Array(end.utf8)
    }

    static func exchange(_ body: [UInt8]) -> ProbeExchange {
        let response = ProbeResponse(status: 200, headers: ["Content-Type": "text/html"], body: body)
        return ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .success(response))
    }

    private typealias Search = @convention(c) (UnsafeRawPointer?, Int, UnsafeRawPointer?, Int) -> UnsafeRawPointer?
    private typealias Compare = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, Int) -> Int32

    /// Returns a function of the C library; `nil` if it has none of this name.
    private static func function<Value>(_ name: String, as type: Value.Type) -> Value? {
        let library = unsafe dlopen(nil, RTLD_NOW)
        return unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
    }

    static func rows() async -> [Row] {
        var rows: [Row] = []
        for kilobytes in [64, 256] {
            let count = 20_000 / kilobytes
            for text in ["Success", "pong", "<BODY>Success", "</x>"] {
                rows.append(await search(text, kilobytes, count))
            }
            rows.append(await comparison(kilobytes, count))
        }
        for kilobytes in [2, 16, 64, 256] {
            let exchange = exchange(page(kilobytes * 1024))
            let judge = ExchangeJudge([PortalSignals()])
            let count = 1000 / kilobytes
            rows.append(
                await Row.of("default chain, page of \(kilobytes) KB without any sign", count: count) {
                    for _ in 0..<count {
                        precondition(judge.verdict(on: exchange, expecting: Endpoint.apple.expectation).isConclusive)
                    }
                }
            )
        }
        return rows
    }

    private static func search(_ text: String, _ kilobytes: Int, _ count: Int) async -> Row {
        let (body, wanted) = (page(kilobytes * 1024, endingWith: text), Array(text.utf8))
        let (exchange, validator) = (exchange(body), BodyContains(text))
        func ours() {
            for _ in 0..<count { precondition(validator.validate(exchange).finding == .genuine) }
        }
        let work = "BodyContains \"\(text)\" at the end of \(kilobytes) KB"
        guard let memmem = unsafe function("memmem", as: Search.self) else {
            return await Row.of(work, count: count, ours: ours).missing("memmem")
        }
        return await Row.of(work, against: "memmem", count: count, ours: ours) {
            unsafe body.withUnsafeBytes { body in
                unsafe wanted.withUnsafeBytes { wanted in
                    for _ in 0..<count {
                        let found = unsafe memmem(body.baseAddress, body.count, wanted.baseAddress, wanted.count)
                        unsafe precondition(found != nil)
                    }
                }
            }
        }
    }

    private static func comparison(_ kilobytes: Int, _ count: Int) async -> Row {
        let body = page(kilobytes * 1024)
        let other = body.map(\.self)
        let (exchange, validator) = (exchange(body), BodyEquals(String(decoding: body, as: UTF8.self)))
        func ours() {
            for _ in 0..<count { precondition(validator.validate(exchange).finding == .genuine) }
        }
        let work = "BodyEquals, equal, \(kilobytes) KB"
        guard let memcmp = unsafe function("memcmp", as: Compare.self) else {
            return await Row.of(work, count: count, ours: ours).missing("memcmp")
        }
        return await Row.of(work, against: "memcmp", count: count, ours: ours) {
            unsafe body.withUnsafeBytes { body in
                unsafe other.withUnsafeBytes { other in
                    for _ in 0..<count {
                        unsafe precondition(memcmp(body.baseAddress, other.baseAddress, body.count) == 0)
                    }
                }
            }
        }
    }

    /// A regular expression next to Foundation's, which the predecessors used.
    static func expression() async throws -> Row {
        let page = String(decoding: page(256 * 1024, endingWith: "Success"), as: UTF8.self)
        let pattern = "succes{2}$"
        let validator = try BodyMatches(pattern, options: .caseInsensitive)
        let rival = try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        let exchange = exchange(Array(page.utf8))
        let range = NSRange(location: 0, length: page.utf16.count)
        return await Row.of("BodyMatches, 256 KB", against: "NSRegularExpression", count: 20) {
            for _ in 0..<20 { precondition(validator.validate(exchange).finding == .genuine) }
        } theirs: {
            for _ in 0..<20 { precondition(rival.firstMatch(in: page, range: range) != nil) }
        }
    }

    /// Returns the longest verdict on any of the hostile bodies.
    static func slowestVerdict() async -> Row {
        let judge = ExchangeJudge([PortalSignals()])
        var slowest = Row(work: "", ours: Sample(cpu: [0], wall: [0]))
        for (name, body) in HostileBodies.all {
            let exchange = exchange(body)
            let work = "slowest verdict on \(HostileBodies.all.count) hostile bodies of 256 KB: `\(name)`"
            let row = await Row.of(work, runs: 3) {
                _ = judge.verdict(on: exchange, expecting: Endpoint.apple.expectation)
            }
            if (row.ours.cpu.min() ?? 0) > (slowest.ours.cpu.min() ?? 0) { slowest = row }
        }
        return slowest
    }
}

extension Row {
    /// The row with a rival that this device does not have.
    func missing(_ name: String) -> Row { Row(work: work, ours: ours, rival: (name, Sample())) }
}
