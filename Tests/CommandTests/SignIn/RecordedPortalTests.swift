#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySignIn
import ConnectivityWire
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import ConnectivityCommand

/// What a browser sends to a portal, without what only a browser adds.
struct BrowserRequest {
    var method = "GET"
    var url: String
    var sent: String?
    var type = "application/x-www-form-urlencoded"

    var path: String { (try? HTTPURL(url))?.path ?? "" }
    var fields: [String: String] {
        Dictionary((sent ?? (try? HTTPURL(url))?.query ?? "").formFields.map { ($0.name, $0.value) }) { first, _ in
            first
        }
    }
}

/// The answer of a portal in a recording.
struct PortalReply {
    var status = 200
    var location: String?
    var body = ""
    var type = "text/html"

    static func page(_ body: String) -> Self { Self(body: body) }
    static func json(_ body: String) -> Self { Self(body: body, type: "application/json") }
    static func to(_ location: String) -> Self { Self(status: 302, location: location) }
}

/// A portal of a kind that is common, as a function of the request and of a token that differs at each visit.
struct RecordedPortalCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let page: String
    /// What is typed, by the name of its secret.
    let typed: [String: String]
    var terms = false
    /// What a browser sends, with the token of its visit.
    let browser: @Sendable (_ token: String) -> [BrowserRequest]
    let answer: @Sendable (_ request: BrowserRequest, _ token: String) -> PortalReply
    /// Whether a request is the one that lets the device through.
    let opens: @Sendable (_ request: BrowserRequest, _ token: String) -> Bool

    private static func get(_ url: String) -> BrowserRequest { BrowserRequest(url: url) }
    private static func post(_ url: String, _ sent: String, json: Bool = false) -> BrowserRequest {
        let type = json ? "application/json" : "application/x-www-form-urlencoded"
        return BrowserRequest(method: "POST", url: url, sent: sent, type: type)
    }

    private static func form(
        _ name: String,
        _ root: String,
        _ fields: String,
        sent: String,
        typed: [String: String],
        terms: Bool = false,
        after: PortalReply = .page("<p>Welcome, you are connected"),
        closesEarly: Bool = false
    ) -> Self {
        let names = typed
        return Self(
            testDescription: name,
            page: "\(root)/login",
            typed: typed,
            terms: terms,
            browser: { token in
                let requests = [
                    get("\(root)/login"), post("\(root)/login", sent.replacing("TOKEN", with: token)),
                ]
                return requests + (closesEarly || after.location == nil ? [] : [get(root + (after.location ?? ""))])
            },
            answer: { request, token in
                if request.path == after.location { return .page("<p>Welcome, you are connected") }
                guard request.method == "POST" else {
                    return .page(
                        "<form method=post action=/login>\(fields.replacing("TOKEN", with: token))<button>Go</button></form>"
                    )
                }
                let isRight = names.values.allSatisfy { request.fields.values.contains($0) }
                return isRight ? after : .page("<form method=post action=/login>\(fields)<button>Go</button></form>")
            },
            opens: { request, token in
                request.method == "POST" && names.values.allSatisfy { request.fields.values.contains($0) }
                    && (!fields.contains("TOKEN") || request.fields.values.contains(token))
            }
        )
    }

    static let all: [Self] = [
        form(
            "room and name on port 8080",
            "http://portal.hotel.example:8080",
            "<input name=room><input name=lastname>",
            sent: "room=204&lastname=Gast",
            typed: ["room": "204", "lastname": "Gast"],
            after: .to("/welcome")
        ),
        form(
            "a voucher on port 8880",
            "http://guest.cafe.example:8880",
            "<input type=hidden name=csrf value=TOKEN><input name=voucher>",
            sent: "csrf=TOKEN&voucher=K7P2QX",
            typed: ["voucher": "K7P2QX"]
        ),
        form(
            "a password on port 2050",
            "http://192.0.2.1:2050",
            "<input type=hidden name=tok value=TOKEN><input type=password name=pw>",
            sent: "tok=TOKEN&pw=1234",
            typed: ["password": "1234"]
        ),
        form(
            "a user and a password on port 3990, in a browser that is closed early",
            "http://10.1.0.1:3990",
            "<input name=username><input type=password name=password>",
            sent: "username=joe&password=correct+horse",
            typed: ["username": "joe", "password": "correct horse"],
            after: .to("/status"),
            closesEarly: true
        ),
        form(
            "an e-mail address and terms over TLS",
            "https://wifi.train.example",
            "<input type=email name=mail><input type=checkbox name=agree value=1> I accept the terms",
            sent: "mail=guest%40mail.example&agree=1",
            typed: ["mail": "guest@mail.example"],
            terms: true
        ),
        Self(
            testDescription: "JSON with a token of another answer",
            page: "https://portal.airport.example/",
            typed: ["code": "WINTER-77"],
            browser: { token in
                [
                    get("https://portal.airport.example/"), get("https://portal.airport.example/api/session"),
                    post(
                        "https://portal.airport.example/api/login",
                        #"{"action":"login","token":"\#(token)","code":"WINTER-77"}"#,
                        json: true
                    ),
                ]
            },
            answer: { request, token in
                switch request.path {
                case "/": .page("<script>call('/api/session'); call('/api/login', {action: 'login'})</script>")
                case "/api/session": .json(#"{"session": {"token": "\#(token)"}, "language": "en"}"#)
                default: .json(#"{"ok": \#(request.sent?.contains(token) == true)}"#)
                }
            },
            opens: { request, token in
                request.path == "/api/login" && request.sent?.contains("\"\(token)\"") == true
                    && request.sent?.contains("WINTER-77") == true && request.sent?.contains("\"login\"") == true
            }
        ),
        Self(
            testDescription: "a form of a script with a token of its page",
            page: "http://portal.campus.example:8000/",
            typed: ["user": "lena", "pin": "0815"],
            browser: { token in
                [
                    get("http://portal.campus.example:8000/"),
                    post("http://portal.campus.example:8000/auth", "user=lena&pin=0815&sid=\(token)&mode=guest"),
                ]
            },
            answer: { request, token in
                request.path == "/"
                    ? .page("<script>\nvar sid = \"\(token)\";\nsend('/auth', {mode: 'guest'});</script>")
                    : .json(#"{"state": "authorized"}"#)
            },
            opens: { request, token in
                request.path == "/auth"
                    && request.fields == ["user": "lena", "pin": "0815", "sid": token, "mode": "guest"]
            }
        ),
        Self(
            testDescription: "a voucher in the path",
            page: "http://portal.camp.example:8080/",
            typed: ["voucher": "ROSE-LAMPE-99"],
            browser: { _ in
                [
                    get("http://portal.camp.example:8080/"),
                    post("http://portal.camp.example:8080/voucher/ROSE-LAMPE-99/redeem", "lang=en"),
                ]
            },
            answer: { request, _ in
                request.path == "/"
                    ? .page("<input id=v><script>post('/voucher/' + v + '/redeem', {lang: 'en'})</script>")
                    : .json(#"{"redeemed": true}"#)
            },
            opens: { request, _ in request.method == "POST" && request.path == "/voucher/ROSE-LAMPE-99/redeem" }
        ),
        Self(
            testDescription: "a page on one host and its gateway on another",
            page: "https://pages.example/hotel",
            typed: ["password": "swordfish"],
            browser: { _ in
                [
                    get("https://pages.example/hotel"),
                    post("https://gateway.hotel.example/login", "username=guest&password=swordfish"),
                ]
            },
            answer: { request, _ in
                request.path == "/hotel"
                    ? .page(
                        """
                        <form method=post action=https://gateway.hotel.example/login><input type=hidden name=username value=guest>
                        <input type=password name=password><button>Go</button></form>
                        """
                    ) : .page("<p>Logged in")
            },
            opens: { request, _ in
                request.url == "https://gateway.hotel.example/login"
                    && request.fields == ["username": "guest", "password": "swordfish"]
            }
        ),
        Self(
            testDescription: "terms on a first page and a room on a second",
            page: "http://wifi.inn.example:8080/start",
            typed: ["room": "12"],
            terms: true,
            browser: { token in
                [
                    get("http://wifi.inn.example:8080/start"),
                    post("http://wifi.inn.example:8080/terms", "agree=1&sid=\(token)"),
                    get("http://wifi.inn.example:8080/room"),
                    post("http://wifi.inn.example:8080/room", "sid=\(token)&room=12"),
                ]
            },
            answer: { request, token in
                switch (request.method, request.path) {
                case ("GET", "/start"):
                    .page(
                        """
                        <form method=post action=/terms><input type=checkbox name=agree value=1> I accept the terms
                        <input type=hidden name=sid value=\(token)><button>Next</button></form>
                        """
                    )
                case ("POST", "/terms"): .to("/room")
                case ("GET", "/room"):
                    .page(
                        """
                        <form method=post action=/room><input type=hidden name=sid value=\(token)><input name=room>
                        <button>Go</button></form>
                        """
                    )
                default: .page("<p>Enjoy your stay")
                }
            },
            opens: { request, token in
                request.method == "POST" && request.path == "/room" && request.fields == ["sid": token, "room": "12"]
            }
        ),
    ]
}

/// From what a browser did at a portal to a sign-in by the printed configuration.
@Suite struct `Recordings of sign-ins` {
    /// A portal as a prober, with the token of its visit.
    private final class Portal: Prober {
        let portal: RecordedPortalCase
        private let token = "n3w-8842-token"
        private let state = Mutex((isOpen: false, requests: [String]()))

        init(_ portal: RecordedPortalCase) { self.portal = portal }

        var isOpen: Bool { state.withLock(\.isOpen) }
        var requests: [String] { state.withLock(\.requests) }
        var kinds: Set<Question.Kind> { [.http] }

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            guard let question = request.http else { return .unsupported(request) }
            let sent = BrowserRequest(
                method: question.method.rawValue,
                url: "\(question.url)",
                sent: question.method == .post ? String(decoding: question.body, as: UTF8.self) : nil
            )
            let reply = portal.answer(sent, token)
            state.withLock { state in
                state.isOpen = state.isOpen || portal.opens(sent, token)
                state.requests.append("\(sent.method) \(sent.url) \(sent.sent ?? "")")
            }
            var response = ProbeResponse(status: reply.status, headers: ["Content-Type": reply.type])
            if let location = reply.location {
                response.headers.fields.append(.init(name: "Location", value: location))
            }
            response.body = Array(reply.body.utf8)
            var exchange = ProbeExchange(request: request, outcome: .success(.http(response)))
            if question.url.scheme == .https { exchange.authentication = .verified }
            return exchange
        }
    }

    private static func archive(of portal: RecordedPortalCase) throws -> String {
        let token = "old-1177-token"
        let entries = portal.browser(token).enumerated().map { index, request -> [String: Any] in
            let reply = portal.answer(request, token)
            var asked: [String: Any] = ["method": request.method, "url": request.url, "headers": []]
            if let sent = request.sent { asked["postData"] = ["mimeType": request.type, "text": sent] }
            var headers = [["name": "Content-Type", "value": reply.type]]
            if let location = reply.location { headers.append(["name": "Location", "value": location]) }
            let content: [String: Any] = ["size": reply.body.utf8.count, "mimeType": reply.type, "text": reply.body]
            return [
                "startedDateTime": "2026-11-27T10:00:\(index + 10)Z", "time": 1, "request": asked,
                "response": [
                    "status": reply.status, "headers": headers, "content": content, "bodySize": reply.body.utf8.count,
                ],
            ]
        }
        let data = try JSONSerialization.data(withJSONObject: ["log": ["version": "1.2", "entries": entries]])
        return try temporaryFile(String(decoding: data, as: UTF8.self), suffix: ".har")
    }

    @Test(arguments: RecordedPortalCase.all)
    func `What sign-in record prints is pasted, found right by doctor, and signs in`(portal: RecordedPortalCase)
        async throws
    {
        let recipe = temporaryPath(".json")
        let words = ["sign-in", "record", "--har", try Self.archive(of: portal), "--output", recipe]
        let recorded = await Transcript.of(words: words)
        expect(recorded.status, .success, "\(recorded)")
        let written = try String(contentsOfFile: recipe, encoding: .utf8)
        for text in portal.typed.values where text.utf8.count > 3 { #expect(!written.contains(text), "\(written)") }
        #expect(!written.contains("old-1177"), "\(written)")

        var pasted = try #require(recorded.output.last)
        for (name, text) in portal.typed {
            let file = try temporaryFile(text + "\n")
            #expect(pasted.contains("/etc/connectivity/secrets/\(name)\""), "\(name) is not in \(pasted)")
            pasted = pasted.replacing("/etc/connectivity/secrets/\(name)\"", with: "\(file)\"")
        }
        let file = try temporaryFile(pasted)
        let doctor = await Transcript.of(
            "doctor",
            "--config",
            file,
            "--resolver",
            try temporaryFile("nameserver 192.0.2.53\n")
        )
        #expect(!doctor.output.contains { $0.contains("error") && $0.contains("sign-in") }, "\(doctor.output)")

        let checked = await Transcript.of("sign-in", "check", recipe, "--recording", words[3])
        expect(checked.status, .success, "\(checked)")

        let registry = try PluginRegistry.standard()
        let configuration = try PipelineConfiguration(json: pasted.utf8, registry: registry)
        let rule = try #require(configuration.signIn?.rules.first)
        let shown = Portal(portal)
        let preview = try await attempt(rule, at: shown, isShown: true)
        expect(preview, "stopped sign-in-shown", "\(shown.requests)")
        #expect(!shown.isOpen)
        let gateway = Portal(portal)
        let result = try await attempt(rule, at: gateway)
        expect(result, "accepted sign-in-done", "\(gateway.requests)\n\(written)")
        #expect(gateway.isOpen, "\(gateway.requests)")
    }

    private func attempt(_ rule: SignInRule, at portal: Portal, isShown: Bool = false) async throws -> String {
        let page = try HTTPURL(portal.portal.page)
        var occasion = SignInOccasion(portal: CaptivePortal(signInURL: page, kind: .redirect), network: rule.name)
        occasion.accepts = rule.accepts
        let visit = PortalVisit(
            occasion,
            by: rule,
            through: portal.withStandardOperators(),
            on: ProbeRequest.Path(),
            limits: ProbeRequest.Limits(),
            isShown: isShown
        )
        do throws(SignInStop) {
            let outcome = try await rule.agent.signIn(occasion, at: visit)
            return "\(outcome.claim.rawValue) \(outcome.reason.code)"
        } catch {
            return "stopped \(error.reason.code)"
        }
    }
}
#endif
