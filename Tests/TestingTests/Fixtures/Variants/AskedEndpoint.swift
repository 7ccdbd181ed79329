import ConnectivityCore

@testable import ConnectivityFixtures

/// An endpoint that variants use, with its genuine answer.
struct AskedEndpoint: Sendable {
    let endpoint: Endpoint
    let status: Int
    let type: String
    let body: String
    let fields: [HeaderFields.Field]
    /// Whether a user stated a part of the answer, so that nothing else about it is known.
    let isOwn: Bool

    /// The text by which a reader recognizes the genuine answer.
    var words: String { body.isEmpty ? "generate_204" : body.hasPrefix("<") ? "Success" : body }

    /// The names, the default endpoint first.
    static let names = all.filter { $0.endpoint.url?.scheme == .http }.map(\.endpoint.name)

    /// Returns the endpoint with a name, or the default endpoint.
    static func named(_ name: String) -> AskedEndpoint { all.first { $0.endpoint.name == name } ?? all[0] }

    private static let all: [AskedEndpoint] = [
        page(.apple, "text/html", "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"),
        empty(.google), page(.microsoft, "text/plain", "Microsoft Connect Test"),
        page(.mozilla, "text/plain", "success\n"), page(.gnome, "text/plain", "NetworkManager is online\n"),
        empty(.ubuntu, ["X-NetworkManager-Status": "online"]), page(.fedora, "text/plain; charset=UTF-8", "OK"),
        page(.debian, "text/plain", "NetworkManager is online\n"), page(.kde, "text/html", "OK\n"),
        page(.arch, "text/plain", "NetworkManager is online\n"),
        empty(.openSUSE, ["X-NetworkManager-Status": "online"]), empty(.cloudflare), empty(.grapheneOS),
        empty(.googleHTTPS), empty(.cloudflareHTTPS),
        page(
            Endpoint("http://service.example/health", name: "own.text", expecting: BodyContains("healthy")),
            "text/plain",
            "healthy\n"
        ),
        page(
            Endpoint("http://service.example/health", name: "own.status", expecting: StatusCode(200)),
            "text/plain",
            "all well\n"
        ),
        page(
            Endpoint(
                "http://service.example/health.json",
                name: "own.json",
                expecting: BodyJSON(at: "/status", equals: "ok")
            ),
            "application/json",
            "{\"status\":\"ok\"}"
        ),
    ]

    private static func page(_ endpoint: Endpoint, _ type: String, _ body: String) -> AskedEndpoint {
        AskedEndpoint(
            endpoint: endpoint,
            status: 200,
            type: type,
            body: body,
            fields: [],
            isOwn: endpoint.name.hasPrefix("own.")
        )
    }

    private static func empty(_ endpoint: Endpoint, _ fields: HeaderFields = [:]) -> AskedEndpoint {
        AskedEndpoint(endpoint: endpoint, status: 204, type: "text/html", body: "", fields: fields.fields, isOwn: false)
    }
}
