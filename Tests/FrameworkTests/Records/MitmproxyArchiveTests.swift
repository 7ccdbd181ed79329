import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityRecords

/// Reads an archive that mitmproxy 11 has written, of a network of ours.
@Suite struct `An archive of mitmproxy` {
    private let exchanges: [String: ProbeExchange]
    private let skippedCount: Int

    init() throws {
        let file = URL.package.appending(path: "Fixtures/imports/mitmproxy.har")
        let archive = try HARFile(parsing: Array(Data(contentsOf: file)))
        skippedCount = archive.skippedCount
        exchanges = Dictionary(
            archive.exchanges.map { ($0.exchange.request.question.description, $0.exchange) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test(
        arguments: [
            ("http://captive.apple.com/reset", .emptyReply), ("http://captive.apple.com/truncated", .truncated),
            ("http://captive.apple.com/garbage", .malformed), ("http://refused.example:81/", .connectionRefused),
            ("http://nosuch.example/", .nameLookup), ("https://ok.example:6443/204", .tls(.unknownAuthority)),
            ("https://reset.example/", .emptyReply), ("https://plain.example:7443/", .tls(.protocol)),
        ] as [(String, ProbeFailure.Kind)]
    )
    func `Each failure of an archive of mitmproxy has its kind`(url: String, kind: ProbeFailure.Kind) throws {
        guard case .failure(let failure) = try #require(exchanges["GET \(url)"]).outcome else {
            Issue.record("\(url) was read as a response")
            return
        }
        expect(failure.kind, kind)
        expect((failure.partialResponse?.status == 200), (kind == .truncated))
    }

    @Test func `Bytes that mitmproxy writes as text are read as they were sent`() throws {
        let bytes = try #require(exchanges["GET http://captive.apple.com/bytes"]?.response)
        expect(bytes.body, Array(0...255))
        let page = try #require(exchanges["GET http://captive.apple.com/latin1"]?.response)
        expect(
            page.body,
            Array("<p>Anmeldung n".utf8) + [0xF6] + Array("tig f".utf8) + [0xFC] + Array("r G".utf8) + [
                0xE4
            ] + Array("ste".utf8)
        )
    }

    @Test func `A text of an archive counts as decoded, whatever its coding was`() throws {
        let page = try #require(exchanges["GET http://captive.apple.com/gzip"]?.response)
        expect(page.headers["Content-Encoding"], nil)
        #expect(page.body.starts(with: Array("<html>".utf8)))
    }

    @Test func `A response to HEAD in an archive has no body that is missing`() throws {
        expect(exchanges["HEAD http://captive.apple.com/chunked"]?.response?.status, 200)
        expect(skippedCount, 1)
        let redirect = try #require(exchanges["GET http://connectivitycheck.gstatic.com/generate_204"])
        expect(redirect.response?.status, 302)
        expect(redirect.remoteAddress, "192.0.2.1")
        expect(redirect.timings.connect.map { $0 > .zero }, true)
    }
}
