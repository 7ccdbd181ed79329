#if canImport(CZlib)
import ConnectivityCore
import ConnectivityDecoding
import Testing
import TestSupport

@Suite struct ContentCodingTests {
    @Test(arguments: [
        (Compressed.gzip, "gzip"), (Compressed.gzip, "X-GZIP"), (Compressed.namedGzip, "gzip"),
        (Compressed.gzip, "identity, gzip"), (Compressed.gzip, "deflate"), (Compressed.gzip, "utf-8"),
        (Compressed.zlib, "deflate"), (Compressed.deflate, "deflate"), (Compressed.members, "gzip"),
        (Compressed.gzipInDeflate, "gzip, deflate"), (Compressed.gzipInDeflate, "deflate,gzip"),
        (Compressed.fourTimes, "gzip"), (Compressed.gzip + [0, 0, 0], "gzip"),
    ])
    func `Decodes a compressed body`(body: [UInt8], coding: String) {
        let decoded = ProbeResponse(body, coding: coding).decoded
        expect(decoded.text, Compressed.page)
        expect(decoded.completeness, .complete)
        expect(decoded.headers["Content-Encoding"], coding)
    }

    @Test func `Decodes gzip without a label in a text but not in another body`() {
        expect(ProbeResponse(Compressed.gzip).decoded.text, Compressed.page)
        expect(ProbeResponse(Compressed.gzip, type: nil).decoded.text, Compressed.page)
        let archive = ProbeResponse(Compressed.gzip, type: "application/gzip")
        expect(archive.decoded, archive)
        expect(ProbeResponse(Compressed.gzip, type: "image/png", coding: "gzip").decoded.text, Compressed.page)
    }

    @Test(arguments: ["gzip", "deflate", "gzip, deflate", "br", "zstd"])
    func `A plain body with a wrong content coding stays unchanged`(coding: String) {
        for text in ["success\n", Compressed.page, "x^ plain", "\nplain", "Größe", ""] {
            let response = ProbeResponse(Array(text.utf8), coding: coding)
            expect(response.decoded, response, "\(text)")
        }
        let image = ProbeResponse(bytes("89504e470d0a1a0a0000"), type: "image/png", coding: coding)
        expect(image.decoded, image)
    }

    @Test func `Decodes a windows-1252 text with a wrong content coding`() {
        for coding in ["gzip", "deflate"] {
            expect(ProbeResponse(bytes("4772f6df65"), coding: coding).decoded.text, "Größe")
            expect(ProbeResponse(bytes("0a3c703e4772f6df65"), coding: coding).decoded.text, "\n<p>Größe")
        }
    }

    #if canImport(CBrotli)
    @Test func `Decodes brotli, and names the coding no longer, so that a second call changes nothing`() {
        for coding in ["br", "BR", "identity, br"] {
            let decoded = ProbeResponse(Compressed.brotli, coding: coding).decoded
            #expect(decoded.text == Compressed.page && decoded.completeness == .complete)
            #expect(decoded.headers["Content-Encoding"]?.lowercased().contains("br") != true)
            expect(decoded.decoded, decoded)
        }
        expect(ProbeResponse(Compressed.gzipInBrotli, coding: "gzip, br").decoded.text, Compressed.page)
        let part = ProbeResponse(Compressed.brotli.dropLast(4), coding: "br").decoded
        #expect(part.completeness == .cutAtLimit && Compressed.page.hasPrefix(part.text ?? "?"))
        let names = Array(repeating: "br", count: 5_000).joined(separator: ",")
        let often = ProbeResponse(Compressed.brotli, coding: names)
        expect(often.decoded, often)
    }

    @Test func `A portal's page in brotli is a portal's, as the plain one is`() {
        let response = ProbeResponse(Compressed.brotli, coding: "br").decoded
        let exchange = ProbeExchange(request: ProbeRequest("http://check.example/"), outcome: .success(response))
        expect(ExchangeJudge(.standard).verdict(on: exchange, expecting: StatusCode(204)).finding, .captive)
        expect(ExchangeJudge(.standard).verdict(on: exchange, expecting: BodyContains("pong")).finding, .captive)
    }
    #endif

    @Test(arguments: ["br", "gzip, br", "zstd", "compress", "gzip,dcb"])
    func `A body with an unsupported content coding stays unchanged`(coding: String) {
        for body in [Compressed.gzip, bytes("fffe4100")] {
            let response = ProbeResponse(body, coding: coding)
            expect(response.decoded, response)
        }
    }

    @Test func `A body compressed five times stays unchanged`() {
        let response = ProbeResponse(Compressed.fiveTimes, coding: "gzip")
        expect(response.decoded, response)
    }

    @Test func `Finds the character set of a compressed page`() {
        expect(ProbeResponse(Compressed.gbkPage, coding: "gzip").decoded.text, "<meta charset=gbk>上网登录")
    }

    @Test func `Empty content in gzip decodes to an empty body`() {
        let decoded = ProbeResponse(Compressed.empty, coding: "gzip").decoded
        expect(decoded.body, [])
        expect(decoded.completeness, .complete)
    }

    @Test(arguments: [Compressed.longGzip, Compressed.longZlib, Compressed.longDeflate])
    func `A truncated stream decodes to its beginning and counts as cut`(stream: [UInt8]) {
        var isBegun = false
        for count in 0..<stream.count {
            let decoded = ProbeResponse(Array(stream[..<count]), coding: "deflate").decoded
            guard decoded.completeness == .cutAtLimit else {
                // So few bytes that there is no output yet.
                #expect(!isBegun && count < stream.count / 2)
                continue
            }
            isBegun = true
            expect(decoded.text.map(Compressed.longPage.hasPrefix), true)
        }
        #expect(isBegun)
    }

    @Test func `A damaged stream decodes up to the damage and counts as cut`() {
        var checksum = Compressed.gzip
        checksum[checksum.count - 8] ^= 1
        let wrong = ProbeResponse(checksum, coding: "gzip").decoded
        expect(wrong.text, Compressed.page)
        expect(wrong.completeness, .cutAtLimit)

        let second = Compressed.gzip + [0x1F, 0x8B, 0xFF]
        let half = ProbeResponse(second, coding: "gzip").decoded
        expect(half.text, Compressed.page)
        expect(half.completeness, .cutAtLimit)
    }

    @Test func `A compressed body that expands hugely is cut at the limit`() {
        let decoded = ProbeResponse(Compressed.bomb, coding: "gzip").decoded
        expect(decoded.body, [UInt8](repeating: 0, count: 256 * 1024))
        expect(decoded.completeness, .cutAtLimit)
    }

    @Test func `The decoded body is cut exactly at the limit`() {
        let size = Compressed.page.utf8.count
        for (limit, isCut) in [(0, true), (1, true), (size - 1, true), (size, false), (size + 1, false)] {
            let decoded = BodyDecoder(byteCountMax: limit).decoded(ProbeResponse(Compressed.gzip))
            expect(decoded.text, String(Compressed.page.prefix(limit)))
            expect(decoded.completeness, (isCut ? .cutAtLimit : .complete), "\(limit)")
        }
    }
}
#endif
