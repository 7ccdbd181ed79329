public import ConnectivityCore
public import ConnectivityRegistry

/// Checks after each change to online that a page has a text, and again after a pause, and reports it.
public struct PageCheck: Companion {
    /// The page, with the text that it must have.
    public let page: Endpoint
    /// The time until the page is asked again.
    public let pause: Duration
    private var context: CompanionContext?
    private var isOnline = false
    /// The token of the newest request or wait; what an earlier one leads to comes too late.
    private var token = 0
    private var last: CompanionObservation?

    /// Creates a companion that has asked nothing.
    public init(_ page: Endpoint, askingAgainAfter pause: Duration = .seconds(300)) {
        (self.page, self.pause) = (page, pause)
    }

    public var endpoints: [Endpoint] { [page] }

    public var findings: [SetupFinding] {
        guard page.url?.scheme == .http else { return [] }
        let reason = "\(page.name) is asked over plain http, where anybody on the way can answer"
        return [SetupFinding("com.example.page-in-clear", .warning, reason, remedy: "use its https URL")]
    }

    public mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            self.context = context
        case .assessed(let assessment, let isChange):
            let wasOnline = isOnline
            isOnline = assessment.access == .online
            if isOnline, isChange || !wasOnline { return [ask()] }
        case .waited(token) where isOnline:
            return [ask()]
        case .answered(token, let exchanges):
            guard let report = context?.report(on: exchanges[0], of: page) else { break }
            token += 1
            return [.report(observation(of: report, at: moment.wall)), .wait(pause, token: token)]
        default: break
        }
        return []
    }

    private mutating func ask() -> CompanionEffect {
        token += 1
        return .ask([page.request(limits: context?.limits ?? ProbeRequest.Limits())], token: token)
    }

    private mutating func observation(of report: EndpointReport, at time: Timestamp) -> CompanionObservation {
        let isThere = report.verdict.finding == .genuine
        var observation = CompanionObservation(
            "com.example.page",
            of: page.name,
            isThere ? "complete" : "incomplete",
            isThere ? .notice : .warning,
            because: Reason("com.example.page.\(isThere ? "complete" : "incomplete")", parts: [report.verdict.reason]),
            at: time,
            evidence: [report]
        )
        if let last, last.state == observation.state { (observation.isChange, observation.since) = (false, last.since) }
        last = observation
        return observation
    }

    /// Sentences for the reasons of the companion.
    public static let sentences = [
        "com.example.page.complete": "the page has its text",
        "com.example.page.incomplete": "the page lacks its text: {parts}",
    ]
}

extension PageCheck {
    /// Registers the companion under the name `companion.example.page`.
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        let id: PluginID = "companion.example.page"
        try registry.register(.companion, id, options: Options.self, summary: "checks that a page has a text") {
            (options, registry) throws(PluginError) in
            PageCheck(try options.page.endpoints(in: registry, of: id, at: "page")[0])
        }
        try registry.register(sentences: sentences)
        try registry.register(descriptions: ["\(id).page": "The page, over HTTP, with the text that it has."])
    }

    private struct Options: Decodable {
        var page: EndpointList
    }
}
