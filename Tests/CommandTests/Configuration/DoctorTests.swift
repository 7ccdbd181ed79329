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

@Suite struct `Doctor` {
    private func codes(_ json: String) throws -> [String] {
        let configuration = try PipelineConfiguration(json: Array(json.utf8), registry: .standard())
        return ConfigurationFindings.all(configuration).map(\.code)
    }

    @Test func `The default configuration has nothing to find`() throws { try expect(codes("{}"), []) }

    @Test(arguments: [
        (#"{ "endpoints": ["apple.hotspot"] }"#, ["single-owner"]),
        (#"{ "endpoints": ["apple.hotspot", "google.connectivitycheck"] }"#, []),
        (
            #"""
            { "endpoints": [{ "url": "https://a.example/", "expect": "validator.empty" },
                            { "url": "https://b.example/", "expect": "validator.empty" }] }
            """#, ["https-only"]
        ),
        (
            #"""
            { "endpoints": [{ "url": "https://a.example/", "expect": "validator.empty" },
                            { "url": "http://b.example/", "expect": { "use": "validator.equals", "text": "pong" } }] }
            """#, []
        ),
        (#"{ "schedule": { "interval": 14 } }"#, ["too-often"]),
        (#"{ "schedule": { "interval": 15 } }"#, []),
        (#"{ "schedule": { "interval": 1, "requestsPerHour": 1800 } }"#, []),
        (#"{ "schedule": { "interval": 1, "requestsPerHour": 1801 } }"#, ["too-often"]),
        (
            #"""
            { "schedule": { "interval": 1 }, "endpoints": [
                { "url": "http://a.example/", "expect": { "use": "validator.contains", "text": "pong" } },
                { "url": "http://b.example/", "expect": { "use": "validator.json", "pointer": "/a", "equals": 1 } }] }
            """#, []
        ),
        (#"{ "endpoints": ["apple.hotspot", { "url": "http://a.example/" }] }"#, ["no-expectation"]),
        (
            #"{ "networks": [{ "ssid": "a", "endpoints": ["apple.hotspot", { "url": "http://a.example/" }] }] }"#,
            ["no-expectation"]
        ),
        (
            #"""
            { "endpoints": ["apple.hotspot", { "url": "http://a.example/",
                "expect": { "use": "validator.status-code", "expected": [200] } }] }
            """#, ["weak-expectation"]
        ),
        (
            #"{ "endpoints": ["apple.hotspot", { "url": "http://a.example/" }], "expect": "validator.empty" }"#,
            ["weak-expectation"]
        ),
        (
            #"{ "endpoints": ["apple.hotspot", { "url": "http://a.example/", "expect": { "use": "validator.matches", "pattern": "ok|" } }] }"#,
            ["weak-expectation"]
        ),
        (
            #"""
            { "endpoints": ["apple.hotspot", "mozilla.success", { "question": { "kind": "dns", "facts": { "name": "a.example" } },
                "owner": "me", "expect": "validator.dns-records" }] }
            """#, ["weak-expectation"]
        ),
        (#"{ "endpoints": ["apple.hotspot", "mozilla.success", "dot.quad9"] }"#, []),
        (#"{ "validators": { "list": [], "without": ["weak-expectation"] } }"#, ["guard-left-out"]),
        (#"{ "validators": { "list": [], "without": ["wording"] } }"#, []),
        (#"{ "validators": { "only": ["validator.portal-signals"] } }"#, ["guard-left-out"]),
        (
            #"""
            { "endpoints": ["google.connectivitycheck", { "url": "https://captive.apple.com/hotspot-detect.html",
                "expect": "validator.empty", "headers": { "Authorization": { "environment": "H2_NO_TOKEN" } } }] }
            """#, ["secret-to-others"]
        ),
    ])
    func `Each fault of a configuration has a finding`(json: String, expected: [String]) throws {
        try expect(codes(json), expected)
    }

    @Test func `The cost of watching is a note with rounds and requests per hour, unless the interval is too short`()
        throws
    {
        func reason(_ json: String) throws -> String? {
            let configuration = try PipelineConfiguration(json: Array(json.utf8), registry: .standard())
            return ConfigurationFindings.cost(configuration)?.reason
        }
        let beginning = "while this device is online, watching makes"
        try expect(reason("{}"), "\(beginning) 120 rounds and about 900 requests per hour")
        let one = #"{ "endpoints": ["apple.hotspot"], "schedule": { "interval": 60 } }"#
        try expect(reason(one), "\(beginning) 60 rounds and about 60 requests per hour")
        let limited = #"{ "schedule": { "interval": 1, "requestsPerHour": 1500 } }"#
        try expect(reason(limited), "\(beginning) 200 rounds and about 1500 requests per hour")
        try expect(reason(#"{ "schedule": { "interval": 1 } }"#), nil)
    }

    private func rights(
        _ json: String = "{}",
        echo: CInt = 0,
        netlink: CInt = 0,
        binding: CInt = 0
    ) throws -> [String] {
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        let configuration = try PipelineConfiguration(json: Array(json.utf8), registry: .standard())
        let rights = SystemFindings.Rights(echo: echo, netlink: netlink, binding: binding)
        return try SystemFindings.all(configuration, rights, resolver: resolver).map { "\($0.severity) \($0.code)" }
    }

    @Test func `A right that is missing is an error only if the configuration needs it`() throws {
        try expect(rights(), [])
        try expect(
            rights(echo: EACCES, netlink: EAFNOSUPPORT, binding: EPERM),
            [
                "note no-echo", "error no-netlink", "note no-binding",
            ]
        )
        try expect(rights(#"{ "source": "source.networkmanager" }"#, netlink: EAFNOSUPPORT), ["note no-netlink"])
        try expect(rights(#"{ "scope": "wlan0" }"#, binding: EPERM), ["error no-binding"])
    }

    @Test func `A shortage of descriptors is no missing right`() {
        let error = #expect(throws: CommandError.self) { try rights(netlink: EMFILE) }
        expect(error?.status, .software)
    }

    @Test(arguments: [
        ("nameserver 192.0.2.53\nnameserver fe80::1%eth0\n", []), ("search example\n", ["no-name-server"]),
        ("nameserver dns.example\n", ["bad-name-server"]), ("nameserver\n", ["bad-name-server"]),
        ("", ["no-name-server"]),
        (String(repeating: "nameserver 192.0.2.53\n", count: 4), ["many-name-servers"]),
    ])
    func `Each fault of a resolver file has a finding`(text: String, expected: [String]) throws {
        let file = try temporaryFile(text)
        let all = try SystemFindings.all(
            PipelineConfiguration(),
            SystemFindings.Rights(echo: 0, netlink: 0, binding: 0),
            resolver: file
        )
        expect(all.map(\.code), expected)
        let rights = SystemFindings.Rights(echo: 0, netlink: 0, binding: 0)
        let missing = try SystemFindings.all(PipelineConfiguration(), rights, resolver: "/no/such/file")
        expect(missing.map(\.code), ["no-resolver-file"])
    }

    @Test func `doctor prints reason and remedy, or JSON, and ends with 7 if something should be changed`() async throws
    {
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        let words = ["doctor", "--endpoint", "https://a.example/", "--expect-equals", "a", "--resolver", resolver]
        let text = await Transcript.of(words: words)
        expect(text.status, .differs)
        #expect(text.output.contains { $0.hasPrefix("warning: all endpoints are asked over https") })
        #expect(text.output.contains { $0.contains("\n  remedy: add one endpoint over plain http") })
        let json = await Transcript.of(words: words + ["--json"])
        let list = try JSONSerialization.jsonObject(with: Data(json.output.joined().utf8)) as? [[String: Any]]
        expect(list?.first.map { Set($0.keys) }, ["code", "severity", "reason", "remedy"])
        let quiet = await Transcript.of(words: words + ["-q"])
        #expect(quiet.status == .differs && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet)")
        let clean = await Transcript.of("doctor", "--resolver", resolver)
        expect(clean.status, .success, "\(clean)")
        let missing = await Transcript.of("doctor", "--resolver", "/no/such/file")
        expect(missing.status, .differs)
        #expect(missing.output.contains { $0.contains("/no/such/file cannot be read") })
    }

    @Test func `A configuration that cannot run is a finding`() async throws {
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        let file = try temporaryFile(
            #"""
            { "endpoints": ["default", { "url": "https://a.example/", "expect": "validator.empty",
                "headers": { "Authorization": { "file": "/no/such/token" } } }] }
            """#
        )
        let transcript = await Transcript.of("doctor", "--config", file, "--resolver", resolver)
        expect(transcript.status, .differs)
        expect(transcript.output.first?.hasPrefix("1 error"), true, "\(transcript)")
        #expect(transcript.output.contains { $0.contains("/no/such/token") }, "\(transcript)")
    }
}
#endif
