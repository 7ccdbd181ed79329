#if canImport(CCurl)
import Connectivity
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import ConnectivityTestKit
import Foundation
import Hyperconnectivity
import Testing
import TestSupport

/// Cases that the predecessors judged wrong, each with the result of this package, over sockets of this device.
@Suite struct `Known defects of judging` {
    private func check(
        _ paths: [String],
        on server: TestServer,
        _ configuration: ConnectivityConfiguration = .init()
    ) async -> Connectivity {
        let urls = paths.compactMap { URL(string: "\(server.url($0))") }
        let connectivity = Connectivity(
            configuration: configuration.configureHTTPSOnly(false).configureConnectivity(urls: urls),
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: CurlProber()
        )
        await connectivity.checkConnectivity()
        return connectivity
    }

    @Test(arguments: [404, 500, 503])
    func `A status of failure is no success, whatever the body says`(status: Int) async throws {
        let server = try TestServer(["/": .page("Success", status: status)])
        await expect(check(["/"], on: server).status, .connectedViaWiFiWithoutInternet)
        let old = ConnectivityConfiguration().configureCompatibility(.bodyAlone)
        await expect(check(["/"], on: server, old).status, .connectedViaWiFi)
    }

    @Test func `A redirect is a portal, even where it leads to the word`() async throws {
        let redirect = ProbeResponse(status: 302, headers: ["Location": "/landing"])
        let server = try TestServer(["/": redirect, "/landing": .success])
        let connectivity = await check(["/"], on: server)
        expect(connectivity.status, .connectedViaWiFiWithoutInternet)
        expect(connectivity.assessment?.access.name, "captive")
        expect(connectivity.portalURL?.absoluteString, "\(server.url("/landing"))")
        let old = ConnectivityConfiguration().configureCompatibility(.bodyAlone)
        await expect(check(["/"], on: server, old).status, .connectedViaWiFi)
    }

    @Test func `At most five redirects are followed`() async throws {
        let server = try TestServer(["/": ProbeResponse(status: 302, headers: ["Location": "/"])])
        let old = ConnectivityConfiguration().configureCompatibility(.bodyAlone)
        await expect(check(["/"], on: server, old).status, .connectedViaWiFiWithoutInternet)
        expect(server.requestCount, 6)
    }

    @Test func `A page with the word Success and a sign-in form is not the Internet`() async throws {
        let page = """
            <html><title>Success is waiting</title><form action="/login" method="post">
            <input name="user"><input type="password" name="password"></form></html>
            """
        let server = try TestServer(["/": .page(page)])
        let connectivity = await check(["/"], on: server)
        expect(connectivity.status, .connectedViaWiFiWithoutInternet)
        // A user's host may have a user's page.
        expect(connectivity.assessment?.reason.code, "nothing-usable")
        let old = ConnectivityConfiguration().configureCompatibility(.bodyAlone)
        await expect(check(["/"], on: server, old).status, .connectedViaWiFi)
    }

    @Test func `A page with the word in place of a known one is not trusted over plain HTTP`() async {
        let connectivity = Connectivity.network(.init(pollingIsEnabled: false).configureHTTPSOnly(false)) { _ in
            .page("<html><body><h1>Success</h1><p>Thank you for staying with us.</p></body></html>")
        }
        connectivity.connectivityURLs = [URL(string: "http://captive.apple.com/hotspot-detect.html")].compactMap(\.self)
        await expect(connectivity.checkConnectivity(), .connectedViaWiFiWithoutInternet)
        let genuine = Connectivity.network(.init(pollingIsEnabled: false).configureHTTPSOnly(false)) { _ in .success }
        genuine.connectivityURLs = connectivity.connectivityURLs
        await expect(genuine.checkConnectivity(), .connectedViaWiFi)
    }

    @Test func `A portal in the way of one URL outweighs a share that is reached`() async throws {
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
        let server = try TestServer(["/": .success, "/behind": portal])
        await expect(check(["/", "/behind"], on: server).assessment?.access.name, "captive")
        let old = ConnectivityConfiguration().configureCompatibility(.shareAlone)
        await expect(check(["/", "/behind"], on: server, old).status, .connectedViaWiFi)
    }

    /// A server that answers, and the URL of a port on which nothing listens.
    private func halfDead() throws -> (server: TestServer, urls: [URL]) {
        let server = try TestServer(["/": .success])
        let dead = try TestServer([:])
        dead.stop()
        return (server, [dead, server].compactMap { URL(string: "\($0.url())") })
    }

    @Test func `A dead URL of two leaves a success rate of 50 percent`() async throws {
        let (server, urls) = try halfDead()
        for (threshold, status) in [
            (50.0, Connectivity.Status.connectedViaWiFi), (75, .connectedViaWiFiWithoutInternet),
        ] {
            let connectivity = Connectivity(
                configuration: ConnectivityConfiguration(successThreshold: Connectivity.Percentage(threshold))
                    .configureHTTPSOnly(false).configureConnectivity(urls: urls),
                source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober: CurlProber()
            )
            await expect(connectivity.checkConnectivity(), status)
        }
        expect(server.requestCount, 2)
    }

    @Test func `A dead URL does not end the results of Hyperconnectivity`() async throws {
        let (server, urls) = try halfDead()
        let parts = PlatformParts(source: StaticInterfaceSource(InterfaceSnapshot([.wifi])), prober: CurlProber())
        await PlatformParts.$replaced.withValue(parts) {
            let results = Hyperconnectivity.Publisher(configuration: .init(connectivityURLs: urls))
            var iterator = results.makeAsyncIterator()
            await expect(iterator.next()?.state, .wifiWithInternet)
        }
        expect(server.requestCount, 1)
    }
}

@Suite struct `Known defects of patterns` {
    private let request = URLRequest(url: URL(filePath: "/"))

    @Test(arguments: ["\r\n", "\u{1F600}", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"])
    func `A regular expression sees the whole body, whatever its characters are made of`(character: String) {
        let body = String(repeating: character, count: 500) + "<BODY>Success</BODY>"
        for validator: any ConnectivityResponseValidator in [
            ConnectivityResponseRegExValidator(),
            ConnectivityResponseRegExValidator(regEx: "success</body>$"),
            ConnectivityResponseStringValidator(
                validationMode: .matchesRegularExpression,
                expectedResponse: ConnectivityResponseRegExValidator.defaultRegularExpression
            ),
        ] {
            #expect(validator.isResponseValid(urlRequest: request, response: nil, data: Data(body.utf8)))
        }
        #expect(ResponseRegExValidator().isResponseValid(Place.response, data: Data(body.utf8)))
    }

    @Test func `The options of a regular expression take effect`() {
        func matches(_ pattern: String, _ body: String, _ options: NSRegularExpression.Options?) -> Bool {
            ConnectivityResponseRegExValidator(regEx: pattern, options: options)
                .isResponseValid(urlRequest: request, response: nil, data: Data(body.utf8))
        }
        #expect(matches("a . b # comment", "A\nB", nil))
        #expect(!matches("a.b", "A\nB", [.dotMatchesLineSeparators]))
        #expect(!matches("a.b", "a\nb", [.caseInsensitive]))
        #expect(!matches("a b", "ab", []))
        #expect(matches("^b$", "a\nb\nc", [.anchorsMatchLines]))
        #expect(!matches("^b$", "a\nb\nc", []))
        #expect(matches(#"a.b\E+"#, #"-a.b\E+-"#, [.ignoreMetacharacters]))
        #expect(!matches("a.b", "axb", [.ignoreMetacharacters]))
    }

    @Test func `A pattern that cannot be compiled is reported as invalid and matches nothing`() {
        let validator = ConnectivityResponseRegExValidator(regEx: "(")
        #expect(!validator.isPatternValid)
        #expect(!validator.isResponseValid(urlRequest: request, response: nil, data: Data("(".utf8)))
        #expect(ConnectivityResponseRegExValidator().isPatternValid)
    }

    @Test func `An empty search text never matches`() {
        let validator = ConnectivityResponseContainsStringValidator(expectedResponse: "")
        #expect(!validator.isResponseValid(urlRequest: request, response: nil, data: Data("text".utf8)))
    }
}
#endif
