import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

/// Bytes that are random or built to cause harm.
@Suite struct `Hostile bytes` {
    private static let words = [
        "<WISPAccessGatewayParam>", "<MessageType>", "</", "<![CDATA[", "]]>", "CDATA[[", "]]", "-->", "<LoginURL>",
        "&amp;",
        "&#x", "&#99999999;", ";", "{", "}", "[", "]", "\"captive\"", ":", "true", ",", "\"", "\\u", "d83d", "1e", "-",
        "<", ">",
        "; rel=", "captive-portal", "\0", "\u{E9}", "\u{202E}",
    ].map { Array($0.utf8) }

    private func read(json bytes: [UInt8]) {
        for isTolerant in [false, true] {
            var reader = JSONReader(bytes, byteCountMax: 64 * 1024, isTolerant: isTolerant)
            _ = try? reader.document()
        }
    }

    private func read(_ bytes: [UInt8]) -> Verdict {
        let text = String(decoding: bytes, as: UTF8.self)
        let response = ProbeResponse(
            status: 302,
            headers: ["Location": text, "Link": text, "Content-Type": "application/captive+json"],
            body: bytes
        )
        let exchange = ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .success(response))
        read(json: bytes)
        _ = CaptiveAPISignal().validate(exchange)
        _ = WISPrSignal().validate(exchange)
        return ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: StatusCode(204))
    }

    @Test func `Hostile bytes always end in a verdict`() {
        var random = SplitMix64(seed: 8908)
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                if Bool.random(using: &random), let word = Self.words.randomElement(using: &random) {
                    bytes += word
                } else {
                    bytes.append(UInt8.random(in: .min ... .max, using: &random))
                }
            }
            expect(read(bytes).finding, .captive)
        }
    }

    @Test(arguments: [
        "<WISPAccessGatewayParam", "<WISPAccessGatewayParam>", "<LoginURL>", "<![CDATA[", "<![CDATA[]]>", "<a", "<a>",
        "</", "-->",
        "w", "&", "&#38;", "]]", "<LoginURL><![CDATA[x", "[", "{\"a\":", "\"\\u0041", "1", "\"captive\"", " ",
        "<>;rel=a,", ";",
    ])
    func `Reading hostile bytes takes linear time`(pattern: String) {
        let start = Array("<WISPAccessGatewayParam>".utf8)
        let isLinear = ThreadTime.isLinear(from: 15_000) { byteCount in
            let bytes = start + Array(String(repeating: pattern, count: byteCount / pattern.utf8.count).utf8)
            let json = Array(bytes.dropFirst(start.count))
            return {
                _ = WISPrReader(bytes)
                read(json: json)
                _ = Link.links(of: ["Link": String(decoding: json.prefix(8000), as: UTF8.self)])
            }
        }
        #expect(isLinear, "\(pattern)")
    }
}
