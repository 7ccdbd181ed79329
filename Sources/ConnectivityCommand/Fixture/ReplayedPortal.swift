import ConnectivityEmulation
import ConnectivityFixtures
import ConnectivityKit
import ConnectivitySupport

/// A gateway that answers as a recording says, with the state of one: captive, signed in, expired.
///
/// It answers for every host, and as a proxy too. A POST, such as the form of a sign-in page sends, signs in.
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

    private let captive: [String: ProbeResponse]
    private let anyCaptive: ProbeResponse
    private let genuine: [String: ProbeResponse]
    private let times: Times
    private let state = Mutex(State())
    /// Where the recording sends people; `nil` where its captive answer is the page itself.
    let signInURL: HTTPURL?
    /// A URL that clients ask, for the hint on how to point one here.
    let exampleURL: HTTPURL

    /// Sorts what is recorded; `nil` where nothing of it keeps a client from the Internet.
    init?(_ responses: [(url: HTTPURL, response: ProbeResponse)], times: Times) {
        var captive: [String: ProbeResponse] = [:]
        var genuine = Self.builtInAnswers
        var first: (url: HTTPURL, response: ProbeResponse, verdict: Verdict)?
        for (url, response) in responses {
            let verdict = Recording(response, url: url).verdict(at: url)
            if verdict.finding == .genuine {
                genuine[url.description] = response
            } else if captive[url.description] == nil {
                captive[url.description] = response
                if first == nil || first?.verdict.finding != .captive, verdict.finding == .captive || first == nil {
                    first = (url, response, verdict)
                }
            }
        }
        guard let first else { return nil }
        self.captive = captive
        self.genuine = genuine
        self.times = times
        anyCaptive = first.response
        exampleURL = first.url
        signInURL = first.verdict.portal?.signInURL.flatMap { $0 == first.url ? nil : $0 }
    }

    /// What the endpoints that known clients ask serve.
    private static var builtInAnswers: [String: ProbeResponse] {
        let questions = Detector.all.flatMap(\.questions)
        let pairs = questions.compactMap { question in question.genuine.map { (question.request.url.description, $0) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    func reply(to request: FixtureServer.Request) -> FixtureServer.Reply {
        // A client that has this as its proxy writes the whole URL.
        let isWhole = request.target.lowercased().hasPrefix("http://")
        let url = (try? HTTPURL(isWhole ? request.target : "http://\(request.host ?? "")\(request.target)"))?
            .description
        guard request.method != "CONNECT" else { return .message(status: 501) }
        if request.method == "POST" {
            state.withLock { $0.signedIn = .now }
            return Self.page("Signed in", "The recording now answers as the Internet does.")
        }
        if isSignedIn() {
            return url.flatMap { genuine[$0] }.map(FixtureServer.Reply.message) ?? .message(status: 404)
        }
        if let url, let response = captive[url] { return .message(response) }
        if let url, url == signInURL?.description {
            let form = "<form method=\"post\"><input type=\"submit\" value=\"Sign in\"></form>"
            return Self.page("Sign in", "This page is no part of the recording. \(form)")
        }
        return .message(anyCaptive)
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
