import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySignIn
import TestSupport
import Testing

@Suite struct `Rules for signing in, as they are written` {
    private static func rules(_ json: String) throws -> [SignInRule] {
        let entries = json.replacing(/(^|, |^\s*){\s*"(?=ssid|agent|gateway)/) {
            "\($0.1){\"use\": \"companion.sign-in\", \""
        }
        let text = #"{"companions": [\#(entries)]}"#
        return try PipelineConfiguration(json: Array(text.utf8), registry: .standard()).signIn?.rules ?? []
    }

    @Test func `A rule has its conditions, its agent, and each secret with its host`() throws {
        let rule = try #require(
            try Self.rules(
                #"""
                {
                    "ssid": "HOTEL", "portal": "Login.hotel.example", "agent": "sign-in.wispr", "hosts": ["a.example"],
                    "secrets": { "password": { "file": "/etc/p", "to": "login.hotel.example:8443" } },
                    "accepts": "the terms", "logOff": true
                }
                """#
            ).first
        )
        #expect(rule.name == "HOTEL" && rule.match == PipelineConfiguration.NetworkMatch(ssids: ["HOTEL"]))
        #expect(rule.portals == ["login.hotel.example"] && rule.hosts == ["a.example"])
        expect(rule.agentName, "sign-in.wispr")
        expect(rule.secrets, ["password": .init(.file("/etc/p"), to: "login.hotel.example:8443")])
        #expect(rule.accepts == .init("the terms") && rule.logsOff && !rule.permitsPlainHTTP)
    }

    @Test(arguments: [
        (#"{"ssid": "A"}"#, "needs \"agent\""),
        (#"{"agent": "sign-in.click-through"}"#, "needs at least one of ssid, gateway, interface, domain and portal"),
        (#"{"ssid": "A", "agent": "sign-in.clickthrough"}"#, "did you mean sign-in.click-through?"),
        (#"{"ssid": "A", "agent": "sign-in.wispr", "portl": "a.example"}"#, "did you mean portal?"),
        (#"{"gateway": "router", "agent": "sign-in.wispr"}"#, "must be an address such as 192.0.2.1"),
        (#"{"ssid": "A", "agent": "sign-in.wispr", "secrets": {"p": {"file": "/p"}}}"#, "needs \"to\""),
        (
            #"{"ssid": "A", "agent": "sign-in.wispr", "secrets": {"p": {"file": "p", "to": "a.example"}}}"#,
            "absolute path"
        ),
        (#"{"ssid": "A", "agent": "sign-in.wispr", "secrets": {"p": {"to": "a.example"}}}"#, "needs either"),
        (#"{"ssid": "A", "agent": "sign-in.click-through", "accepts": ""}"#, "must not be empty"),
        (
            #"{"ssid": "A", "agent": "sign-in.click-through", "accepts": {"text": "a", "digest": "1"}}"#,
            "digest must have 64 hexadecimal digits"
        ),
        (#"{"ssid": "A", "portal": "a/b", "agent": "sign-in.wispr"}"#, "is not the name or address of a host"),
        (
            #"{"ssid": "A", "agent": "sign-in.wispr", "hosts": ["*.example"]}"#,
            "at hosts: \"*.example\" is not one host"
        ),
        (#"{"ssid": "A", "agent": "sign-in.wispr", "name": ""}"#, "at name: must not be empty"),
        (
            #"{"ssid": "A", "agent": "sign-in.wispr"}, {"ssid": "A", "agent": "sign-in.click-through"}"#,
            "two companions use the name A"
        ),
    ])
    func `A rule that cannot be meant is refused with its place and what to do`(json: String, detail: String) throws {
        let error = try #require(throws: PluginError.self) { _ = try Self.rules(json) }
        #expect("\(error)".contains(detail), "\(error)")
    }
}
