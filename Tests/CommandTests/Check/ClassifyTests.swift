import ConnectivityCommand
import TestSupport
import Testing

@Suite struct `Classify` {
    private let redirect = "HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n"

    /// The names in this line are part of the interface for programs.
    @Test func `classify --json prints one JSON object per file, in order`() async throws {
        let portal = try temporaryFile(redirect)
        let genuine = try temporaryFile("HTTP/1.1 204 No Content\n\n")
        let transcript = await Transcript.of(
            "classify",
            "--json",
            "--url",
            "http://www.gstatic.com/generate_204",
            portal,
            genuine
        )
        expect(transcript.status, .success)
        expect(
            transcript.output,
            [
                #"{"basis":"part","finding":"captive","portal":{"api":null,"apiURL":null,"fault":null,"kind":"redirect","signInURL":"http://www.gstatic.com/login","source":"location","vendor":null,"wispr":null},"reason":{"code":"redirect","facts":{"location":"/login","status":302},"parts":[]}}"#,
                #"{"basis":"part","finding":"genuine","portal":null,"reason":{"code":"status-matches","facts":{"status":204},"parts":[]}}"#,
            ]
        )
    }

    /// The names in this line are part of the interface for programs.
    @Test func `classify prints the facts that a portal gives about itself`() async throws {
        let body = """
            <!--<WISPAccessGatewayParam><Redirect><MessageType>100</MessageType><ResponseCode>0</ResponseCode>\
            <LoginURL>http://192.0.2.1/wispr</LoginURL></Redirect></WISPAccessGatewayParam>-->
            """
        let file = try temporaryFile(
            """
            HTTP/1.1 302 Found
            Location: http://192.0.2.1/login?dst=x
            Link: <https://192.0.2.1/api>; rel="captive-portal"

            \(body)
            """
        )
        await expect(
            Transcript.of("classify", "--json", file).output,
            [
                #"{"basis":"part","finding":"captive","portal":{"api":null,"apiURL":"https://192.0.2.1/api","fault":null,"#
                    + #""kind":"redirect","signInURL":"http://192.0.2.1/login?dst=x","source":"location","#
                    + #""vendor":"MikroTik","wispr":{"abortLoginURL":null,"accessLocation":null,"#
                    + #""accessProcedure":null,"delay":null,"hasEAPMessage":false,"locationName":null,"#
                    + #""loginURL":"http://192.0.2.1/wispr","logoffURL":null,"maxSessionTime":null,"#
                    + #""messageType":100,"nextURL":null,"replyMessage":null,"responseCode":0,"statusURL":null,"#
                    + #""versionHigh":null,"versionLow":null}},"#
                    + #""reason":{"code":"redirect","facts":{"location":"http://192.0.2.1/login?dst=x","status":302},"parts":[]}}"#
            ]
        )
    }

    @Test func `classify prints the facts of a captive portal API`() async throws {
        let file = try temporaryFile(
            "HTTP/1.1 200 OK\n\n" + #"{"captive":true,"user-portal-url":"https://192.0.2.1/","seconds-remaining":0}"#
        )
        await expect(
            Transcript.of("classify", "--json", file).output,
            [
                #"{"basis":"part","finding":"captive","portal":{"api":{"bytesRemaining":null,"canExtendSession":null,"#
                    + #""captive":true,"fault":null,"secondsRemaining":0,"userPortalURL":"https://192.0.2.1/","#
                    + #""venueInfoURL":null},"apiURL":null,"fault":null,"kind":"api","#
                    + #""signInURL":"https://192.0.2.1/","source":"api","vendor":null,"wispr":null},"#
                    + #""reason":{"code":"captive-api","facts":{},"parts":[]}}"#
            ]
        )
    }

    @Test func `classify judges by the given expectation`() async throws {
        let file = try temporaryFile("HTTP/1.1 200 OK\r\n\r\nping pong")
        func line(_ option: String, _ value: String) async -> String {
            await Transcript.of("classify", "--url", "http://a.example/", option, value, file).output.joined()
        }
        await expect(line("--expect-contains", "pong"), #"genuine: the body contains "pong""#)
        await expect(line("--expect-contains", "song"), #"substituted: the body does not contain "song""#)
        await expect(line("--expect-equals", "ping pong"), "genuine: the body is exactly as expected")
        let rule = #"{ "use": "validator.starts-with", "text": "ping" }"#
        await expect(line("--expect", rule), #"genuine: the body begins with "ping""#)
        await expect(line("--expect", "@\(try temporaryFile(rule))"), #"genuine: the body begins with "ping""#)
        await expect(
            line("--expect", "validator.empty"),
            "captive: the answer is a page that the endpoint does not serve; sign in at http://a.example/"
        )
        #if canImport(CPCRE2)
        await expect(line("--expect-regex", "^ping p"), #"genuine: the body matches "^ping p""#)
        #endif
    }

    @Test func `classify reads pages in any character encoding`() async throws {
        let page = "<meta http-equiv=refresh content='0; url=http://login.example/'>"
        let encoded = page.utf16.flatMap { String(UnicodeScalar(UInt8($0))) + "\0" }
        let file = try temporaryFile("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + String(encoded))
        let line = try #require(await Transcript.of("classify", file).output.first)
        #expect(line.hasSuffix("sign in at http://login.example/"), "\(line)")
    }

    @Test func `classify without a URL only judges signs of a portal`() async throws {
        let page = try temporaryFile("HTTP/1.1 200 OK\r\n\r\nhello")
        let unknown = "inconclusive: no rule applied; name the requested URL with --url"
        await expect(Transcript.of("classify", page).output.first, unknown)
        let portal = try temporaryFile("HTTP/1.1 302 Found\r\nLocation: http://login.example/\r\n\r\n")
        let line = await Transcript.of("classify", portal).output.first
        expect(line, "captive: redirected (302) to the sign-in page; sign in at http://login.example/")
    }

    @Test func `classify without a URL invents no sign-in page`() async throws {
        let file = try temporaryFile(
            "HTTP/1.1 511 Network ProbeExchange.Authentication Required\r\n\r\n<p>please log in</p>"
        )
        let transcript = await Transcript.of("classify", file)
        #expect(!transcript.output.joined().contains("invalid"), "\(transcript)")
        let advice = "the sign-in page is at the requested URL: name it with --url"
        expect(transcript.output.first, "captive: status 511: the network requires authentication; \(advice)")
        expect(transcript.output.last, "# sign-in: none")
        let named = await Transcript.of("classify", "--url", "http://a.example/x", file)
        expect(named.output.first?.hasSuffix("; sign in at http://a.example/x"), true, "\(named)")
    }

    @Test func `classify reports an expected text only together with the unexpected rest`() async throws {
        let file = try temporaryFile("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsuccess")
        let words = ["classify", "--url", "http://captive.apple.com/hotspot-detect.html", file]
        let line = "failed: the text is as expected, but its markup, case or white space is not"
        await expect(Transcript.of(words: words).output.first, line)
    }

    @Test func `classify reports the line of a fault`() async throws {
        let file = try temporaryFile("# url: http://a.example/\n# colour: blue\nHTTP/1.1 200 OK\n\n")
        let transcript = await Transcript.of("classify", file)
        expect(transcript.status, .data)
        expect(
            transcript.errors,
            [
                "connectivityctl: \(file): line 2: unknown key \"colour\"; use one of: url, endpoint, expect, sign-in, vendor, language, source, body"
            ]
        )
    }
}
