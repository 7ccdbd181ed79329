#if canImport(CCurl)
import ConnectivityCurl
import FoundationEssentials
import Testing
import TestSupport

@Suite struct CodingTests {
    private func decoded(_ json: String) throws -> CurlProber {
        try JSONDecoder().decode(CurlProber.self, from: Data(json.utf8))
    }

    @Test func `Every option of the curl prober is optional in JSON`() throws {
        let prober = try decoded("{}")
        expect(prober.caFile, CurlProber().caFile)
        expect(prober.proxy, nil)
        expect(prober.userAgent, CurlProber.defaultUserAgent)
        expect(prober.connectTo, nil)
    }

    @Test func `Encoding and decoding a curl prober keeps its options`() throws {
        let prober = CurlProber(caFile: "/a", proxy: "http://b:1", userAgent: "c", connectTo: "[::1]:80")
        let copy = try JSONDecoder().decode(CurlProber.self, from: JSONEncoder().encode(prober))
        expect(copy.caFile, "/a")
        expect(copy.proxy, "http://b:1")
        expect(copy.userAgent, "c")
        expect(copy.connectTo, "[::1]:80")
    }

    @Test(arguments: [
        #"{"connectTo": "127.0.0.1"}"#, #"{"connectTo": ":80"}"#, #"{"connectTo": "host:0"}"#,
        #"{"connectTo": "::1:80"}"#, #"{"connectTo": "host:65536"}"#, #"{"userAgent": "a\nb"}"#,
        #"{"caFile": "a\u0000b"}"#, #"{"proxy": 1}"#,
    ])
    func `Decoding rejects an unusable option`(json: String) {
        #expect(throws: DecodingError.self) { try decoded(json) }
    }
}
#endif
