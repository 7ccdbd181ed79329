import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySignIn
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

/// The laws of sign-in agents, for every agent that this package has: a new one needs a portal here.
@Suite struct `The laws of our sign-in agents` {
    private static let page: HTTPURL = "https://login.hotel.example/start"
    private static let api: HTTPURL = "https://login.hotel.example/api"

    private static let form = """
        <form method="post" action="/go"><input type="hidden" name="token" value="7">
        <label><input type="checkbox" name="agree" value="yes"> I accept the terms of use</label>
        <button type="submit">Continue</button></form>
        """
    private static let recipe = """
        {"name": "hotel", "hosts": ["login.hotel.example"], "steps": [
            {"get": "portal"},
            {"submit": {"fields": {"password": {"secret": "password"}}}, "expect": {"status": [200]}}
        ]}
        """
    private static let passwordForm = """
        <form method="post" action="/go"><input type="hidden" name="token" value="7">
        <input type="password" name="password"><button type="submit">Sign in</button></form>
        """
    private static let extensible = """
        {"captive": false, "user-portal-url": "https://login.hotel.example/start", "can-extend-session": true,
         "seconds-remaining": 60}
        """

    /// A portal for each agent; `nil` for an agent that has none.
    private static func trial(of id: PluginID, in registry: PluginRegistry, _ file: URL) throws -> SignInTrial? {
        func trial(
            _ options: String = "",
            _ portal: @escaping @Sendable (HTTPQuestion) -> String
        ) throws -> SignInTrial {
            let reference = try ComponentReference(text: #"{"use": "\#(id)"\#(options)}"#)
            var rule = SignInRule("hotel", on: .init(), agent: try registry.signInAgent(reference))
            for name in ["user", "password"] { rule.secrets[name] = .init(.text(name), to: "login.hotel.example") }
            rule.accepts = .init("the terms of HOTEL")
            return SignInTrial(rule, at: page) { question in
                ProbeResponse(status: 200, body: Array(portal(question).utf8))
            }
        }
        switch "\(id)" {
        case "sign-in.click-through": return try trial { $0.method == .post ? "welcome" : form }
        case "sign-in.recipe":
            try Data(recipe.utf8).write(to: file)
            return try trial(#", "file": "\#(file.path)""#) { $0.method == .post ? "welcome" : passwordForm }
        case "sign-in.extend":
            var extending = try trial { $0.url == api ? extensible : $0.method == .post ? "welcome" : form }
            extending.occasion.purpose = .renewal
            extending.occasion.portal.apiURL = api
            return extending
        case "sign-in.wispr":
            var answering = try trial { question in
                let content =
                    question.method == .post
                    ? "<MessageType>120</MessageType><ResponseCode>50</ResponseCode>"
                    : "<MessageType>100</MessageType><ResponseCode>0</ResponseCode>"
                        + "<LoginURL>https://login.hotel.example/login</LoginURL>"
                let element = question.method == .post ? "AuthenticationReply" : "Redirect"
                return """
                    <html><!--<?xml version="1.0" encoding="UTF-8"?>
                    <WISPAccessGatewayParam><\(element)>\(content)</\(element)></WISPAccessGatewayParam>--></html>
                    """
            }
            answering.occasion.trigger = "http://probe.example/"
            return answering
        default: return nil
        }
    }

    @Test func `The recipe of the guide signs in`() async throws {
        let registry = try PluginRegistry.standard()
        let guide = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/SigningIn.md")
        let lines = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "\n")
        let first = try #require(lines.firstIndex(of: #"      "name": "HOTEL","#))
        let block = lines[(first - 1)...].prefix { $0.hasPrefix("    ") }.joined(separator: "\n")
        let file = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID().uuidString).json")
        try Data(block.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let reference = try ComponentReference(text: #"{"use": "sign-in.recipe", "file": "\#(file.path)"}"#)
        var rule = SignInRule("hotel", on: .init(), agent: try registry.signInAgent(reference))
        for name in ["room", "password"] { rule.secrets[name] = .init(.text(name), to: "login.hotel.example") }
        rule.accepts = .init("the terms of HOTEL, read 2026-11-02")
        let page = """
            <form method="post" action="/go"><input type="hidden" name="token" value="7"><input name="room">
            <input type="password" name="password"><input type="checkbox" name="agree" value="yes"> I agree
            <button type="submit">Sign in</button></form>
            """
        let trial = SignInTrial(rule, at: Self.page) { question in
            ProbeResponse(status: 200, body: Array((question.method == .post ? "welcome" : page).utf8))
        }
        let result = await trial.run()
        let outcome = try result.outcome.get()
        #expect(outcome.sessionLength == .seconds(86_400) && outcome.termsDigest != nil, "\(outcome)")
        let sent = "token=7&room=(room)&password=(password)&agree=yes"
        expect(result.requests.last.map { String(decoding: $0.body, as: UTF8.self) }, sent, "\(result)")
    }

    @Test func `Every agent of the standard registry keeps the laws of sign-in agents`() async throws {
        let registry = try PluginRegistry.standard()
        let file = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        for id in registry[.signInAgent].ids {
            let trial = try #require(try Self.trial(of: id, in: registry, file), "\(id) needs a portal in this test")
            let usual = await trial.run()
            #expect(usual.requests.count >= 2, "\(id): \(usual)")
            #expect(throws: Never.self) { _ = try usual.outcome.get() }
            try await SignInAgentLaws.check(trial, timeLimit: .seconds(20))
        }
    }
}
