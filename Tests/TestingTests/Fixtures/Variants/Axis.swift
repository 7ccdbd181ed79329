import ConnectivityCore

@testable import ConnectivityFixtures

/// A property in which answers of gateways differ, with its values besides the default one.
enum Axis: String, CaseIterable, Sendable {
    /// The endpoint and the form of the gateway's answer.
    case endpoint, form
    /// The sign-in URL; any URL can be a value.
    case signIn = "sign-in"
    /// The target of a redirect, its status, and its body.
    case location, redirect, content
    /// The status of a page.
    case page
    /// The words of a page and their bytes.
    case language, charset, declared
    /// The spelling of markup.
    case tags, quotes, space, order, comment, doctype, lead, size, references, attributes, title, skeleton
    /// The spelling of scripts, refreshes and forms.
    case script, meta, fill
    /// The place where a page repeats the endpoint's answer.
    case decoy
    /// Header fields.
    case noise, fields, type
    /// The transfer of the body.
    case coding, framing, cut
    /// The bytes before the response, its sender, and its time.
    case interim, peer, delay

    /// Returns the values of the axis, except the default, for one kind of variant.
    func values(for base: Variant.Base) -> [String] {
        switch self {
        case .endpoint: base.isRecorded ? [] : Array(AskedEndpoint.names.dropFirst())
        case .form: base.forms
        case .signIn: []
        case .location:
            [
                "path", "segment", "schemeless", "upper", "address", "address6", "port", "https", "own-https", "asked",
                "spaces", "app",
            ]
        case .redirect: ["301", "303", "307", "308"]
        case .content: ["none"]
        case .page: ["401", "403", "404", "503", "511"]
        case .language: PageLanguage.all.dropFirst().map(\.tag)
        case .charset: ["legacy", "utf-16"]
        case .declared: ["meta", "nowhere"]
        case .tags: ["upper", "mixed"]
        case .quotes: ["single", "none"]
        case .space: ["loose", "tight"]
        case .order: ["reversed"]
        case .comment: ["before", "conditional", "markup"]
        case .doctype: ["none", "4.01", "xhtml"]
        case .lead: ["mark", "lines"]
        case .size: ["8k", "40k"]
        case .references: ["none", "numeric"]
        case .attributes: ["more"]
        case .title: ["empty", "missing"]
        case .skeleton: ["bare", "unclosed"]
        case .script: ScriptSpelling.names
        case .meta: ["quoted", "upper", "bare", "comma", "late", "spaces"]
        case .fill: ["button", "hidden", "table", "get", "elsewhere", "no-action"]
        case .decoy: ["title", "body", "comment", "whole"]
        case .noise: ["cdn", "server", "cookies", "many", "repeated", "folded", "latin-1"]
        case .fields: ["lower", "upper", "mixed"]
        case .type: ["missing", "upper", "xhtml", "plain"]
        case .coding: ["gzip", "gzip-unlabelled", "gzip-mislabelled", "deflate-mislabelled", "br-mislabelled"]
        case .framing: ["chunked", "length-missing"]
        case .cut:
            ["limit-40", "limit-70", "limit-95", "length-40", "length-95", "broken-40", "broken-70", "broken-95"]
        case .interim: ["100", "103", "tunnel"]
        case .peer: ["public", "public-6", "private"]
        case .delay: ["200ms", "2s", "9s"]
        }
    }

    /// Returns whether the axis can change a variant with this form; otherwise it is not drawn.
    func applies(to base: Variant.Base, form: AnswerForm, endpoint: AskedEndpoint) -> Bool {
        switch self {
        case .endpoint: !form.isOverTLS
        case .form, .delay: true
        case .signIn: false
        case .location: form == .redirect && base == .portal
        case .redirect: form.isRedirect
        case .content: form.isRedirect
        case .page: form.isPage && form != .networkAuthentication && form != .networkAuthenticationRefresh
        // A page with the stated text of a user cannot be distinguished from the page that the user requested.
        case .decoy: form.isPage && !endpoint.isOwn
        case .script: form.isScript
        case .meta: form == .refresh || form == .networkAuthenticationRefresh
        case .fill: form.isForm
        case .noise, .fields, .interim, .framing: form.hasResponse
        case .peer: form.hasResponse
        case .coding:
            switch base {
            case .recorded(let fixture):
                !fixture.recording.response.body.isEmpty
                    && fixture.recording.response.headers["Content-Encoding"] == nil
            case .genuine: !endpoint.body.isEmpty
            case .portal, .filter: form.isPage
            }
        default: form.isPage
        }
    }
}
