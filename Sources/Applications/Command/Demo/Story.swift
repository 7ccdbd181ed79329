import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// Scripts the network of the demonstration and prints each assessment.
struct Story: Sendable {
    let gateway: DemoGateway
    let prober: any Prober
    @Shared private(set) var configuration: PipelineConfiguration
    let console: Console
    let isJSON: Bool

    static let snapshot = InterfaceSnapshot([
        NetworkInterface(
            name: "demo0",
            index: 1,
            kind: .wifi,
            addresses: [NetworkInterface.Address("192.0.2.10", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "192.0.2.1", metric: 600)]
        )
    ])

    /// Starts the next event after each report of the expected state.
    /// - Returns: The names of the reported states, without those before the first verdict.
    func follow(_ announced: AnnouncedAssessments, for count: Int) async throws -> [String] {
        var seen: [String] = []
        // Not a for-await loop: Swift 6.3.1 crashes when it optimizes one here.
        var iterator = announced.assessments.makeAsyncIterator()
        while seen.count < count, let assessment = await iterator.next() {
            try printAssessment(assessment)
            guard assessment.access != .determining else { continue }
            seen.append(assessment.access.name)
            if seen.count < count { try await react(after: assessment.access) }
        }
        return seen
    }

    private func react(after access: InternetAccess) async throws {
        switch access {
        case .unreachable:
            try await pause()
            say("a captive gateway appears on port \(gateway.port)")
            try gateway.open()
        case .captive(let portal):
            try await pause()
            try await signIn(portal)
        case .online:
            try await pause()
            say("the session expires")
            gateway.expireSession()
        default:
            break
        }
    }

    /// Opens the page and accepts the terms, as a person with a browser would.
    private func signIn(_ portal: CaptivePortal) async throws {
        guard let url = portal.signInURL else { throw CommandError.software("the portal gave no sign-in URL") }
        say("a person opens \(url) and accepts the terms")
        for method in [HTTPQuestion.Method.get, .post] {
            let exchange = await prober.probe(ProbeRequest(url, method: method))
            guard case .success(.http(let response)) = exchange.outcome, response.status == 200 else {
                throw CommandError.software("the sign-in page did not answer: \(exchange.outcome)")
            }
        }
        say("signed in")
    }

    private func pause() async throws { try await ContinuousClock().sleep(for: .milliseconds(800)) }

    private func printAssessment(_ assessment: Assessment) throws {
        if isJSON { return try console.printJSON(AssessmentDocument(assessment, decidedBy: configuration)) }
        console.print("\(assessment.endedAt)  \(assessment.line(console))")
        guard !assessment.endpoints.isEmpty else { return }
        for line in (assessment.evidence(console) ?? "").split(separator: "\n") { console.print("    \(line)") }
    }

    private func say(_ text: String) {
        if !isJSON { console.print("\(Timestamp.now)  -- \(text)") }
    }
}

/// Every assessment of a pipeline, in order, for one listener.
///
/// Unlike ``AssessmentUpdates`` it keeps all of them: on a busy device a pipeline may publish several assessments before
/// the listener's task first runs.
struct AnnouncedAssessments: Notifier {
    let assessments: AsyncStream<Assessment>
    private let feed: AsyncStream<Assessment>.Continuation

    init() { (assessments, feed) = AsyncStream.makeStream(of: Assessment.self) }

    var mailbox: NotifierMailbox { .all(.changes, upTo: 100) }

    func handle(_ event: PipelineEvent) async {
        switch event {
        case .assessmentChanged(let assessment): feed.yield(assessment)
        case .runEnded: feed.finish()
        default: break
        }
    }
}
