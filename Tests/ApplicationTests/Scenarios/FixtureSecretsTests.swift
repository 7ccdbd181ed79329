import ConnectivityCore
import ConnectivityDecoding
import ConnectivityRecords
import Testing

/// Checks that fixtures contain no secrets, because people record on networks where they are known.
@Suite struct FixtureSecretsTests {
    @Test(arguments: Fixture.all)
    func `A fixture contains no cookies and no credentials`(fixture: Fixture) throws {
        let headers = try Recording(parsing: fixture.bytes).response.headers
        for name in ["Cookie", "Set-Cookie", "Authorization", "Proxy-Authorization"] {
            for value in headers.values(of: name) {
                let secret = value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).last ?? ""
                #expect(secret.isEmpty || secret == "REDACTED", "\(fixture.name): \(name)")
            }
        }
    }

    @Test(arguments: Fixture.all)
    func `A fixture contains only hardware addresses of the documentation range`(fixture: Fixture) {
        let text = String(decoding: fixture.bytes, as: UTF8.self).lowercased().replacing("%3a", with: ":")
        let addresses = text.matches(of: /[0-9a-f]{2}(?:[:\-][0-9a-f]{2}){5}/).map { String($0.output) }
        for address in addresses {
            // RFC 7042, section 2.1.2.
            #expect(address.replacing("-", with: ":").hasPrefix("00:00:5e:00:53:"), "\(fixture.name): \(address)")
        }
    }

    @Test(arguments: Fixture.all)
    func `A fixture contains no text that looks like a token`(fixture: Fixture) {
        let text = String(decoding: fixture.bytes, as: UTF8.self)
        let runs = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        #expect(runs.allSatisfy { $0.count < 32 }, "\(fixture.name): \(runs.max { $0.count < $1.count } ?? "")")
    }

    /// The genuine page of the Kindle is a UUID, which has the shape of a token.
    @Test(arguments: Fixture.readable.filter { !$0.name.contains("amazon-kindle") })
    func `Replacing secrets changes no verdict on a fixture`(fixture: Fixture) throws {
        var recording = try Recording(parsing: fixture.bytes)
        recording.response = BodyDecoder().decoded(recording.response)
        let before = recording.verdict { $0 }
        let after = Redaction.standard.redacted(recording).verdict { $0 }
        #expect(before.finding == after.finding && before.reason.code == after.reason.code, "\(fixture.name)")
    }
}
