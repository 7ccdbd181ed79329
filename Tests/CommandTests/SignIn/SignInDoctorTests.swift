#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite struct `Doctor on rules for signing in` {
    /// Returns the lines of doctor about a rule with these members.
    private func doctor(_ members: String, recipe: String? = nil) async throws -> [String] {
        let recipe = try temporaryFile(recipe ?? #"{"name": "a", "steps": [{"get": "portal"}]}"#)
        let rule =
            "{\"use\": \"companion.sign-in\", \(members), \"agent\": {\"use\": \"sign-in.recipe\", \"file\": \"\(recipe)\"}}"
        let file = try temporaryFile("{\"companions\": [\(rule)]}")
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        let transcript = await Transcript.of("doctor", "--config", file, "--resolver", resolver)
        return transcript.output + transcript.errors
    }

    private static let login = #"""
        {"name": "HOTEL", "hosts": ["login.hotel.example"], "plainHTTP": true, "accepts": true, "steps": [{"get": "portal"},
            {"submit": {"fields": {"pw": {"secret": "password"}}}}]}
        """#

    @Test func `A rule that permits its recipe has no finding`() async throws {
        let lines = try await doctor(#""ssid": "HOTEL", "portal": "login.hotel.example""#)
        #expect(!lines.contains { $0.contains("sign-in") }, "\(lines)")
    }

    @Test func `doctor reports the needs of a recipe that its rule does not permit`() async throws {
        let lines = try await doctor(#""portal": "login.hotel.example""#, recipe: Self.login)
        #expect(
            lines.contains { $0.contains("which \"secrets\" of the rule does not name (sign-in-agent)") },
            "\(lines)"
        )
        #expect(lines.contains { $0.contains("the rule does not permit with \"plainHTTP\" (sign-in-agent)") })
        #expect(
            lines.contains { $0.contains("the rule does not say with \"accepts\" what you agree to (sign-in-agent)") }
        )
        let elsewhere = #""portal": "a.example", "secrets": {"password": {"text": "guest", "to": "b.example"}}"#
        let other = try await doctor(elsewhere, recipe: Self.login)
        #expect(
            other.contains { $0.contains("asks no host b.example, to which alone the rule permits the secret") },
            "\(other)"
        )
    }

    @Test func `doctor reports a secret that cannot be sent, and a host that the rule does not name`() async throws {
        let lines = try temporaryFile("two\nlines")
        let secrets = #""secrets": {"password": {"file": "\#(lines)", "to": "login.hotel.example"}}"#
        let found = try await doctor(
            #""portal": "login.hotel.example", "plainHTTP": true, \#(secrets)"#,
            recipe: Self.login
        )
        #expect(found.contains { $0.contains("cannot be sent: ") && $0.contains("(sign-in-secret)") }, "\(found)")
        let recipe = #"{"name": "a", "hosts": ["a.example", "b.example:8080"], "steps": [{"get": "portal"}]}"#
        let other = try await doctor(#""portal": "a.example""#, recipe: recipe)
        #expect(
            other.contains {
                $0.contains("asks b.example:8080, which neither \"portal\" nor \"hosts\" of the rule names")
            },
            "\(other)"
        )
        let named = try await doctor(#""portal": "a.example", "hosts": ["b.example"]"#, recipe: recipe)
        #expect(!named.contains { $0.contains("sign-in-agent") }, "\(named)")
    }

    @Test func `A damaged recipe is an error with its place`() async throws {
        let lines = try await doctor(#""portal": "a.example""#, recipe: #"{"name": "a", "steps": []}"#)
        #expect(
            lines.contains { $0.contains("line 1, column 24: at steps: must have 1 to 16 steps (sign-in-agent)") },
            "\(lines)"
        )
    }

    @Test func `The places of secrets are examined as those of endpoints`() async throws {
        let file = try temporaryFile("correct horse")
        _ = unsafe chmod(file, 0o644)
        let secrets =
            #""secrets": {"a": {"file": "\#(file)", "to": "a.example"}, "b": {"environment": "H3_NONE", "to": "a.example"}}"#
        let lines = try await doctor(#""portal": "a.example", \#(secrets)"#)
        #expect(lines.contains { $0.contains("sign-in a.example: every user of this device can read") }, "\(lines)")
        #expect(lines.contains { $0.contains("H3_NONE is not set (no-secret)") })
    }

    @Test(arguments: [
        (#""portal": "a.example", "plainHTTP": true"#, "sign-in-in-clear"),
        (#""interface": "wlan*""#, "sign-in-anywhere"), (#""ssid": "*""#, "sign-in-anywhere"),
        (#""portal": "*.example""#, "sign-in-anywhere"),
        (#""portal": "a.example", "accepts": "terms""#, "terms-without-digest"),
    ])
    func `Each weakness of a rule has a finding`(members: String, code: String) async throws {
        let lines = try await doctor(members)
        #expect(lines.contains { $0.contains("sign-in ") && $0.contains("(\(code))") }, "\(lines)")
    }

    @Test func `A VPN, encrypted names and a proxy may keep a portal from being reached`() throws {
        var tunnel = NetworkInterface(named: "wg0", kind: .vpn)
        tunnel.egress = [.ipv4]
        var wifi = NetworkInterface(named: "wlan0", kind: .wifi)
        var known = Provisioning(origin: "test")
        known.encryptedResolvers = [EncryptedResolver(.configured, .tls, name: "dns.example")]
        wifi.provisioning = [known]
        let configuration = PipelineConfiguration(registry: try .standard())
        func codes(_ interfaces: [NetworkInterface], _ environment: [String: String] = [:]) -> [String] {
            SignInObstacles.all(InterfaceSnapshot(interfaces), configuration, environment).map(\.code)
        }
        expect(codes([tunnel, wifi]), ["vpn-on-the-way", "encrypted-names-on-the-way"])
        tunnel.egress = []
        expect(codes([tunnel]), [])
    }
}

@Suite struct `Secrets in the keyring` {
    /// Runs a body in another process, with a `secret-tool` that is a script.
    private static func tool(_ script: String) throws -> String {
        let folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: folder + "/secret-tool"))
        _ = unsafe chmod(folder + "/secret-tool", 0o755)
        return folder
    }

    @Test func `A sign-in gets a secret from secret-tool, with the attributes as its arguments`() async throws {
        let folder = try Self.tool(#"printf '%s|' "$@" > "$0.log"; printf 'correct horse'"#)
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            unsafe setenv("PATH", folder + ":/usr/bin:/bin", 1)
            let attributes = ["user": "x y", "service": "hotel"]
            var question = HTTPQuestion("https://login.hotel.example/", method: .post)
            question.secretParts = [
                SecretPart(.text("p=")), SecretPart(.secret(.keyring(attributes)), escaping: .form),
            ]
            let sent = Sent()
            let exchange = await SecretFieldProber(sent).probe(ProbeRequest(.http(question)))
            await expect(sent.bodies, ["p=correct+horse"])
            #expect(!"\(exchange)".contains("horse"))
            let words = try String(contentsOfFile: folder + "/secret-tool.log", encoding: .utf8)
            expect(words, "lookup|service|hotel|user|x y|")
        }
    }

    @Test(arguments: [
        ("exit 1", "the keyring has no secret with service=hotel"), ("echo locked >&2; exit 1", "locked"),
        ("head -c 20000 /dev/zero", "more than"), ("", "the keyring has no secret with service=hotel"),
    ])
    func `A keyring without the secret, or one that fails, is a reason without the secret`(
        script: String,
        expected: String
    ) async throws {
        let folder = try Self.tool(script)
        await #expect(processExitsWith: .success) { [folder = folder as String, expected = expected as String] in
            unsafe setenv("PATH", folder + ":/usr/bin:/bin", 1)
            let error = #expect(throws: UnusableSecret.self) { try Keyring.value(["service": "hotel"]) }
            expect(error?.description.contains(expected), true, "\(String(describing: error))")
        }
    }

    @Test func `Without secret-tool, doctor names the package`() async throws {
        await #expect(processExitsWith: .success) {
            unsafe setenv("PATH", "/nonexistent", 1)
            expect(Keyring.fault(["service": "hotel"])?.contains("libsecret-tools"), true)
        }
    }

    @Test(arguments: [#"{}"#, #"{"-o": "x"}"#, #"{"a": "-x"}"#, #"{"a": ""}"#])
    func `Attributes that secret-tool would take for options are refused`(attributes: String) throws {
        let secret = #"{"p": {"keyring": \#(attributes), "to": "a.example"}}"#
        let json =
            #"{"companions": [{"use": "companion.sign-in", "portal": "a.example", "agent": "sign-in.click-through", "secrets": \#(secret)}]}"#
        #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: Array(json.utf8), registry: .standard())
        }
    }

    /// Keeps the bodies that it was to send.
    private actor Sent: Prober {
        nonisolated var kinds: Set<Question.Kind> { [.http] }
        var bodies: [String] = []

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            bodies.append(String(decoding: request.http?.body ?? [], as: UTF8.self))
            return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 200)))
        }
    }
}
#endif
