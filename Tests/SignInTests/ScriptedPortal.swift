import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySignIn
import ConnectivityWire
import Foundation
import Synchronization
import TestSupport

/// A portal as a prober: a function from what was sent to what is answered, with a memory.
final class ScriptedPortal: Prober {
    typealias Script = @Sendable (_ request: SentRequest, _ memory: inout [String: String]) -> ProbeResponse

    private struct State {
        var memory: [String: String] = [:]
        var sent: [SentRequest] = []
    }

    private let script: Script
    private let state = Mutex(State())

    init(_ script: @escaping Script) { self.script = script }

    var kinds: Set<Question.Kind> { [.http] }
    /// The sent requests, in order.
    var sent: [SentRequest] { state.withLock(\.sent) }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question = request.http else {
            return ProbeExchange(request: request, outcome: .success(.http(ProbeResponse(status: 500))))
        }
        let sent = SentRequest(question)
        let response = state.withLock { state in
            state.sent.append(sent)
            return script(sent, &state.memory)
        }
        var exchange = ProbeExchange(request: request, outcome: .success(.http(response)))
        if question.url.scheme == .https { exchange.authentication = .verified }
        return exchange
    }
}

/// A request as it was sent, with its secrets.
struct SentRequest: Sendable {
    let url: HTTPURL
    let method: HTTPQuestion.Method
    let cookie: String
    let origin: String
    let referrer: String
    let userAgent: String
    let body: String
    /// Everything that a peer sees of it.
    let bytes: [UInt8]

    init(_ question: HTTPQuestion) {
        (url, method) = (question.url, question.method)
        cookie = question.headers["Cookie"] ?? ""
        (origin, referrer) = (question.headers["Origin"] ?? "", question.headers["Referer"] ?? "")
        userAgent = question.headers["User-Agent"] ?? ""
        body = String(decoding: question.body, as: UTF8.self)
        let head = question.headers.fields.map { "\($0.name): \($0.value)\n" }.joined()
        bytes = Array("\(question.url)\n\(head)\n".utf8) + question.body
    }

    /// The fields of a form, from the query of a GET or the body of a POST.
    var fields: [String: String] {
        let text = method == .post ? body : url.query ?? ""
        let pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "?" }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    var json: JSON? {
        var reader = JSONReader(body.utf8, byteCountMax: 1 << 20)
        return try? reader.document()
    }
}

/// The result of an attempt, as a report has it.
struct Attempt {
    var outcome: SignInOutcome?
    var stop: SignInStop?
    let steps: [SignInReport.Step]
    let sent: [SentRequest]

    /// The code of the reason, without what all codes of sign-ins begin with.
    var code: String { (outcome?.reason ?? stop?.reason)?.code.replacing("sign-in-", with: "") ?? "" }
    /// The word and the code.
    var summary: String { "\(outcome?.claim.rawValue ?? "stopped") \(code)" }

    /// Everything that a report can hold, as it is written.
    var written: [UInt8] {
        get throws {
            var text = try steps.map { try JSON(encoding: $0).text }.joined()
            for reason in [outcome?.reason, stop?.reason].compactMap(\.self) {
                text += try JSON(encoding: reason).text + reason.description
            }
            return Array((text + (outcome?.termsDigest ?? "")).utf8)
        }
    }
}

/// A network with a portal and a rule for it.
struct Trial {
    var page: HTTPURL? = "https://login.hotel.example/start"
    var secrets: [String: SignInRule.Secret] = [:]
    var hosts: Set<String> = []
    var plainHTTP = false
    var accepts: SignInRule.Terms?
    var vendor: String?
    var apiURL: HTTPURL?
    var purpose = SignInOccasion.Purpose.signIn
    var last: SignInOutcome?

    /// Asks an agent once.
    func attempt(_ agent: some SignInAgent, at portal: ScriptedPortal, isShown: Bool = false) async -> Attempt {
        var rule = SignInRule("hotel", on: .init(), agent: agent)
        (rule.secrets, rule.hosts, rule.permitsPlainHTTP, rule.accepts) = (secrets, hosts, plainHTTP, accepts)
        var found = CaptivePortal(signInURL: page, kind: .redirect)
        (found.vendor, found.apiURL) = (vendor, apiURL)
        var occasion = SignInOccasion(purpose, portal: found, network: "hotel")
        (occasion.accepts, occasion.last) = (accepts, last)
        let visit = PortalVisit(
            occasion,
            by: rule,
            through: portal.withStandardOperators(),
            on: ProbeRequest.Path(),
            limits: ProbeRequest.Limits(),
            isShown: isShown
        )
        var result: Result<SignInOutcome, SignInStop>
        do throws(SignInStop) {
            result = .success(try await agent.signIn(occasion, at: visit))
        } catch {
            result = .failure(error)
        }
        let steps = await visit.steps
        switch result {
        case .success(let outcome): return Attempt(outcome: outcome, steps: steps, sent: portal.sent)
        case .failure(let stop): return Attempt(stop: stop, steps: steps, sent: portal.sent)
        }
    }
}

/// An agent that has a recipe without a file.
struct RecipeInMemory: SignInAgent {
    let recipe: SignInRecipe

    init(_ text: String) throws { recipe = try SignInRecipe(parsing: text.utf8) }

    func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
        try await recipe.perform(occasion, at: occasion.portal.signInURL, through: visit)
    }
}

extension ProbeResponse {
    static func page(_ html: String, status: Int = 200, _ headers: HeaderFields = [:]) -> ProbeResponse {
        ProbeResponse(status: status, headers: headers, body: Array(html.utf8))
    }

    static func redirect(_ target: String, status: Int = 302, _ headers: HeaderFields = [:]) -> ProbeResponse {
        var headers = headers
        headers.fields.append(.init(name: "Location", value: target))
        return ProbeResponse(status: status, headers: headers)
    }
}

/// The recipes of the repository.
enum ExampleRecipes {
    static let folder = URL.package.appending(path: "Fixtures/recipes")

    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).filter { $0.hasSuffix(".json") }
        .sorted()

    static func agent(_ name: String) -> RecipeAgent { RecipeAgent(file: folder.appending(path: name).path()) }
}
