import ConnectivityCore
import ConnectivitySignIn
import Testing

/// A portal that attacks, and how an attempt must end there.
struct HostilePortal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The recipe; `nil` for click-through.
    var recipe: String? = Self.hotel
    var page: HTTPURL = "https://login.hotel.example/start"
    /// The words with which the attempt may end.
    let endings: Set<String>
    /// Whether the portal's own host may receive the secrets before the attempt ends.
    var isAsked = false
    /// A text that, like the secrets, must not be in a request.
    var unsent: String?
    let script: @Sendable (SentRequest, _ password: String, inout [String: String]) -> ProbeResponse

    init(
        _ name: String,
        _ endings: String...,
        recipe: String? = Self.hotel,
        page: HTTPURL = "https://login.hotel.example/start",
        isAsked: Bool = false,
        unsent: String? = nil,
        script: @escaping @Sendable (SentRequest, String, inout [String: String]) -> ProbeResponse
    ) {
        (testDescription, self.endings, self.recipe, self.page) = (name, Set(endings), recipe, page)
        (self.isAsked, self.unsent, self.script) = (isAsked, unsent, script)
    }

    /// A portal that serves one page, and says that all is well after anything is sent.
    init(
        _ name: String,
        _ endings: String...,
        recipe: String? = Self.hotel,
        isAsked: Bool = false,
        unsent: String? = nil,
        html: String
    ) {
        (testDescription, self.endings, self.recipe) = (name, Set(endings), recipe)
        (self.isAsked, self.unsent) = (isAsked, unsent)
        script = { request, _, _ in request.method == .get && request.url.query == nil ? .page(html) : .page("Welcome")
        }
    }

    /// A portal that redirects from its first page.
    init(_ name: String, _ endings: String..., redirect target: String, status: Int = 302) {
        (testDescription, self.endings) = (name, Set(endings))
        script = { request, _, _ in
            request.url == "https://login.hotel.example/start" ? .redirect(target, status: status) : .page(Self.login())
        }
    }

    /// A portal that redirects after the form was sent.
    init(_ name: String, _ endings: String..., redirectAfter target: String, status: Int = 302) {
        (testDescription, self.endings, isAsked) = (name, Set(endings), true)
        script = { request, password, _ in
            let target = target.replacing("PASSWORD", with: Container.percent(password))
            return request.method == .get ? .page(Self.login()) : .redirect(target, status: status)
        }
    }

    static func login(_ action: String = "/login", _ more: String = "", method: String = "post") -> String {
        """
        <form action="\(action)" method=\(method)><input name=user><input type=password name=password>\(more)
        <input type=submit></form>
        """
    }

    /// A recipe with steps after the usual ones of a page with a form.
    static func recipe(_ more: String = "", hosts: String = #""login.hotel.example""#) -> String {
        """
        {"name": "hotel", "hosts": [\(hosts)], "steps": [{"get": "portal"}, {"follow": {"redirects": 3}},
         {"submit": {"fields": {"user": {"secret": "user"}, "password": {"secret": "password"}}}}\(more)],
         "refused": [{"contains": "wrong"}]}
        """
    }

    static let hotel = recipe(#", {"follow": {"redirects": 3}, "expect": {"contains": "Welcome"}}"#)
    static let refresh = recipe(#", {"follow": {"refresh": true}}"#)
    static let link = recipe(#", {"follow": {"link": "continue"}}"#)
    static let again = recipe(
        #", {"submit": {"form": {"id": "next"}}, "expect": {"contains": "Welcome"}}"#,
        hosts: #""login.hotel.example", "other.hotel.example""#
    )
    static let api = """
        {"name": "api", "hosts": ["login.hotel.example"], "steps": [
         {"get": "portal", "read": {"token": {"json": "/token"}}},
         {"send": {"to": "/api", "json": {"token": {"read": "token"}, "password": {"secret": "password"}}},
          "expect": {"json": {"/ok": true}}}]}
        """
    static let chap = """
        {"name": "chap", "hosts": ["login.hotel.example"], "steps": [
         {"get": "portal", "read": {"challenge": {"after": "c=", "before": ";", "as": "hex"}}},
         {"submit": {"fields": {"user": {"secret": "user"},
          "password": {"chap": {"secret": "password", "challenge": {"read": "challenge"}}}}}}]}
        """
}

/// The escape of a query.
enum Container {
    static func percent(_ text: String) -> String { GeneratedSecret.encodings[1](text) }
}
