import Connectivity
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

/// Settings that the predecessors handled wrong, each with the behaviour of this package.
@Suite struct `Known defects of settings` {
    @Test func `A setting of one object changes no other object`() {
        let (one, other) = (Connectivity.network { _ in nil }, Connectivity.network { _ in nil })
        one.isHTTPSOnly = false
        one.connectivityURLs = [URL(filePath: "/")]
        #expect(other.isHTTPSOnly)
        expect(other.connectivityURLs.count, 2)
        let created = Connectivity.created(shouldUseHTTPS: false)
        #expect(!created.isHTTPSOnly)
        #expect(Connectivity.created().isHTTPSOnly)
    }

    @Test func `Settings for all objects apply to those without their own setting`() async throws {
        let url = try #require(URL(string: "http://a.example/"))
        await Place.run { place in
            let (plain, secure) = (Connectivity(), Connectivity(shouldUseHTTPS: true))
            Connectivity.isHTTPSOnly = false
            Connectivity.urlSessionConfiguration.timeoutIntervalForRequest = 4
            Connectivity.urlSessionConfiguration.httpAdditionalHeaders = ["X-Client": "test"]
            for connectivity in [plain, secure, Connectivity()] { connectivity.connectivityURLs = [url] }
            expect(plain.connectivityURLs, [url])
            expect(secure.connectivityURLs, [])
            await Connectivity().checkConnectivity()
            expect(place.seconds, Array(repeating: 4, count: 8))
            expect(Set(place.fields), [["X-Client": "test"]])
        }
        #expect(Connectivity.isHTTPSOnly)
    }

    @Test func `shouldUseHTTPS holds for the first object already`() {
        let plain = Connectivity.created(shouldUseHTTPS: false)
        expect(plain.connectivityURLs.count, 8)
        #expect(plain.connectivityURLs.allSatisfy { $0.scheme == "http" })
        let secure = Connectivity.created(shouldUseHTTPS: true)
        expect(secure.connectivityURLs.count, 2)
        #expect(secure.connectivityURLs.allSatisfy { $0.scheme == "https" })
    }

    @Test func `isHTTPSOnly applies to URLs that were set before and after`() throws {
        let urls = try ["http://a.example/", "https://b.example/", "ftp://c.example/"].map {
            try #require(URL(string: $0))
        }
        let connectivity = Connectivity.network { _ in nil }
        connectivity.connectivityURLs = urls
        expect(connectivity.connectivityURLs, [urls[1]])
        connectivity.isHTTPSOnly = false
        expect(connectivity.connectivityURLs, Array(urls[0...1]))
        connectivity.isHTTPSOnly = true
        expect(connectivity.connectivityURLs, [urls[1]])
    }

    @Test func `URLs that are left out for want of https are named`() async throws {
        let urls = try ["http://a.example/x", "https://b.example/", "http://c.example/"].map {
            try #require(URL(string: $0))
        }
        let connectivity = Connectivity.network { _ in .success }
        #expect(connectivity.urlsWithoutHTTPS.isEmpty)
        connectivity.connectivityURLs = urls
        expect(connectivity.urlsWithoutHTTPS, [urls[0], urls[2]])
        await expect(connectivity.checkConnectivity(), .connectedViaWiFi)
        connectivity.connectivityURLs = [urls[0], urls[2]]
        await expect(connectivity.checkConnectivity(), .connectedViaWiFiWithoutInternet)
        let reason = try #require(connectivity.assessment?.reason)
        expect(reason, Reason("only-https", ["urls": ["http://a.example/x", "http://c.example/"]]))
        expect(
            reason.sentence,
            "only URLs with https are asked (isHTTPSOnly), which leaves out "
                + #""http://a.example/x; http://c.example/""#
        )
        // A URL that only reveals a portal changes nothing of that, and a portal is said first.
        connectivity.portalDetectionURL = URL(string: "http://captive.apple.com/hotspot-detect.html")
        await connectivity.checkConnectivity()
        expect(connectivity.assessment?.reason.code, "only-https")
        connectivity.isHTTPSOnly = false
        #expect(connectivity.urlsWithoutHTTPS.isEmpty)
        await expect(connectivity.checkConnectivity(), .connectedViaWiFi)
        connectivity.connectivityURLs = []
        connectivity.portalDetectionURL = nil
        await connectivity.checkConnectivity()
        expect(connectivity.assessment?.reason.code, "no-endpoint")
    }

    @Test func `A validator is not replaced by a mode`() async {
        let connectivity = Connectivity.network { _ in .page("pong") }
        connectivity.responseValidator = ConnectivityResponseContainsStringValidator(expectedResponse: "pong")
        await expect(connectivity.checkConnectivity(), .connectedViaWiFiWithoutInternet)
        connectivity.validationMode = .equalsExpectedResponseString
        connectivity.expectedResponseString = "ping"
        connectivity.validationMode = .custom
        await expect(connectivity.checkConnectivity(), .connectedViaWiFi)
    }

    @Test func `A validator of a configuration counts without a mode`() async {
        let configuration = ConnectivityConfiguration(pollingIsEnabled: false)
            .configureResponseValidation(.equalsExpectedResponseString, expected: "pong")
        #expect(await Connectivity.network(configuration) { _ in .page("pong\n") }.checkConnectivity().isConnected)
        let connectivity = Connectivity.network(configuration) { _ in .success }
        #expect(await !connectivity.checkConnectivity().isConnected)
        connectivity.validationMode = .containsExpectedResponseString
        connectivity.expectedResponseString = "Success"
        #expect(await connectivity.checkConnectivity().isConnected)
    }

    @Test func `The page of a known endpoint is no portal, even if another one is expected`() async {
        func checked(_ page: ProbeResponse) async -> Connectivity {
            let connectivity = Connectivity.network { request in
                request.url?.host == "www.apple.com" ? .page("pong") : page
            }
            connectivity.validationMode = .equalsExpectedResponseString
            connectivity.expectedResponseString = "pong"
            await connectivity.checkConnectivity()
            return connectivity
        }
        await expect(checked(.success).status, .connectedViaWiFi)
        let foreign = await checked(.page("<html><title>Welcome</title>Enjoy your stay, dear guest.</html>"))
        expect(foreign.status, .connectedViaWiFiWithoutInternet)
        #expect(foreign.assessment?.access.portal != nil)
    }

    /// Returns the hosts and schemes that received the credential, and whether the evidence contains it.
    private func leaks(_ urls: [String], _ change: (Connectivity) -> Void) async -> (to: Set<String>, isKept: Bool) {
        let prober = HandProber { _ in .success }
        let connectivity = Connectivity(
            configuration: ConnectivityConfiguration().configureHTTPSOnly(false),
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: prober
        )
        connectivity.successThreshold = Connectivity.Percentage(100)
        connectivity.connectivityURLs = urls.compactMap { URL(string: $0) }
        connectivity.bearerToken = "s3cret"
        change(connectivity)
        await connectivity.checkConnectivity()
        expect(prober.requests.count, urls.count)
        let requests = prober.requests.compactMap(\.http)
        let holders = requests.filter { $0.headers.values(of: "Authorization") == ["Bearer s3cret"] }
        return (
            Set(holders.map { "\($0.url.scheme)://\($0.url.host)" }),
            "\(connectivity.assessment as Any)".contains("s3cret")
        )
    }

    private let apple = "https://captive.apple.com/hotspot-detect.html"

    @Test func `A bearer token is sent only to the host of its URL`() async {
        let own = await leaks([apple, "https://own.example/ping", "http://own.example/ping"]) { _ in }
        expect(own.to, ["https://own.example"])
        #expect(!own.isKept)
        await expect(leaks([apple]) { _ in }.to, [])
        await expect(leaks(["https://a.example/", "https://b.example/"]) { _ in }.to, [])
        let named = await leaks(["https://a.example/", "https://b.example/"]) { $0.authorizedHosts = ["b.example"] }
        expect(named.to, ["https://b.example"])
        await expect(leaks(["http://127.0.0.1/", apple]) { _ in }.to, ["http://127.0.0.1"])
    }

    @Test func `A bearer token is only sent to every URL on request`() async {
        let urls = [apple, "https://own.example/ping", "http://own.example/ping"]
        let all = await leaks(urls) { $0.compatibility = .credentialsForEveryURL }
        expect(all.to, ["https://captive.apple.com", "https://own.example", "http://own.example"])
    }

    @Test func `An authorization header overrides the token, and a request's own field overrides both`() async throws {
        let prober = HandProber { _ in .success }
        let connectivity = Connectivity(source: StaticInterfaceSource(InterfaceSnapshot([.wifi])), prober: prober)
        let url = try #require(URL(string: "https://own.example/"))
        connectivity.connectivityURLs = [url]
        connectivity.bearerToken = "token"
        connectivity.authorizationHeader = "Basic eA=="
        await connectivity.checkConnectivity()
        var request = URLRequest(url: url)
        request.setValue("Own", forHTTPHeaderField: "Authorization")
        request.httpMethod = "HEAD"
        connectivity.connectivityURLRequests = [request]
        await connectivity.checkConnectivity()
        expect(prober.requests.map { $0.http?.headers["Authorization"] }, ["Basic eA==", "Own"])
        expect(prober.requests.map(\.http?.method), [.get, .head])
    }

    @Test func `A percentage is from 0 through 100, and a share of zero is 0`() {
        expect(Connectivity.Percentage(-1).value, 0)
        expect(Connectivity.Percentage(101).value, 100)
        expect(Connectivity.Percentage(.nan).value, 0)
        expect(Connectivity.Percentage(3 as UInt, outOf: 0).value, 0)
        expect(Connectivity.Percentage(3 as UInt, outOf: 4), Connectivity.Percentage(75))
        #expect(Connectivity.Percentage(1.0, outOf: 3.0) < Connectivity.Percentage(34))
        expect(Connectivity.Percentage(1, outOf: 2), Connectivity.Percentage(50))
        expect(Connectivity.Percentage(1, outOf: 0), Connectivity.Percentage(0))
        expect(Connectivity.Percentage(-1, outOf: 2), Connectivity.Percentage(0))
    }

    @Test func `Without a URL, or without any success, the Internet is not reachable`() async {
        let none = Connectivity.network { _ in .success }
        none.connectivityURLs = []
        await expect(none.checkConnectivity(), .connectedViaWiFiWithoutInternet)
        let nothing = Connectivity.network { _ in nil }
        nothing.successThreshold = Connectivity.Percentage(0)
        await expect(nothing.checkConnectivity(), .connectedViaWiFiWithoutInternet)
    }
}

extension Connectivity {
    /// Creates an object with the familiar initializer on a wireless network whose URLs refuse connections.
    static func created(shouldUseHTTPS: Bool? = nil) -> Connectivity {
        let parts = PlatformParts(source: StaticInterfaceSource(.init([.wifi])), prober: HandProber { _ in nil })
        return PlatformParts.$replaced.withValue(parts) { Connectivity(shouldUseHTTPS: shouldUseHTTPS) }
    }
}
