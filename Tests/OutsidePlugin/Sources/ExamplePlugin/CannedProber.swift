public import ConnectivityCore
public import ConnectivityRegistry

/// Answers questions over HTTP with pages that the configuration holds, for demonstrations and tests.
public struct CannedProber: Prober, Configurable, Hashable {
    public static var pluginID: PluginID { "prober.example.canned" }

    /// The pages by URL.
    public var pages: [String: String]

    public var kinds: Set<Question.Kind> { [.http] }

    /// Creates a prober.
    /// - Parameter pages: The pages by URL.
    public init(pages: [String: String]) { self.pages = pages }

    private enum CodingKeys: CodingKey {
        case pages
    }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question = request.http else { return .unsupported(request) }
        if Task.isCancelled { return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled))) }
        guard let page = pages["\(question.url)"] else {
            return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 404)))
        }
        let all = Array(page.utf8)
        let body = question.method == .head ? [] : Array(all.prefix(request.limits.maximumBodySize))
        let response = ProbeResponse(
            status: 200,
            headers: ["Content-Type": "application/json", "Set-Cookie": "visit=7Yw3nR0pQkZ5; Path=/"],
            body: body,
            completeness: all.count > request.limits.maximumBodySize ? .cutAtLimit : .complete
        )
        return ProbeExchange(request: request, outcome: .success(response))
    }
}
