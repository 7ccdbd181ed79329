import ConnectivityCore
import ConnectivityRecords
import ConnectivityRedaction
import ConnectivityWire
import Foundation
import TestSupport
import Testing

@Suite struct HiddenSecretsTests {
    /// Redacts what hides a secret, as the body or the field of a recording.
    private func redacted(_ secret: HiddenSecret) -> [UInt8] {
        var response = ProbeResponse(status: 200, body: secret.isField ? [] : secret.bytes)
        if secret.isField { response.headers = ["X-Info": String(decoding: secret.bytes, as: UTF8.self)] }
        let found = Redaction.standard.redacted(Recording(response)).response
        return secret.isField ? Array((found.headers["X-Info"] ?? "").utf8) : found.body
    }

    @Test func `Redaction leaves no value with a listed name in any container or encoding`() {
        #expect(Container.named.count * Container.encodings.count > 300)
        for secret in HiddenSecret.named(seed: 33, count: 2_000) {
            let left = secret.left(in: redacted(secret))
            #expect(left.isEmpty, "\(left) of \(secret)")
        }
    }

    @Test func `Redaction leaves no secret of a promised shape in any text or encoding`() {
        for secret in HiddenSecret.shaped(seed: 33) {
            #expect(!secret.left(in: secret.bytes).isEmpty, "not hidden: \(secret)")
            let left = secret.left(in: redacted(secret))
            #expect(left.isEmpty, "\(left) of \(secret)")
        }
    }

    @Test func `Redaction replaces numbers of two or more digits with a listed name, and JSON stays JSON`() throws {
        for (text, number) in [
            (#"{"room": 412, "a": 1}"#, "412"), (#"{"pin":947}"#, "947"), (#"{"otp" : 77}"#, "77"),
            (#"{"lat": -52.520008}"#, "520008"), (#"{"tokens": [4711, {"n": 815}]}"#, "4711"),
        ] {
            let bytes = Redaction.standard.redacted(Recording(ProbeResponse(status: 200, body: Array(text.utf8))))
                .response.body
            #expect(!String(decoding: bytes, as: UTF8.self).contains(number), "\(text)")
            _ = try JSONSerialization.jsonObject(with: Data(bytes))
        }
    }

    @Test func `All texts in an element with a listed name are replaced, up to its end tag`() {
        let fields = (0..<31).map { "<f\($0)>hidden\($0)</f\($0)>" }.joined(separator: "\n")
        var redactor = TextRedactor(.standard)
        let text = redactor.redacted("<user>\(fields)</user><p>shown</p>")
        #expect(!text.contains("hidden") && text.hasSuffix("</f30></user><p>shown</p>"))
    }

    @Test func `A value that only begins like a replacement is replaced`() {
        var redactor = TextRedactor(.standard)
        expect(redactor.redacted("?token=REDACTEDhunter&a=1"), "?token=REDACTED-1-x-x&a=1")
        expect(redactor.redacted("?token=REDACTED-7x-x&sid=REDACTED"), "?token=REDACTED-7x-x&sid=REDACTED")
    }

    @Test func `JSON that is redacted is JSON with the same members`() throws {
        for container in Container.named where container.isJSON {
            for value in ["plain", "a\"b", "ü", "a\\b", "1234567"] {
                let text = container.text("password", value)
                let body = Array(text.utf8)
                let redacted = Redaction.standard.redacted(Recording(ProbeResponse(status: 200, body: body))).response
                    .body
                let before = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
                let after = try JSONSerialization.jsonObject(with: Data(redacted)) as? [String: Any]
                expect(before?.keys.sorted(), after?.keys.sorted(), "\(text)")
            }
        }
    }

    @Test func `Redaction leaves every IPv6 address without a hardware address as it is`() {
        var random = SplitMix64(seed: 6)
        for _ in 0..<1_000 {
            var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            for index in 0..<16 where Int.random(in: 0..<3, using: &random) == 0 { bytes[index] = 0 }
            if bytes[11] == 0xFF { bytes[11] = 0 }
            guard let address = IPAddress(bytes: bytes) else { continue }
            let spelt = stride(from: 0, to: 16, by: 2).map {
                String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
            }
            for form in [address.description, spelt.joined(separator: ":"), address.description.uppercased()] {
                for text in [
                    "at \(form).", "http://[\(form)]:80/", #"{"a":"\#(form)"}"#, "\(form)/64",
                    "from=\(Container.percent(form))",
                ] {
                    var redactor = TextRedactor(.standard)
                    expect(redactor.redacted(text), text)
                }
            }
        }
    }

    @Test(arguments: [
        "2606:4700:4700::1111", "2606:4700::/32", "fe80::1%eth0", "::1", "::ffff:192.0.2.1", "2026-11-25 22:47:00",
        "2026-11-25-22-47-00 20261125-103000", "logo@2x.png", "+49 30 1234 5678", "10,20,30,40,50,60",
        "Chrome/120.0.6099.71",
        "2021 2022 2023 2024", "M10.1234,20.1234 30.1234,40.1234 50.1234,60.1234", "a room with a view, take a seat",
        "<label id=\"password\">Password</label><p>Sign in with your room number and password</p>",
        "<form id=session><h1>Welcome</h1></form>", "if(e.key==13){o[key]=e.keyCode}",
        "x = {color: '#fff', width: 100}",
        "<key>CFBundleName</key><string>Safari</string>", "version 10.15.7", "[0.000150435, 0.000117126]",
    ])
    func `Redaction leaves what is no secret as it is`(text: String) {
        var redactor = TextRedactor(.standard)
        expect(redactor.redacted(text), text)
    }

    @Test(arguments: [
        ("a=SECRET1; Path=/; Secure", "a=REDACTED-1; Path=/; Secure"),
        ("a=SECRET1; b=SECRET2; HttpOnly", "a=REDACTED-1; b=REDACTED-2; HttpOnly"),
        (
            "a=1234567; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=SECRET2; Max-Age=5",
            "a=REDACTED-1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=REDACTED-2; Max-Age=5"
        ),
        ("path=SECRET1", "path=REDACTED-1"), ("SECRET1", "REDACTED-1"), ("a=; Path=/", "a=; Path=/"),
    ])
    func `Redaction replaces the values of all cookies in a field and keeps names and attributes`(
        value: String,
        expected: String
    ) throws {
        let response = ProbeResponse(status: 200, headers: ["Set-Cookie": value])
        expect(Redaction.standard.redacted(Recording(response)).response.headers["Set-Cookie"], expected)
        let written = try JSON(encoding: response.headers).text
        #expect(!written.contains("SECRET") && !written.contains("1234567"))
    }

    @Test func `A secret text is found in every encoding, also within Base64`() {
        let secret = #"Erika "M" & <Söhne>/7"#
        var rules = Redaction.standard
        rules.texts = [secret]
        for (label, bytes) in Container.encodings {
            let body = bytes(
                "Dear \(secret), \(Container.json(secret)) \(Container.units(secret)) \(Container.html(secret))"
            )
            let redacted = rules.redacted(Recording(ProbeResponse(status: 200, body: body))).response.body.filter {
                $0 != 0
            }
            #expect(!String(decoding: DecodedText(redacted).bytes, as: UTF8.self).contains("Erika"), "\(label)")
        }
        for before in ["", "a", "ab", "abc"] {
            let body = Array("x \(Base64.encoded(Array((before + secret + "!").utf8))) y".utf8)
            let redacted = rules.redacted(Recording(ProbeResponse(status: 200, body: body))).response.body
            #expect(String(decoding: redacted, as: UTF8.self).contains("REDACTED-1"), "\(before)")
        }
    }

    @Test func `The guide lists exactly the names and the shapes that are replaced`() throws {
        let guide = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/RecordingAndReplaying.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        func names(after heading: String) throws -> [String] {
            let section = try #require(text.components(separatedBy: heading).dropFirst().first)
            return (section.components(separatedBy: "\n\n").first ?? "")
                .split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                .map { String($0.element) }
        }
        try expect(
            names(after: "Names of parameters, members, elements and attributes:").sorted(),
            SecretNames.parameters.sorted()
        )
        try expect(names(after: "Names of header fields:").sorted(), HeaderFields.secretPatterns.sorted())
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
            $0.split(separator: "`").dropFirst().first
        }
        expect(rows.map(String.init).sorted(), SecretShape.allCases.map(\.rawValue).sorted())
    }
}
