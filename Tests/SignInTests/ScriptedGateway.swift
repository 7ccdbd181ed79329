import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import ConnectivityTestKit

/// A gateway that answers requests, which it keeps, in the order of its script.
actor ScriptedGateway {
    /// The answer of a gateway.
    enum Answer {
        /// A WISPr message with these elements, in a page.
        case message(_ elements: String)
        /// A page with this text.
        case page(String)
        /// A redirect with a page.
        case redirect(String, _ page: String = "", status: Int = 302)
        /// No answer.
        case silence
    }

    private var answers: [String: [Answer]]
    private let whenAsked: @Sendable (Int) -> Void
    private(set) var questions: [HTTPQuestion] = []
    private(set) var waits: [Duration] = []

    /// Creates a gateway.
    /// - Parameters:
    ///   - answers: The answers to requests by method and URL without query, such as `POST https://gw.example/login`;
    ///     the last one is repeated.
    ///   - whenAsked: Called with the number of each request, from 1.
    init(_ answers: [String: [Answer]], whenAsked: @escaping @Sendable (Int) -> Void = { _ in }) {
        (self.answers, self.whenAsked) = (answers, whenAsked)
    }

    /// The requests as lines such as `GET https://gw.example/next`, in order.
    var lines: [String] { questions.map { "\($0.method.rawValue) \($0.url)" } }
    /// The bodies that were sent, without the empty ones.
    var bodies: [String] { questions.map { String(decoding: $0.body, as: UTF8.self) }.filter { !$0.isEmpty } }

    func record(wait: Duration) { waits.append(wait) }

    func answer(_ request: ProbeRequest) -> ProbeExchange {
        guard let question = request.http else {
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.unsupported, detail: "")))
        }
        questions.append(question)
        whenAsked(questions.count)
        let key = "\(question.method.rawValue) \(question.url.withoutQuery)"
        let rest = answers[key] ?? []
        if rest.count > 1 { answers[key] = Array(rest.dropFirst()) }
        var response = ProbeResponse(status: 200)
        switch rest.first {
        case .message(let elements): response.body = Array(Self.page(elements).utf8)
        case .page(let text): response.body = Array(text.utf8)
        case .redirect(let target, let page, let status):
            response = ProbeResponse(status: status, headers: ["Location": target])
            response.body = Array(page.utf8)
        case .silence, nil:
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.connectionReset)))
        }
        var exchange = ProbeExchange(request: request, outcome: .success(.http(response)))
        if question.url.scheme == .https { exchange.authentication = .verified }
        return exchange
    }

    /// A page with a WISPr message in a comment.
    static func page(_ elements: String) -> String {
        """
        <html><!--<?xml version="1.0" encoding="UTF-8"?>
        <WISPAccessGatewayParam xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Reply>\(elements)</Reply>
        </WISPAccessGatewayParam>--></html>
        """
    }
}

/// Asks a gateway, with secrets filled in and removed from answers as in a pipeline.
struct GatewayProber: Prober {
    let gateway: ScriptedGateway
    var kinds: Set<Question.Kind> { [.http] }
    func probe(_ request: ProbeRequest) async -> ProbeExchange { await gateway.answer(request) }
}
