#if Zlib
import ConnectivityCore
import ConnectivityDecoding
import Testing

@Suite struct ContentCodingTests {
    @Test(arguments: [
        (Compressed.gzip, "gzip"), (Compressed.gzip, "X-GZIP"), (Compressed.namedGzip, "gzip"),
        (Compressed.gzip, "identity, gzip"), (Compressed.gzip, "deflate"), (Compressed.gzip, "utf-8"),
        (Compressed.zlib, "deflate"), (Compressed.deflate, "deflate"), (Compressed.members, "gzip"),
        (Compressed.gzipInDeflate, "gzip, deflate"), (Compressed.gzipInDeflate, "deflate,gzip"),
        (Compressed.fourTimes, "gzip"), (Compressed.gzip + [0, 0, 0], "gzip"),
    ])
    func `A compressed body is read`(body: [UInt8], coding: String) {
        let decoded = ProbeResponse(body, coding: coding).decoded
        #expect(decoded.text == Compressed.page)
        #expect(decoded.completeness == .complete)
        #expect(decoded.headers["Content-Encoding"] == coding)
    }

    @Test func `A text that is gzip is read though nothing says so, another body is not`() {
        #expect(ProbeResponse(Compressed.gzip).decoded.text == Compressed.page)
        #expect(ProbeResponse(Compressed.gzip, type: nil).decoded.text == Compressed.page)
        let archive = ProbeResponse(Compressed.gzip, type: "application/gzip")
        #expect(archive.decoded == archive)
        #expect(ProbeResponse(Compressed.gzip, type: "image/png", coding: "gzip").decoded.text == Compressed.page)
    }

    @Test(arguments: ["gzip", "deflate", "gzip, deflate", "br", "zstd"])
    func `A plain body under a wrong label is left alone`(coding: String) {
        for text in ["success\n", Compressed.page, "x^ plain", "\nplain", "Größe", ""] {
            let response = ProbeResponse(Array(text.utf8), coding: coding)
            #expect(response.decoded == response, "\(text)")
        }
        let image = ProbeResponse(bytes("89504e470d0a1a0a0000"), type: "image/png", coding: coding)
        #expect(image.decoded == image)
    }

    @Test func `A text in windows-1252 under a wrong label is still read`() {
        for coding in ["gzip", "deflate"] {
            #expect(ProbeResponse(bytes("4772f6df65"), coding: coding).decoded.text == "Größe")
            #expect(ProbeResponse(bytes("0a3c703e4772f6df65"), coding: coding).decoded.text == "\n<p>Größe")
        }
    }

    @Test(arguments: ["br", "gzip, br", "zstd", "compress", "gzip,dcb"])
    func `A coding that cannot be undone leaves the body`(coding: String) {
        for body in [Compressed.gzip, bytes("fffe4100")] {
            let response = ProbeResponse(body, coding: coding)
            #expect(response.decoded == response)
        }
    }

    @Test func `Five times compressed is left alone`() {
        let response = ProbeResponse(Compressed.fiveTimes, coding: "gzip")
        #expect(response.decoded == response)
    }

    @Test func `The character set is found behind the compression`() {
        #expect(ProbeResponse(Compressed.gbkPage, coding: "gzip").decoded.text == "<meta charset=gbk>上网登录")
    }

    @Test func `Nothing in gzip is nothing`() {
        let decoded = ProbeResponse(Compressed.empty, coding: "gzip").decoded
        #expect(decoded.body == [])
        #expect(decoded.completeness == .complete)
    }

    @Test(arguments: [Compressed.longGzip, Compressed.longZlib, Compressed.longDeflate])
    func `A stream that breaks off gives its beginning, as cut`(stream: [UInt8]) {
        var isBegun = false
        for count in 0..<stream.count {
            let decoded = ProbeResponse(Array(stream[..<count]), coding: "deflate").decoded
            guard decoded.completeness == .cutAtLimit else {
                // So early that nothing is there yet.
                #expect(!isBegun && count < stream.count / 2)
                continue
            }
            isBegun = true
            #expect(decoded.text.map(Compressed.longPage.hasPrefix) == true)
        }
        #expect(isBegun)
    }

    @Test func `A damaged stream gives what comes before the damage, as cut`() {
        var checksum = Compressed.gzip
        checksum[checksum.count - 8] ^= 1
        let wrong = ProbeResponse(checksum, coding: "gzip").decoded
        #expect(wrong.text == Compressed.page)
        #expect(wrong.completeness == .cutAtLimit)

        let second = Compressed.gzip + [0x1F, 0x8B, 0xFF]
        let half = ProbeResponse(second, coding: "gzip").decoded
        #expect(half.text == Compressed.page)
        #expect(half.completeness == .cutAtLimit)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A small body that would become a large one is cut at the limit`() {
        let decoded = ProbeResponse(Compressed.bomb, coding: "gzip").decoded
        #expect(decoded.body == [UInt8](repeating: 0, count: 256 * 1024))
        #expect(decoded.completeness == .cutAtLimit)
    }

    @Test func `The limit is exact`() {
        let size = Compressed.page.utf8.count
        for (limit, isCut) in [(0, true), (1, true), (size - 1, true), (size, false), (size + 1, false)] {
            let decoded = BodyDecoder(byteCountMax: limit).decoded(ProbeResponse(Compressed.gzip))
            #expect(decoded.text == String(Compressed.page.prefix(limit)))
            #expect(decoded.completeness == (isCut ? .cutAtLimit : .complete), "\(limit)")
        }
    }
}
#endif
