import ConnectivityRegistry
import ConnectivityURLSession
import FoundationEssentials
import Testing

@Suite struct CodingTests {
    private func decoded(_ json: String) throws -> URLSessionProber {
        try JSONDecoder().decode(URLSessionProber.self, from: Data(json.utf8))
    }

    @Test func `Encoding and decoding a URLSession prober keeps its optional options`() throws {
        let plain = try decoded("{}")
        #expect(plain.userAgent == URLSessionProber.defaultUserAgent)
        #expect(plain.allowsCellular)
        let prober = URLSessionProber(userAgent: "c", allowsCellular: false)
        let copy = try JSONDecoder().decode(URLSessionProber.self, from: JSONEncoder().encode(prober))
        #expect(copy.userAgent == "c")
        #expect(!copy.allowsCellular)
    }

    @Test func `Decoding a URLSession prober rejects an unusable option`() {
        for json in [#"{"userAgent": "a\nb"}"#, #"{"allowsCellular": 1}"#] {
            #expect(throws: DecodingError.self) { try decoded(json) }
        }
    }

    @Test func `The URLSession plugin registers its prober by name`() throws {
        var registry = PluginRegistry()
        try registry.add(URLSessionPlugin.self)
        let prober = try registry.prober("prober.url-session")
        #expect(prober is URLSessionProber)
    }
}
