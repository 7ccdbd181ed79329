import ConnectivityCore
import ConnectivityDecoding
import ConnectivityTestKit
import TestSupport
import Testing

/// Laws that hold for any bytes.
@Suite struct LawTests {
    /// Pieces that affect a decoder's decisions; bodies consist of them and of random bytes.
    private static let pieces: [[UInt8]] =
        [
            Compressed.gzip, Compressed.zlib, Compressed.deflate, Compressed.gbkPage, Compressed.members,
            Compressed.gzipInDeflate, Compressed.fourTimes, Compressed.empty,
        ]
        + [
            "efbbbf", "fffe", "feff", "00", "1b2442", "1b2842", "1b", "3c007000", "003c0070", "84319533", "1f8b08",
            "789c",
            "c3bc", "e799bb", "b5c7", "ff", "0a", "2b41",
        ].map(bytes)
        + [
            "<meta charset=gbk>", "<meta charset=utf-16>", "<meta charset=iso-2022-jp>", "<meta charset=", "<!--",
            "<?xml encoding='big5'?>", "plain text ",
        ].map { Array($0.utf8) }

    private static let types = [
        nil, "", "text/html", "text/html; charset=utf-8", "text/html; charset=gbk", "text/html; charset=utf-16be",
        "text/html; charset=iso-2022-jp", "text/plain; charset=shift_jis", "text/html; charset=big5", "image/png",
        "text/html; charset=euc-kr", "text/html; charset=windows-1253", "text/html; charset=\"",
    ]
    private static let codings = [nil, "gzip", "deflate", "gzip, deflate", "br", "identity", ","]

    private static func response(seed: UInt64) -> ProbeResponse {
        var random = SplitMix64(seed: seed)
        var body: [UInt8] = []
        for _ in 0..<random.next(below: 6) {
            if random.next(below: 4) == 0 {
                body += (0..<random.next(below: 40)).map { _ in UInt8(random.next(below: 256)) }
            } else {
                body += pieces[random.next(below: pieces.count)]
            }
        }
        // One in four is damaged, another one lacks its end.
        if !body.isEmpty {
            let position = random.next(below: body.count)
            switch random.next(below: 4) {
            case 0: body[position] = UInt8(random.next(below: 256))
            case 1: body.removeSubrange(position...)
            default: break
            }
        }
        var response = ProbeResponse(
            body,
            type: types[random.next(below: types.count)],
            coding: codings[random.next(below: codings.count)]
        )
        if random.next(below: 4) == 0 { response.completeness = .cutAtLimit }
        return response
    }

    /// The seeds of a range in blocks of a hundred, one block per case: 20,000 cases take longer than the decoding.
    private static func blocks(_ seeds: Range<UInt64>) -> [Range<UInt64>] {
        stride(from: seeds.lowerBound, to: seeds.upperBound, by: 100).map { $0..<$0 + 100 }
    }

    @Test(arguments: blocks(0..<UInt64(LongForm.count(5_000, orLong: 20_000))))
    func `Decoding never fails, and decoding twice changes nothing more`(seeds: Range<UInt64>) {
        for seed in seeds {
            let response = Self.response(seed: seed)
            let once = response.decoded
            expect(once.decoded, once, "seed \(seed)")
            // Brotli alone is no longer named once it is undone: its bytes do not show whether they are compressed.
            let isBrotli = response.headers["Content-Encoding"]?.contains("br") == true
            #expect(isBrotli || once.headers == response.headers, "seed \(seed)")
            #expect(once.body.count <= 256 * 1024, "seed \(seed)")
        }
    }

    @Test(arguments: [0, 1, 60, 200], blocks(100_000..<102_000))
    func `Decoding twice changes nothing more within small limits`(limit: Int, seeds: Range<UInt64>) {
        let decoder = BodyDecoder(byteCountMax: limit)
        for seed in seeds {
            let once = decoder.decoded(Self.response(seed: seed))
            expect(decoder.decoded(once), once, "seed \(seed)")
        }
    }

    @Test(arguments: blocks(200_000..<204_000))
    func `A decoded text is UTF-8 unless a coding remains`(seeds: Range<UInt64>) {
        for seed in seeds {
            let response = Self.response(seed: seed)
            guard response.headers["Content-Type"] != "image/png" else { continue }
            let decoded = response.decoded
            #expect(decoded.text != nil || decoded == response, "seed \(seed)")
        }
    }
}
