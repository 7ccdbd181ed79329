import ConnectivityCommand
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct `Emulate` {
    private let redirect = """
        # url: http://captive.apple.com/hotspot-detect.html
        HTTP/1.1 302 Found
        Location: http://portal.example/login


        """
    private let login = """
        # url: http://portal.example/login
        HTTP/1.1 200 OK

        <form action="/in"><input type="password" name="p"></form>
        """

    /// The complete output that a portal's operator reads.
    @Test func `emulate prints one row per client, and the pages that clients would open`() async throws {
        let file = try temporaryFile(redirect)
        let transcript = await Transcript.of("emulate", file)
        expect(transcript.status, .success)
        expect(
            transcript.output,
            [
                "\(file): 16 of 23 clients would show a portal; 2 say offline, 5 are not known",
                """

                client                   result        the client's own term, and the reason
                (ours)                   captive       redirected (302) to "http://portal.example/login"
                apple                    captive       sign-in sheet: status 302 with a Location
                android                  captive       PORTAL: over http, status 302 with a Location
                chromeos                 captive       portal-redirect: over http, status 302 with a Location
                chromium                 inconclusive  unknown: it follows the redirect, but the target is not recorded
                firefox                  captive       LOCKED_PORTAL: status 302 with a Location
                networkmanager           captive       PORTAL: status 302 with a Location
                networkmanager-fedora    captive       PORTAL: status 302 with a Location
                networkmanager-rhel      captive       PORTAL: status 302 with a Location
                networkmanager-debian    captive       PORTAL: status 302 with a Location
                networkmanager-ubuntu    captive       PORTAL: status 302 with a Location
                networkmanager-arch      captive       PORTAL: status 302 with a Location
                networkmanager-opensuse  captive       PORTAL: status 302 with a Location
                connman                  inconclusive  unknown: it follows the redirect, but the target is not recorded
                windows                  captive       Hotspot: status 302 with a Location
                windows-10               captive       Hotspot: status 302 with a Location
                tailscale                captive       captive portal detected: status 302 with a Location
                portmaster               captive       Portal: 192.0.2.1 has status 302 with a Location
                mozilla-vpn              captive       PortalDetected: status 302 with a Location
                travelmate               inconclusive  unknown: it follows the redirect, but the target is not recorded
                blackbox-exporter        inconclusive  unknown: it follows the redirect, but the target is not recorded
                connectivity             offline       connectedViaWiFiWithoutInternet: 0 of 2 pages contain Success
                connectivity-http        inconclusive  unknown: it follows the redirect, but the target is not recorded
                hyperconnectivity        offline       wifiWithoutInternet: a request failed

                http://portal.example/login would be opened by (ours), apple, android, chromeos, portmaster
                http://detectportal.firefox.com/canonical.html would be opened by firefox
                http://www.msftconnecttest.com/redirect would be opened by windows, windows-10
                """,
            ]
        )
    }

    @Test func `emulate finds the target of a redirect among the files`() async throws {
        let files = (try temporaryFile(redirect), try temporaryFile(login))
        let text = await Transcript.of("emulate", "--detector", "chromium", files.0, files.1).output.joined(
            separator: "\n"
        )
        #expect(text.hasPrefix("\(files.0): 1 of 1 client would show a portal\n\nclient"))
        #expect(text.contains("chromium  captive  BEHIND_CAPTIVE_PORTAL: status 200 with 58 bytes of body\n"))
        #expect(text.contains("http://portal.example/login would be opened by (ours), chromium\n\n\(files.1): "))
    }

    @Test(arguments: [("http://login.dev/", true), ("https://login.dev/", false), ("http://login.example/", false)])
    func `emulate names a sign-in page that no browser opens over plain http`(page: String, expected: Bool) async throws
    {
        let file = try temporaryFile(redirect.replacing("http://portal.example/login", with: page))
        let text = await Transcript.of("emulate", "--detector", "apple", file).output.joined(separator: "\n")
        let line = "\(page) would be opened by (ours), apple, but browsers ask this host only over https"
        #expect(text.contains(line) == expected && text.contains("\(page) would be opened by"), "\(text)")
    }

    @Test func `emulate --require ends with 7 if a client concludes otherwise, and prints the conclusion`() async throws
    {
        let file = try temporaryFile(redirect)
        let met = await Transcript.of("emulate", "--require", "apple,android,connectivity=offline", file)
        expect(met.status, .success)
        let unmet = await Transcript.of("emulate", "--require=apple,connectivity", file)
        expect(unmet.status, .differs)
        expect(
            unmet.output[1],
            "required: connectivity must conclude captive, and concludes offline: "
                + "connectedViaWiFiWithoutInternet: 0 of 2 pages contain Success"
        )
        for (text, message) in [
            ("nokia", "--require names no emulated client: \"nokia\""),
            ("apple=up", "--require apple= must be online"),
            ("apple,", "--require names no emulated client: \"\""),
        ] {
            let transcript = await Transcript.of("emulate", "--require", text, file)
            expect(transcript.status, .usage)
            #expect(transcript.errors.contains { $0.contains(message) }, "\(transcript.errors)")
        }
    }

    @Test func `emulate --format junit has a case per client, and fails those that a requirement names`() async throws {
        let file = try temporaryFile(redirect)
        let transcript = await Transcript.of("emulate", "--format", "junit", "--require", "connectivity", file)
        expect(transcript.status, .differs)
        let text = transcript.output.joined(separator: "\n")
        #expect(text.contains(#"" failures="1" errors="0" skipped=""#))
        let document = try XMLDocument(data: Data(text.utf8))
        let cases = try document.nodes(forXPath: "/testsuites/testsuite/testcase")
        #expect(cases.count > 1)
        let failed = try document.nodes(forXPath: "//testcase[failure]/@name").compactMap(\.stringValue)
        expect(failed, ["connectivity"])
    }

    @Test func `emulate --format github marks the file of a requirement that is not met`() async throws {
        let file = try temporaryFile(redirect)
        let transcript = await Transcript.of("emulate", "--format=github", "--require=apple,connectivity", file)
        expect(
            transcript.output,
            [
                "\(file): 16 of 23 clients would show a portal; 2 say offline, 5 are not known",
                "::error file=\(file),title=connectivity::connectivity must conclude captive, and concludes offline: "
                    + "connectedViaWiFiWithoutInternet: 0 of 2 pages contain Success",
            ]
        )
    }

    /// The names in this line are part of the interface for programs.
    @Test func `emulate --json prints one JSON array with one object per file`() async throws {
        let file = try temporaryFile("HTTP/1.1 204 No Content\n\n")
        let transcript = await Transcript.of(
            "emulate",
            "--json",
            "--detector=android",
            "--detector=firefox",
            "--url=http://www.gstatic.com/generate_204",
            "--https=fail",
            file
        )
        expect(
            transcript.output,
            [
                #"[{"detectors":[{"access":"partial","name":"android","reason":"204 over http, but over https TLS failed: the certificate is from an unknown authority","signInURL":null,"system":"Android: NetworkMonitor","term":"PARTIAL","venueInfoURL":null},{"access":"captive","name":"firefox","reason":"status 204 without a body","signInURL":"http://detectportal.firefox.com/canonical.html","system":"Firefox: captive portal service","term":"LOCKED_PORTAL","venueInfoURL":null}],"file":"\#(file)","ours":{"basis":"part","finding":"genuine","portal":null,"reason":{"code":"status-matches","facts":{"status":204},"parts":[]}}}]"#
            ]
        )
    }

    @Test func `emulate takes a session's last round, with our assessment`() async throws {
        let folder = URL.package.appending(path: "Fixtures/sessions/")
        func findings(_ name: String) async throws -> [String: String] {
            let file = folder.appending(path: "\(name).session.json").standardized.path()
            let transcript = await Transcript.of("emulate", "--json", file)
            expect(transcript.status, .success, "\(transcript.errors)")
            let data = Data(transcript.output.joined().utf8)
            let report = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]]).first
            let rows = try #require(report?["detectors"] as? [[String: Any]])
            var found = ["ours": (report?["ours"] as? [String: Any])?["access"] as? String ?? ""]
            for row in rows { found[row["name"] as? String ?? ""] = row["term"] as? String }
            return found
        }
        let online = try await findings("nginx-online")
        expect(online["ours"], "online")
        expect(online["android"], "VALID")
        expect(online["networkmanager-ubuntu"], "FULL")
        let portal = try await findings("nginx-redirect-302")
        expect(portal["ours"], "captive")
        expect(portal["windows-10"], "Hotspot")
        expect(portal["tailscale"], "captive portal detected")
        let announced = try await findings("capport-api-drop-then-signed-in-then-expired")
        expect(announced["chromeos"], "portal-redirect")
        let unplugged = try await findings("cable-never-plugged")
        expect(unplugged["ours"], "disconnected")
        expect(unplugged["portmaster"], "Offline")
    }

    @Test func `emulate --api adds the announced captive portal API, which three clients ask`() async throws {
        let api = """
            # url: https://portal.example/api
            HTTP/1.1 200 OK
            Content-Type: application/captive+json

            {"captive": true, "user-portal-url": "https://portal.example/welcome"}
            """
        let file = try temporaryFile(redirect)
        let text = await Transcript.of("emulate", "--api", try temporaryFile(api), file).output.joined()
        #expect(text.contains("https://portal.example/welcome would be opened by apple, android, chromeos"))
        #expect(text.contains("firefox                  captive       LOCKED_PORTAL"))
        let open = """
            # url: https://portal.example/api
            HTTP/1.1 200 OK

            {"captive": false, "venue-info-url": "https://venue.example/"}
            """
        let genuine = try temporaryFile("# endpoint: google.gstatic\nHTTP/1.1 204 No Content\n\n")
        let later = await Transcript.of("emulate", "--api", try temporaryFile(open), genuine, "--detector=android")
        #expect(later.output.joined().contains("https://venue.example/ about the venue would be offered by android"))
    }

    @Test func `emulate lets https through on request, or if the response is genuine`() async throws {
        func android(_ text: String, _ https: String...) async throws -> String {
            let file = try temporaryFile(text)
            let transcript =
                https.isEmpty
                ? await Transcript.of("emulate", "--detector=android", file)
                : await Transcript.of("emulate", "--detector=android", https[0], file)
            return transcript.output.joined()
        }
        let genuine = "# url: http://connectivitycheck.gstatic.com/generate_204\nHTTP/1.1 204 No Content\n\n"
        let broken = "HTTP/1.1 500 Internal Server Error\n\n"
        #expect(try await android(genuine).contains("VALID: over https, status 204"))
        #expect(try await android(genuine).contains("The response is the genuine one of its endpoint"))
        #expect(try await android("# url: http://gateway.example/\nHTTP/1.1 204 No Content\n\n").contains("PARTIAL"))
        #expect(try await android(genuine, "--https=fail").contains("PARTIAL"))
        #expect(try await android(broken).contains("INVALID"))
        #expect(try await android(broken, "--https=genuine").contains(" VALID"))
    }

    @Test func `plugins detector lists questions, expectations and sources`() async throws {
        let json = await Transcript.of("plugins", "detector", "--json").output.joined()
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        #expect(!rows.isEmpty)
        for row in rows {
            expect(row.keys.sorted(), ["asks", "expects", "name", "readsPortalAPI", "source", "system"])
        }
        expect(rows[4]["asks"] as? [String], ["http://detectportal.firefox.com/canonical.html"])
        let text = await Transcript.of("plugins", "detector").output.joined()
        for row in rows { #expect(text.contains(row["source"] as? String ?? "?")) }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 140 })
        #expect(text.contains("asks     the captive portal API that the network announces"))
        #expect(text.contains("asks     dns AAAA dns.msftncsi.com"))
    }
}

#if canImport(CCurl) && os(Linux)
/// Runs the whole command against a gateway on loopback, so that no network is needed.
@Suite struct `Emulate live` {
    private static let redirect = TestServer.Reply.message(
        status: 302,
        headers: ["Location": "http://127.0.0.1:1/login"],
        body: []
    )

    private func findings(_ transcript: Transcript) throws -> [String: String] {
        expect(transcript.status, .success, "\(transcript.errors)")
        let data = Data((transcript.output.first ?? "").utf8)
        let reports = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let report = try #require(reports.first)
        #expect(report["file"] is NSNull)
        let ours = try #require(report["ours"] as? [String: Any])
        let detectors = try #require(report["detectors"] as? [[String: Any]])
        var findings = ["ours": ours["access"] as? String ?? ""]
        for row in detectors { findings[row["name"] as? String ?? ""] = row["term"] as? String }
        return findings
    }

    @Test func `emulate --url asks one URL instead of the clients' own, once per kind of request`() async throws {
        let server = try TestServer { _ in Self.redirect }
        defer { server.stop() }
        let url = server.url("/any").description
        let found = try findings(await Transcript.of("emulate", "--url", url, "--scope", "lo", "--json"))
        expect(found["ours"], "captive")
        expect(found["android"], "PORTAL")
        // The target of the redirect refuses connections.
        expect(found["chromium"], "NO_RESPONSE")
        expect(found["connman"], "ready, online-check-failed")
        expect(found["connectivity"], "connectedViaWiFiWithoutInternet")
        // One request is ours; there is one per set of header fields: Apple, Android, ChromeOS, Firefox, ConnMan,
        // Windows, travelmate, blackbox_exporter, each of Tailscale's five, the rest.
        expect(server.requestCount, 15)
    }

    @Test func `emulate asks every client's own URLs, with that client's header fields`() async throws {
        let server = try TestServer { request in
            switch (request.host, request.headers["User-Agent"]) {
            case ("captive.apple.com", "CaptiveNetworkSupport-491.100.3 wispr"?):
                .message(
                    status: 200,
                    body: Array("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>".utf8)
                )
            case ("www.gstatic.com", _): .message(status: 204)
            default: Self.redirect
            }
        }
        defer { server.stop() }
        let prober = #"{ "use": "prober.curl", "connectTo": "127.0.0.1:\#(server.port)" }"#
        let file = try temporaryFile(#"{ "scope": "lo", "endpoints": ["google.gstatic"], "prober": \#(prober) }"#)
        let found = try findings(await Transcript.of("emulate", "--config", file, "--probe-timeout", "2", "--json"))
        expect(found["ours"], "online")
        expect(found["apple"], "no sheet")
        expect(found["chromium"], "INTERNET_CONNECTED")
        expect(found["android"], "PORTAL")
        expect(found["windows"], "Hotspot")
        expect(found["connectivity"], "connectedViaWiFiWithoutInternet")
    }
}
#endif
