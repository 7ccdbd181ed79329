#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityWire
import Foundation
import TestSupport
import Testing

@testable import ConnectivityPluginHost
import ConnectivitySignIn

/// Sign-in agents in another process.
@Suite(.needs(.python)) struct `A sign-in agent in another process` {
    private static let code = """
        #!/usr/bin/python3
        import json, os, sys, time
        log = open(sys.argv[1] + "/log", "a")
        def say(**members): print(json.dumps(members), flush=True)
        agent = {"use": "sign-in.example.hotel", "summary": "signs in", "options": {"type": "object",
            "properties": {"fault": {"type": "string"}}}}
        PORTAL = "https://login.hotel.example/"
        def first(id, occasion, fault):
            if fault == "endless": say(id=id, request={"url": PORTAL})
            elif fault == "elsewhere": say(id=id, request={"url": "https://evil.example/"})
            elif fault == "other secret": say(id=id, request={"url": PORTAL, "method": "POST",
                "form": [{"name": "p", "value": {"secret": "pin"}}]})
            elif fault == "stops": say(id=id, stop={"code": "com.example.full", "facts": {}}, mayRepeat=True)
            elif fault == "error": say(id=id, error="no idea")
            elif fault == "dies": os._exit(1)
            elif fault == "both": say(id=id, request={"url": PORTAL}, outcome="accepted")
            elif fault == "nothing": say(id=id)
            elif fault == "head": say(id=id, request={"url": PORTAL, "method": "HEAD"})
            elif fault == "line": say(id=id, request={"url": PORTAL, "userAgent": "a\\r\\nCookie: b"})
            elif fault == "bytes": say(id=id, request={"url": PORTAL, "form": [{"name": "p", "value": {"bytes": "AA=="}}]})
            elif fault == "deep":
                value = {"secret": "password"}
                for _ in range(5): value = {"md5": [value]}
                say(id=id, request={"url": PORTAL, "form": [{"name": "p", "value": value}]})
            elif fault == "many": say(id=id, request={"url": PORTAL, "form": [{"name": "a", "value": "b"}] * 201})
            elif fault == "file": say(id=id, request={"url": "file:///etc/passwd"})
            elif fault == "digest": say(id=id, outcome="accepted", termsDigest="ABC")
            elif fault == "member": say(id=id, request={"url": PORTAL, "headers": []})
            elif fault == "code": say(id=id, outcome="refused", reason={"code": "sign-in-host-not-named", "facts": {}})
            elif fault == "late": time.sleep(1000)
            else: say(id=id, request={"url": occasion["portal"]["signInURL"]}, state={"page": 1})
        for line in sys.stdin:
            log.write(line); log.flush()
            r = json.loads(line)
            id, type = r.get("id"), r["type"]
            if type == "hello": say(id=id, protocol=1, name="hotel", version="1.2", registers=[agent])
            elif type == "sign-in": first(id, r["occasion"], r["options"].get("fault"))
            elif type == "portal-answer" and r["options"].get("fault") == "endless":
                say(id=id, request={"url": PORTAL})
            elif type == "portal-answer" and r["state"] == {"page": 1}:
                form = [{"name": "user", "value": "guest"}, {"name": "password", "value": {"secret": "password"}},
                    {"name": "answer", "value": {"md5": [{"bytes": "AA=="}, {"secret": "password"}, "x"]}}]
                say(id=id, request={"url": r["answer"]["redirect"], "method": "POST", "form": form}, state=2)
            elif type == "portal-answer":
                say(id=id, outcome="accepted", reason="welcome", sessionLength=3600, logOffURL=PORTAL + "bye",
                    termsDigest="0" * 64)
        """

    private let test: TestPlugin
    private let host: PluginHost
    private let registry: PluginRegistry

    init() async throws {
        test = try TestPlugin(Self.code, whole: true)
        var registry = PluginRegistry()
        try registry.add(SignInPlugin.self)
        let text = #"{"plugins": [{"program": ["\#(test.path)", "\#(test.folder)"]}]}"#
        host = try await PluginHost(configuration: text.utf8, registry: &registry)
        self.registry = registry
    }

    private func rule(_ fault: String? = nil) throws -> SignInRule {
        let options = fault.map { #", "fault": "\#($0)""# } ?? ""
        let reference = try ComponentReference(text: #"{"use": "sign-in.example.hotel"\#(options)}"#)
        var rule = SignInRule("hotel", on: .init(), agent: try registry.signInAgent(reference))
        rule.secrets["password"] = .init(.text("correct horse"), to: "login.hotel.example")
        rule.accepts = .init("the terms of HOTEL")
        return rule
    }

    private func trial(_ fault: String? = nil) throws -> SignInTrial {
        SignInTrial(try rule(fault), at: "https://login.hotel.example/start?token=4711") { request in
            request.method == .get
                ? ProbeResponse(status: 302, headers: ["Location": "/form", "Set-Cookie": "session=8kq2"])
                : ProbeResponse(status: 200)
        }
    }

    @Test func `A program signs in step by step, with names of secrets and no value of one`() async throws {
        let result = try await trial().run()
        let outcome = try result.outcome.get()
        #expect(outcome.claim == .accepted && outcome.reason == .stated("welcome"))
        #expect(outcome.sessionLength == .seconds(3600) && outcome.logOffURL == "https://login.hotel.example/bye")
        expect(outcome.termsDigest, String(repeating: "0", count: 64))
        expect(
            result.requests.map(\.url),
            [
                "https://login.hotel.example/start?token=4711", "https://login.hotel.example/form",
            ]
        )
        let sent = "user=guest&password=(password)&answer=md5(00(password)x)"
        expect(result.requests.map { String(decoding: $0.body, as: UTF8.self) }, ["", sent])
        expect(result.steps.map(\.secrets), [[], ["password", "password"]])
        let log = try String(contentsOfFile: test.folder + "/log", encoding: .utf8)
        #expect(log.contains(#""secrets":["password"]"#) && log.contains(#""verified":true"#), "\(log)")
        #expect(log.contains(#""accepts":{"text":"the terms of HOTEL","digest":null}"#), "\(log)")
        #expect(!log.contains("correct horse") && !log.contains("8kq2"), "\(log)")
    }

    @Test(
        arguments: [
            ("elsewhere", "sign-in-host-not-named", false), ("other secret", "sign-in-secret-unknown", false),
            ("endless", "sign-in-step-limit", false), ("stops", "com.example.full", true),
            ("error", "sign-in-plugin-failed refused", false), ("dies", "sign-in-plugin-failed ended", true),
            ("both", "sign-in-plugin-failed malformed", false), ("nothing", "sign-in-plugin-failed malformed", false),
            ("head", "sign-in-plugin-failed malformed", false), ("line", "sign-in-plugin-failed malformed", false),
            ("bytes", "sign-in-plugin-failed malformed", false), ("deep", "sign-in-plugin-failed malformed", false),
            ("many", "sign-in-plugin-failed malformed", false), ("file", "sign-in-plugin-failed malformed", false),
            ("digest", "sign-in-plugin-failed malformed", false),
            ("member", "sign-in-plugin-failed malformed", false),
            ("code", "sign-in-plugin-failed malformed", false),
        ]
    )
    func `A program that does wrong stops the sign-in with a reason`(
        fault: String,
        code: String,
        mayRepeat: Bool
    ) async throws {
        let result = try await trial(fault).run()
        guard case .failure(let stop) = result.outcome else {
            return #expect(Bool(false), "\(result.outcome)")
        }
        let words = [stop.reason.code] + (stop.reason.facts["fault"]?.text.map { [$0] } ?? [])
        #expect(words.joined(separator: " ") == code && stop.mayRepeat == mayRepeat, "\(stop)")
        let isSent = fault == "endless"
        expect(result.requests.count, (isSent ? PortalVisit.stepCountMax : 0))
    }

    @Test func `A sign-in whose program does not answer ends when it is cancelled`() async throws {
        let trial = try trial("late")
        let task = Task { await trial.run() }
        while !(try String(contentsOfFile: test.folder + "/log", encoding: .utf8)).contains("sign-in\"") {
            try await Task.sleep(for: .milliseconds(10))
        }
        task.cancel()
        guard case .failure(let stop) = await task.value.outcome else { return #expect(Bool(false)) }
        expect(stop, SignInStop(Reason("sign-in-cancelled"), mayRepeat: true))
    }

    @Test func `An agent in a program keeps the laws of sign-in agents`() async throws {
        try await SignInAgentLaws.check(try trial(), timeLimit: .seconds(20))
    }

    @Test func `The rule of a configuration names the program's version and digest`() async throws {
        let text = """
            {"plugins": [{"program": ["\(test.path)", "\(test.folder)"]}],
             "companions": [{"use": "companion.sign-in", "ssid": "HOTEL", "agent": "sign-in.example.hotel"}]}
            """
        let rule = try #require(try PipelineConfiguration(json: text.utf8, registry: registry).signIn?.rules.first)
        #expect(rule.agentName.hasPrefix("sign-in.example.hotel 1.2 sha256:"), "\(rule.agentName)")
        #expect(throws: PluginError.self) {
            let wrong = text.replacing(
                #""sign-in.example.hotel"}"#,
                with: #"{"use": "sign-in.example.hotel", "x": 1}}"#
            )
            _ = try PipelineConfiguration(json: wrong.utf8, registry: registry)
        }
    }

    @Test func `A value for a portal is written and read alike`() throws {
        let value = PortalRequest.Value.md5([.bytes([0, 255]), .secret("password"), .md5([.text("x")])])
        let json = try JSON(encoding: WrittenPortalValue(value), isSparse: true)
        expect(json.text, #"{"md5":[{"bytes":"AP8="},{"secret":"password"},{"md5":["x"]}]}"#)
        let body = try JSON(parsing: #"[{"json": \#(json.text)}, "}"]"#.utf8, of: "test").decode(
            [WrittenPortalRequest.Part].self
        )
        expect(body.map(\.part), [.json(value), .text("}")])
    }
}
#endif
