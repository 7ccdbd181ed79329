#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityRecords
import ConnectivitySignIn
import Foundation
import Testing
import TestSupport

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

/// An archive of what a browser exchanged.
private struct Archive {
    private var entries: [[String: Any]] = []

    /// Adds an exchange; `sent` is a form.
    mutating func add(
        _ method: String,
        _ url: String,
        sent: String? = nil,
        type: String = "application/x-www-form-urlencoded",
        status: Int = 200,
        location: String? = nil,
        _ body: String = "",
        bodyType: String = "text/html; charset=utf-8"
    ) {
        var request: [String: Any] = ["method": method, "url": url, "headers": []]
        if let sent { request["postData"] = ["mimeType": type, "text": sent] }
        var headers = [["name": "Content-Type", "value": bodyType]]
        if let location { headers.append(["name": "Location", "value": location]) }
        let content: [String: Any] = ["size": body.utf8.count, "mimeType": bodyType, "text": body]
        let second = entries.count < 10 ? "0\(entries.count)" : "\(entries.count)"
        entries.append([
            "startedDateTime": "2026-11-27T10:00:\(second)Z", "time": 1, "request": request,
            "response": ["status": status, "headers": headers, "content": content, "bodySize": body.utf8.count],
        ])
    }

    func file() throws -> String {
        let data = try JSONSerialization.data(withJSONObject: ["log": ["version": "1.2", "entries": entries]])
        return try temporaryFile(String(decoding: data, as: UTF8.self), suffix: ".har")
    }
}

@Suite struct `Recipes of the command` {
    private static let password = "correct horse"
    private static let page = """
        <!doctype html><title>HOTEL</title><form action="/search"><input name="q"></form>
        <form id="login" method="post" action="/login"><input type="hidden" name="csrf" value="t-81"><input name="room">
        <input type="password" name="pw"><input type="checkbox" name="agree" value="1"> I accept the terms
        <input type="hidden" name="digest" value=""><button name="go" value="1">Sign in</button></form>
        """

    /// A browser that signs in with a room and a password, after redirects and among other things.
    private static func signIn(last: String = "<p>Welcome", status: Int = 200, digest: String = "") -> Archive {
        var archive = Archive()
        archive.add("GET", "http://neverssl.example/", status: 302, location: "https://login.hotel.example/start?x=1")
        archive.add("GET", "https://login.hotel.example/start?x=1", status: 302, location: "/page")
        archive.add("GET", "https://login.hotel.example/page", page)
        archive.add("GET", "https://login.hotel.example/logo.png", "PNG", bodyType: "image/png")
        archive.add("POST", "https://telemetry.example/beacon", sent: "a=b", "ok")
        let sent = "csrf=t-81&room=1204&pw=correct+horse&agree=1&digest=\(digest)&go=1"
        archive.add("POST", "https://login.hotel.example/login", sent: sent, status: status, last)
        return archive
    }

    private static let recipe = """
        {
          "name": "HOTEL",
          "hosts": ["login.hotel.example"],
          "accepts": true,
          "steps": [
            {"get": "portal"},
            {"follow": {"redirects": 3}},
            {"submit": {"form": {"id": "login"}, "fields": {"room": {"secret": "room"}, "pw": {"secret": "pw"}, "agree": true}},
             "expect": {"contains": "Welcome"}}
          ]
        }
        """

    @Test func `sign-in check prints the steps of a recipe and the hosts that it sends to`() async throws {
        let transcript = await Transcript.of("sign-in", "check", try temporaryFile(Self.recipe))
        #expect(transcript.status == .success && transcript.errors.isEmpty, "\(transcript)")
        expect(
            transcript.output,
            [
                "recipe: HOTEL", "asks: login.hotel.example", "submits: over https alone",
                "secrets: pw and room, each to the one host that the rule names",
                "accepts: terms in place of a person, which the rule must state with \"accepts\"",
                "step 1: gets the sign-in page", "step 2: follows up to 3 redirects",
                "step 3: submits the form with the id \"login\": agree = checked, pw = the secret pw, room = the secret room; "
                    + "the other fields as they are; expects the text \"Welcome\"",
            ]
        )
    }

    @Test func `sign-in refuses to show a log-off, which is sent at once`() async throws {
        let refused = await Transcript.of("sign-in", "--show", "--log-off")
        #expect(refused.status == .usage && refused.errors.first?.contains("cannot be combined") == true, "\(refused)")
    }

    @Test func `sign-in check refuses a damaged recipe with its place, and a secret without hosts`() async throws {
        let file = try temporaryFile(Self.recipe.replacingOccurrences(of: "\"get\"", with: "\"gte\""))
        let damaged = await Transcript.of("sign-in", "check", file)
        #expect(damaged.status == .data && damaged.output.isEmpty)
        expect(
            damaged.errors.first?.contains("line 6, column 6: at steps[0]: unknown member \"gte\""),
            true,
            "\(damaged)"
        )
        let text = Self.recipe.replacingOccurrences(of: "\"hosts\": [\"login.hotel.example\"],", with: "")
        let open = await Transcript.of("sign-in", "check", try temporaryFile(text))
        #expect(open.status == .data && open.errors.first?.contains("needs \"hosts\"") == true, "\(open)")
    }

    @Test func `sign-in check replays a recording, and prints the step at which the recipe would stop`() async throws {
        let recipe = try temporaryFile(Self.recipe)
        let good = await Transcript.of("sign-in", "check", recipe, "--recording", try Self.signIn().file())
        expect(good.status, .success, "\(good)")
        #expect(
            good.output.contains(
                "request: POST https://login.hotel.example/login with csrf, room, pw, agree, digest, go: status 200"
            )
        )
        expect(good.output.last?.hasPrefix("replayed: accepted: "), true)
        let bad = await Transcript.of(
            "sign-in",
            "check",
            recipe,
            "--recording",
            try Self.signIn(last: "Wrong password").file()
        )
        expect(bad.status, .differs, "\(bad)")
        expect(bad.output.last?.hasSuffix("(sign-in-unexpected-answer)"), true)
        let other = Self.recipe.replacingOccurrences(of: "\"id\": \"login\"", with: "\"id\": \"old\"")
        let stopped = await Transcript.of(
            "sign-in",
            "check",
            try temporaryFile(other),
            "--recording",
            try Self.signIn().file()
        )
        #expect(
            stopped.status == .differs && stopped.output.last?.hasPrefix("replayed: stopped: ") == true,
            "\(stopped)"
        )
    }

    /// Runs `sign-in record`, and returns what it printed and the recipe.
    private func record(_ archive: Archive) async throws -> (Transcript, String) {
        let output = temporaryPath(".json")
        let transcript = await Transcript.of("sign-in", "record", "--har", try archive.file(), "--output", output)
        return (transcript, (try? String(contentsOfFile: output, encoding: .utf8)) ?? "")
    }

    @Test func `sign-in record makes a recipe that works with the recording and contains no typed text`() async throws {
        let (transcript, text) = try await record(Self.signIn())
        expect(transcript.status, .success, "\(transcript)")
        #expect(!text.contains("correct") && !text.contains("1204") && !text.contains("t-81"), "\(text)")
        #expect(!transcript.output.joined().contains("correct") && !transcript.output.joined().contains("1204"))
        let recipe = try SignInRecipe(parsing: Array(text.utf8))
        #expect(recipe.hosts == ["login.hotel.example"] && recipe.accepts && !recipe.plainHTTP)
        expect(recipe.secrets, ["password", "room"])
        expect(recipe.steps.map { $0.get ?? "" }, ["portal", "", ""])
        let submit = try #require(recipe.steps.last?.submit)
        expect(submit.form?.id, "login")
        expect(
            submit.inputs,
            [
                "room": .value(.secret("room")), "pw": .value(.secret("password")), "agree": .checked(true),
            ]
        )
        #expect(
            transcript.output.contains { $0.hasPrefix("replayed with what was recorded: accepted: ") },
            "\(transcript)"
        )
        expect(transcript.output.last?.contains("\"to\": \"login.hotel.example\""), true, "\(transcript)")
    }

    @Test func `A digest from a script is not in the recipe, and a note reports that`() async throws {
        let (transcript, text) = try await record(Self.signIn(digest: "5f4dcc3b5aa765d6"))
        #expect(!text.contains("5f4dcc3b") && !transcript.output.joined().contains("5f4dcc3b"))
        #expect(transcript.output.contains { $0.hasPrefix("note: the hidden field digest was changed by a script") })
    }

    @Test func `A form without a personal field becomes a recipe that accepts terms and has no secret`() async throws {
        var archive = Archive()
        let form =
            "<form method=post action=/go><input type=hidden name=tok value=a1b2c3><button>Accept</button></form>"
        archive.add("GET", "http://portal.example/", form)
        archive.add(
            "POST",
            "http://portal.example/go",
            sent: "tok=a1b2c3",
            status: 302,
            location: "http://portal.example/ok"
        )
        archive.add("GET", "http://portal.example/ok", "<p>You are online")
        let (transcript, text) = try await record(archive)
        let recipe = try SignInRecipe(parsing: Array(text.utf8))
        #expect(recipe.accepts && recipe.plainHTTP && recipe.secrets.isEmpty && !text.contains("a1b2c3"), "\(text)")
        expect(transcript.output.last?.contains("\"accepts\""), true, "\(transcript)")
    }

    @Test func `JSON of a script has secrets in place of typed text, and unchanged constants`()
        async throws
    {
        var archive = Archive()
        archive.add("GET", "https://portal.example/", "<script src=app.js></script>")
        archive.add(
            "GET",
            "https://portal.example/app.js",
            "post({action:\"login\",code:v})",
            bodyType: "text/javascript"
        )
        archive.add(
            "POST",
            "https://portal.example/api",
            sent: #"{"action":"login","code":"WINTER-77","device":{"pin":9134}}"#,
            type: "application/json",
            #"{"ok":true}"#,
            bodyType: "application/json"
        )
        let (_, text) = try await record(archive)
        #expect(!text.contains("WINTER") && !text.contains("9134") && text.contains("\"login\""), "\(text)")
        try expect(SignInRecipe(parsing: Array(text.utf8)).secrets, ["code", "pin"])
    }

    @Test func `Without a submitted form there is no recipe`() async throws {
        var archive = Archive()
        archive.add("GET", "https://portal.example/", Self.page)
        let (transcript, text) = try await record(archive)
        #expect(transcript.status == .data && text.isEmpty, "\(transcript)")
    }

    @Test func `A request through the recording proxy without TLS is read with its form and its response`() throws {
        let sent =
            "POST /in HTTP/1.1\r\nHost: portal.example\r\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\r\n"
            + "Content-Length: 14\r\nConnection: close\r\n\r\na=b+c&d=%C3%A9"
        let received = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        let step = try #require(RecordedVisit.Step(sent: Array(sent.utf8), received: Array(received.utf8)))
        #expect(step.url == "http://portal.example/in" && step.method == .post)
        #expect(step.fields.map(\.name) == ["a", "d"] && step.fields.map(\.value) == ["b c", "é"])
        #expect(step.response?.status == 200 && step.response?.body == Array("abc".utf8))
        expect(RecordedVisit.Step(sent: Array("CONNECT a:443 HTTP/1.1\r\n\r\n".utf8), received: []), nil)
        let asked = "GET http://portal.example/ HTTP/1.1\r\nHost: portal.example\r\nAccept-Encoding: gzip\r\n\r\n"
        let forwarded = try #require(try ProxyRequest(Array(asked.utf8), isRecorded: true)).forwarded
        #expect(!String(decoding: forwarded, as: UTF8.self).contains("gzip"))
    }
}
#endif
