import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import ConnectivityTestKit
import Testing

// Code of the guide "Signing in", which the tests of the guides compare with this file.

/// Accepts the terms of a library's network, and sends the number of a library card.
struct LibraryTerms: SignInAgent {
    func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
        guard occasion.purpose == .signIn, let page = occasion.portal.signInURL, occasion.accepts != nil else {
            throw SignInStop(Reason("com.example.library.nothing-agreed"))
        }
        let fields: [PortalRequest.Field] = [.init("accept", .text("yes")), .init("card", .secret("card"))]
        let answer = try await visit.send(PortalRequest(page, method: .post, content: .form(fields)))
        let isAccepted = answer.response.status == 200
        return SignInOutcome(isAccepted ? .accepted : .refused, Reason("com.example.library.answered"))
    }
}

private var libraryRule: SignInRule {
    var rule = SignInRule(
        "library",
        on: .init(ssids: ["City Library"]),
        portals: ["wifi.library.example"],
        agent: LibraryTerms()
    )
    rule.secrets["card"] = .init(.file("/etc/library-card"), to: "wifi.library.example")
    rule.accepts = .init("the terms of the City Library, read 2026-11-02")
    return rule
}

private func configured() -> Pipeline.Configuration {
    let rule = libraryRule
    var configuration = Pipeline.Configuration()
    configuration.companions = [SignIn([rule])]
    return configuration
}

@Suite struct `The sign-in agent of the guide` {
    @Test func `The agent of the guide signs in and keeps the laws`() async throws {
        let rule = libraryRule
        #expect(configured().signIn?.rules.map(\.name) == ["library"])
        let trial = SignInTrial(rule, at: "https://wifi.library.example/terms") { request in
            ProbeResponse(status: request.method == .post ? 200 : 404)
        }
        let result = await trial.run()
        #expect(try result.outcome.get().claim == .accepted)
        #expect(result.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["accept=yes&card=(card)"])
        try await SignInAgentLaws.check(trial)
    }
}
