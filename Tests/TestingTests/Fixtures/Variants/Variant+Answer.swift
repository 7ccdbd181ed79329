import ConnectivityCore

@testable import ConnectivityFixtures

extension Variant {
    /// An answer before it is sent.
    struct Draft {
        var status: Int
        var fields: [HeaderFields.Field] = []
        var body: [UInt8] = []
        /// The number of bytes of the body up to the end of the part that identifies the sender; `nil` if the header
        /// identifies it.
        var signByteCount: Int?
    }

    var form: AnswerForm {
        switch base {
        case .portal: self[.form].flatMap(AnswerForm.init) ?? .redirect
        case .filter: self[.form].flatMap(AnswerForm.init) ?? .block
        case .genuine: .genuine
        case .recorded: .recorded
        }
    }

    var asked: AskedEndpoint {
        form.isOverTLS ? .named("google.https") : .named(self[.endpoint] ?? "apple.hotspot")
    }

    var portalURL: HTTPURL { self[.signIn].flatMap { try? HTTPURL($0) } ?? "http://portal.example/login" }

    var endpoint: Endpoint { if case .recorded(let fixture) = base { fixture.endpoint } else { asked.endpoint } }

    /// Whether networks send such an answer and it can be distinguished from a genuine one.
    ///
    /// A filter that sends an empty success, or the page itself with an addition, meets the expectation of a user who
    /// states only the status or a text.
    var isMade: Bool {
        switch form {
        case .rewritten: !asked.isOwn && !asked.body.isEmpty
        case .empty: !asked.isOwn
        default: true
        }
    }

    /// The answer, before the connection changes it.
    var draft: Draft {
        switch form {
        case .redirect, .wisprRedirect, .search: return redirect
        case .genuine, .garden:
            var draft = Draft(status: asked.status, fields: asked.fields, body: Array(asked.body.utf8))
            if !draft.body.isEmpty { draft.fields.append(.init(name: "Content-Type", value: asked.type)) }
            return draft
        case .recorded:
            guard case .recorded(let fixture) = base else { preconditionFailure("the form of a recording is its own") }
            let response = fixture.recording.response
            let fields = response.headers.fields.filter { !Self.framing.contains($0.name.lowercased()) }
            return Draft(status: response.status, fields: fields, body: response.body)
        case .api:
            // RFC 8908, section 5: the URL of the portal must be secure.
            let text = "{\"captive\":true,\"user-portal-url\":\"https://\(portalURL.host)/login\"}"
            return Draft(
                status: 200,
                fields: [.init(name: "Content-Type", value: "application/captive+json")],
                body: Array(text.utf8)
            )
        case .empty: return Draft(status: 200)
        case .rewritten:
            let script = "<script src=\"http://notices.isp.example/bar.js\"></script>"
            return Draft(
                status: 200,
                fields: [.init(name: "Content-Type", value: asked.type)],
                body: Array((asked.body + script).utf8)
            )
        case .proxy:
            return Draft(
                status: 407,
                fields: [.init(name: "Proxy-Authenticate", value: "Basic realm=\"harbour\"")],
                body: Array("Sign in to the proxy.\n".utf8)
            )
        default: return written
        }
    }

    /// The fields that control the framing of the body.
    private static let framing: Set = ["content-length", "transfer-encoding"]

    private var redirect: Draft {
        var draft = Draft(status: self[.redirect].flatMap { Int($0) } ?? 302)
        let location = form == .search ? "http://search.isp.example/?q=\(asked.endpoint.url?.host ?? "")" : location
        draft.fields = [.init(name: "Location", value: location)]
        let hint = "<html><body><a href=\"\(target)\">moved</a></body></html>\n"
        if self[.content] == nil {
            draft.fields.append(.init(name: "Content-Type", value: "text/html"))
            draft.body = Array((form == .wisprRedirect ? wispr + hint : hint).utf8)
        }
        return draft
    }

    var location: String {
        let host = portalURL.host
        return switch self[.location] {
        case "path": "/login?from=gate"
        case "segment": "login.html"
        case "schemeless": "//\(host)/login"
        case "upper": "HTTP://\(host.uppercased())/login"
        case "address": "http://192.0.2.9/login"
        case "address6": "http://[2001:db8::9]/login"
        case "port": "http://\(host):8002/login"
        case "https": "https://\(host)/login"
        case "own-https": "https://\(asked.endpoint.url?.host ?? "")/hotspot-detect.html?cmd=login"
        case "asked": "\(target)?url=http%3A%2F%2F\(asked.endpoint.url?.host ?? "")%2F"
        case "spaces": "  \(target) \t"
        case "app": "harbour-app://login"
        default: target
        }
    }

    /// A page of this package, in its language and character set.
    private var written: Draft {
        let words = PageLanguage.tagged(self[.language])
        var draft = Draft(status: status)
        let (sign, rest) = page(form)
        let charset = self[.charset] == "legacy" ? words.charset : self[.charset] ?? "utf-8"
        switch self[.charset] {
        case "legacy": (draft.body, draft.signByteCount) = joined(words.bytes(of: sign), words.bytes(of: rest))
        // Without a byte order mark, only the declaration identifies a text in UTF-16.
        case "utf-16": (draft.body, draft.signByteCount) = joined([0xFF, 0xFE] + utf16(sign), utf16(rest))
        default:
            let mark: [UInt8] = self[.lead] == "mark" ? [0xEF, 0xBB, 0xBF] : []
            (draft.body, draft.signByteCount) = joined(mark + Array(sign.utf8), Array(rest.utf8))
        }
        let parameter = self[.declared] == nil ? "; charset=\(charset)" : ""
        switch self[.type] {
        case "missing": break
        case "upper": draft.fields.append(.init(name: "Content-Type", value: "TEXT/HTML\(parameter.uppercased())"))
        case "xhtml": draft.fields.append(.init(name: "Content-Type", value: "application/xhtml+xml\(parameter)"))
        case "plain": draft.fields.append(.init(name: "Content-Type", value: "text/plain\(parameter)"))
        default: draft.fields.append(.init(name: "Content-Type", value: "text/html\(parameter)"))
        }
        switch form {
        case .refreshField:
            draft.fields.append(.init(name: "Refresh", value: "0; url=\(target)"))
            draft.signByteCount = nil
        case .legal: draft.signByteCount = nil
        case .blockedBy:
            draft.fields.append(.init(name: "Link", value: "<http://filter.example/>; rel=\"blocked-by\""))
        default: break
        }
        return draft
    }

    var status: Int {
        switch form {
        case .networkAuthentication, .networkAuthenticationRefresh: 511
        case .legal: 451
        default: self[.page].flatMap { Int($0) } ?? 200
        }
    }

    private func joined(_ sign: [UInt8], _ rest: [UInt8]) -> ([UInt8], Int?) { (sign + rest, sign.count) }

    private func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
}
