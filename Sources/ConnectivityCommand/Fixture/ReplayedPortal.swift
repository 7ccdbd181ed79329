import ConnectivityEmulation
import ConnectivityFixtures
import ConnectivityKit
import ConnectivitySupport

/// A gateway that answers as a recording says, with the state of one: captive, signed in, expired.
///
/// It answers for every host, and as a proxy too, over TLS where the recording has https. What failed in the recording
/// fails again until the sign-in, see ``RecordedFailure``. A POST, such as the form of a sign-in page sends, signs in.
final class ReplayedPortal: Sendable {
    /// When the state changes by itself.
    struct Times: Sendable {
        /// From the first captive answer to the sign-in; `nil` waits for a POST.
        var signIn: Duration?
        /// From the sign-in to the end of the session; `nil` never ends it.
        var expiry: Duration?
    }

    private struct State {
        var firstAnswer: ContinuousClock.Instant?
        var signedIn: ContinuousClock.Instant?
    }

    /// What the gateway does before the sign-in, by URL, and where nothing is recorded.
    private let captive: [String: FixtureServer.Reply]
    private let anyCaptive: FixtureServer.Reply
    /// What TLS clients are shown before the sign-in, by host.
    private let handshakes: [String: FixtureServer.Security.Handshake]
    private let genuine: [String: ProbeResponse]
    private let times: Times
    private let state = Mutex(State())
    /// Where the recording sends people; `nil` where its captive answer is the page itself.
    let signInURL: HTTPURL?
    /// A URL that clients ask, for the hint on how to point one here.
    let exampleURL: HTTPURL

    /// Whether anything in the recording is https.
    var isSecure: Bool { !handshakes.isEmpty }

    /// Sorts what is recorded; `nil` where nothing of it keeps a client from the Internet.
    init?(_ exchanges: [ProbeExchange], times: Times) {
        var captive: [String: FixtureServer.Reply] = [:]
        var handshakes: [String: FixtureServer.Security.Handshake] = [:]
        var genuine: [String: ProbeResponse] = [:]
        /// The best of each kind to give to everybody: a portal's answer, somebody's, none.
        var first: [(url: HTTPURL, reply: FixtureServer.Reply, portal: Portal?)?] = [nil, nil, nil]
        for exchange in exchanges {
            let url = exchange.request.url
            let reply: FixtureServer.Reply
            var (handshake, rank, portal) = (FixtureServer.Security.Handshake(.good), 2, Portal?.none)
            switch exchange.outcome {
            case .success(let response):
                let verdict = Recording(response, url: url).verdict(at: url)
                guard verdict.finding != .genuine else {
                    genuine[url.description] = response
                    continue
                }
                (reply, rank, portal) = (.message(response), verdict.finding == .captive ? 0 : 1, verdict.portal)
            case .failure(let failure):
                guard let failed = RecordedFailure(failure) else { continue }
                (reply, handshake) = (failed.reply, failed.handshake)
            }
            // A response says more of the gateway than a failure before or after it.
            if captive[url.description]?.fault ?? .init() != .init(), rank < 2 { captive[url.description] = nil }
            captive[url.description] = captive[url.description] ?? reply
            if url.scheme == .https { handshakes[url.host] = handshakes[url.host] ?? handshake }
            first[rank] = first[rank] ?? (url, reply, portal)
        }
        guard let first = first.compactMap(\.self).first else { return nil }
        signInURL = first.portal?.signInURL.flatMap { $0 == first.url ? nil : $0 }
        // A gateway cannot forge these: what was genuine over TLS and nothing else went through it.
        let open = (genuine.keys.compactMap { try? HTTPURL($0) } + [signInURL].compactMap(\.self))
        for url in open where url.scheme == .https && handshakes[url.host] == nil {
            handshakes[url.host] = .init(.good)
            if let response = genuine[url.description] { captive[url.description] = .message(response) }
        }
        self.captive = captive
        self.handshakes = handshakes
        self.genuine = genuine.merging(Self.builtInAnswers) { recorded, _ in recorded }
        self.times = times
        anyCaptive = first.reply
        exampleURL = first.url
    }

    /// What the endpoints that known clients ask serve.
    private static var builtInAnswers: [String: ProbeResponse] {
        let questions = Detector.all.flatMap(\.questions)
        let pairs = questions.compactMap { question in question.genuine.map { (question.request.url.description, $0) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    func reply(to request: FixtureServer.Request) -> FixtureServer.Reply {
        // A client that has this as its proxy writes the whole URL.
        let url = (try? HTTPURL(request.url))?.description
        guard request.method != "CONNECT" else { return .message(status: 501) }
        if request.method == "POST" {
            state.withLock { $0.signedIn = .now }
            return Self.page("Signed in", "The recording now answers as the Internet does.")
        }
        if isSignedIn() {
            return url.flatMap { genuine[$0] }.map(FixtureServer.Reply.message) ?? .message(status: 404)
        }
        if let url, let reply = captive[url] { return reply }
        if let url, url == signInURL?.description {
            let form = "<form method=\"post\"><input type=\"submit\" value=\"Sign in\"></form>"
            return Self.page("Sign in", "This page is no part of the recording. \(form)")
        }
        return anyCaptive
    }

    /// What a TLS client that names a host is shown; of a host that is not recorded, the gateway has no certificate.
    func handshake(for name: String?) -> FixtureServer.Security.Handshake {
        isSignedIn() ? .init(.good) : name.flatMap { handshakes[$0] } ?? .init(.broken)
    }

    private func isSignedIn() -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if state.firstAnswer == nil { state.firstAnswer = now }
            if state.signedIn == nil, let first = state.firstAnswer, let wait = times.signIn, now - first >= wait {
                state.signedIn = now
            }
            if let since = state.signedIn, let limit = times.expiry, now - since >= limit {
                // The next sign-in counts from the next captive answer.
                state = State(firstAnswer: now)
            }
            return state.signedIn != nil
        }
    }

    private static func page(_ title: String, _ body: String) -> FixtureServer.Reply {
        let html = "<html><head><title>\(title)</title></head><body><h1>\(title)</h1><p>\(body)</p></body></html>\n"
        return .message(status: 200, headers: ["Content-Type": "text/html"], body: Array(html.utf8))
    }
}
