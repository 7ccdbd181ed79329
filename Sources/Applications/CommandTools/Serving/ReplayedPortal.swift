package import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit
import ConnectivityRecords
package import ConnectivityTestServer
import ConnectivityToolkit

/// A gateway that answers from a recording and is captive, signed in or expired.
///
/// It answers for every host and also as a proxy, and over TLS if the recording has https. The failures of the recording
/// occur again until the sign-in; see ``Obstacle``. A POST, as from a sign-in page's form, signs in.
package final class ReplayedPortal: Sendable {
    /// The times of state changes without a request.
    package struct Times: Sendable {
        /// The time from the first captive answer to the sign-in; with `nil` only a POST signs in.
        var signIn: Duration?
        /// The length of the session; with `nil` it never ends.
        var expiry: Duration?

        package init(signIn: Duration? = nil, expiry: Duration? = nil) { (self.signIn, self.expiry) = (signIn, expiry) }
    }

    private struct State {
        var firstAnswer: ContinuousClock.Instant?
        var signedIn: ContinuousClock.Instant?
    }

    /// The replies before the sign-in by URL, followed by the reply for other URLs.
    private let captive: [String: TestServer.Reply]
    private let anyCaptive: TestServer.Reply
    /// The TLS handshakes before the sign-in, by host.
    private let handshakes: [String: TestServer.Security.Handshake]
    private let genuine: [String: ProbeResponse]
    private let times: Times
    private let state = Lock(State())
    /// The sign-in page of the recording; `nil` if the captive answer is the page itself.
    package let signInURL: HTTPURL?
    /// A URL of the clients, for the usage hint.
    package let exampleURL: HTTPURL

    package static let states = ["signed-out", "signed-in"]

    package var stateName: String { isSignedIn(isAnswering: false) ? "signed-in" : "signed-out" }

    /// Signs the client in or out, according to the name of the state.
    package func change(to state: String) {
        let signedIn = state == "signed-in" ? ContinuousClock.now : nil
        self.state.withLock { $0 = State(signedIn: signedIn) }
    }

    /// Whether the recording has any https URL.
    package var isSecure: Bool { !handshakes.isEmpty }

    /// Sorts the recorded exchanges; `nil` if none of them blocks a client from the Internet.
    package init?(_ exchanges: [ProbeExchange], times: Times) {
        var genuine: [String: ProbeResponse] = [:]
        var obstacles: [Obstacle] = []
        for exchange in exchanges {
            guard let url = exchange.request.url else { continue }
            switch exchange.outcome {
            case .success(.other): break
            case .success(.http(let response)):
                let verdict = Recording(response, url: url).verdict()
                if verdict.finding == .genuine {
                    genuine[url.description] = response
                } else {
                    obstacles.append(Obstacle(response, verdict, at: url))
                }
            case .failure(let failure):
                if let obstacle = Obstacle(failure, at: url) { obstacles.append(obstacle) }
            }
        }
        // Among equal ones, `min` returns the first.
        guard let best = obstacles.min(by: { $0.kind < $1.kind }) else { return nil }
        let signInURL = best.signInURL.flatMap { $0 == best.url ? nil : $0 }
        // A response is better evidence about the gateway than a failure.
        var captive = Dictionary(obstacles.map { ($0.url.description, $0) }) { first, next in
            first.kind == .failure && next.kind != .failure ? next : first
        }
        .mapValues(\.reply)
        var handshakes = Dictionary(
            obstacles.filter { $0.url.scheme == .https }.map { ($0.url.host, $0.handshake) },
            uniquingKeysWith: { first, _ in first }
        )
        // A gateway cannot forge these: a host with only genuine answers over TLS was open.
        let open = genuine.keys.compactMap { try? HTTPURL($0) } + [signInURL].compactMap(\.self)
        for url in open where url.scheme == .https && handshakes[url.host] == nil {
            handshakes[url.host] = .init(.good)
            if let response = genuine[url.description] { captive[url.description] = .message(response) }
        }
        self.captive = captive
        self.handshakes = handshakes
        self.genuine = genuine.merging(Self.builtInAnswers) { recorded, _ in recorded }
        self.times = times
        self.signInURL = signInURL
        anyCaptive = best.reply
        exampleURL = best.url
    }

    /// The genuine answers of the endpoints of known clients.
    private static var builtInAnswers: [String: ProbeResponse] {
        let questions = Detector.all.flatMap(\.questions)
        let pairs = questions.compactMap { question -> (String, ProbeResponse)? in
            guard let url = question.url, case .success(.http(let response))? = question.genuine else { return nil }
            return (url.description, response)
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    package func reply(to request: TestServer.Request) -> TestServer.Reply {
        // A client of a proxy sends the whole URL.
        let url = (try? HTTPURL(request.url))?.description
        guard request.method != "CONNECT" else { return .message(status: 501) }
        if request.method == "POST" {
            state.withLock { $0.signedIn = .now }
            return Self.page("Signed in", "The recording now gives the answers of the open Internet.")
        }
        if isSignedIn() {
            return url.flatMap { genuine[$0] }.map(TestServer.Reply.message) ?? .message(status: 404)
        }
        if let url, let reply = captive[url] { return reply }
        if let url, url == signInURL?.description {
            let form = "<form method=\"post\"><input type=\"submit\" value=\"Sign in\"></form>"
            return Self.page("Sign in", "This page is not part of the recording. \(form)")
        }
        return anyCaptive
    }

    /// Returns the TLS handshake for a host name; before the sign-in, other than recorded hosts have no certificate.
    package func handshake(for name: String?) -> TestServer.Security.Handshake {
        isSignedIn() ? .init(.good) : name.flatMap { handshakes[$0] } ?? .init(.broken)
    }

    private func isSignedIn(isAnswering: Bool = true) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if state.firstAnswer == nil, isAnswering { state.firstAnswer = now }
            if state.signedIn == nil, let first = state.firstAnswer, let wait = times.signIn, now - first >= wait {
                state.signedIn = now
            }
            if let since = state.signedIn, let limit = times.expiry, now - since >= limit {
                // The next captive answer starts the time until the next sign-in.
                state = State(firstAnswer: isAnswering ? now : nil)
            }
            return state.signedIn != nil
        }
    }

    private static func page(_ title: String, _ body: String) -> TestServer.Reply {
        let html = "<html><head><title>\(title)</title></head><body><h1>\(title)</h1><p>\(body)</p></body></html>\n"
        return .message(status: 200, headers: ["Content-Type": "text/html"], body: Array(html.utf8))
    }
}
