import ConnectivityCore
import ConnectivityRecords
import Testing

@Suite struct `A parameter in Base64` {
    /// A parameter that openNDS sends to a sign-in page: fields of the client, in Base64.
    private static let value = "aGlkPTQyOTkxYWJmZjBjNCwgY2xpZW50aXA9MTkyLjAuMi43LCBnYXRld2F5bmFtZT1jYWZlCg"

    private func redacted(_ location: String) throws -> String {
        let response = ProbeResponse(status: 302, headers: HeaderFields([.init(name: "Location", value: location)]))
        return try #require(Redaction.standard.redacted(Recording(response)).response.headers["Location"])
    }

    @Test(
        arguments: [
            ("http://192.0.2.1:2050/fas?fas=", ""), ("http://192.0.2.1:2050/fas?fas=", "=="),
            ("http://192.0.2.1:2050/fas?fas=", "%3D%3D"), ("http://192.0.2.1/?to=%2Ffas%3Ffas%3D", "%26x%3D1"),
            ("http://192.0.2.1/?a=1&fas=", "&b=2"),
        ]
    )
    func `Redaction replaces the value of a Base64 parameter and keeps its name`(before: String, after: String) throws {
        let text = try redacted(before + Self.value + after)
        #expect(text.hasPrefix(before + "REDACTED-1"), "\(text)")
        #expect(text.hasSuffix(after), "\(text)")
        #expect(!text.contains("aGlkPTQy") && !text.contains("Y2FmZQ") && !text.contains("jYWZl"))
    }

    @Test func `Redaction replaces a Base64 value that contains plus signs and slashes`() throws {
        let value = "aG+kPTQ/OTkxYWJm+jBjNCwgY2xpZW5/aXA9MTky"
        #expect(try redacted("http://192.0.2.1/?fas=\(value)&b=2").hasPrefix("http://192.0.2.1/?fas=REDACTED-1"))
        let encoded = "aG%2BkPTQ%2FOTkxYWJm%2BjBjNCwgY2xpZW5%2FaXA9MTky"
        #expect(try redacted("http://192.0.2.1/?fas=\(encoded)&b=2").hasPrefix("http://192.0.2.1/?fas=REDACTED-1"))
    }
}
