package import ConnectivityCore
import ConnectivityKit
package import ConnectivityRecords
package import ConnectivitySignIn
import ConnectivityToolkit

/// Runs a recipe against the answers of a recording; nothing is sent, and no secret is needed.
package enum RecipeReplay {
    /// The steps of the recipe and their result.
    package struct Result {
        package var steps: [SignInReport.Step]
        package var result: SignInReport.Result
        package var reason: Reason
    }

    package static func run(_ recipe: SignInRecipe, over visit: RecordedVisit) async -> Result {
        let page = page(of: visit, for: recipe)
        var occasion = SignInOccasion(portal: CaptivePortal(signInURL: page, kind: .redirect), network: recipe.name)
        if recipe.accepts { occasion.accepts = SignInRule.Terms("the terms of the recording") }
        let portalVisit = PortalVisit(
            occasion,
            by: rule(recipe, visit),
            through: RecordedPortal(visit),
            on: ProbeRequest.Path(),
            limits: ProbeRequest.Limits()
        )
        do throws(SignInStop) {
            let outcome = try await recipe.perform(occasion, at: page, through: portalVisit)
            let result: SignInReport.Result =
                switch outcome.claim {
                case .accepted: .accepted
                case .refused: .refused
                default: .unclear
                }
            return Result(steps: await portalVisit.steps, result: result, reason: outcome.reason)
        } catch {
            return Result(steps: await portalVisit.steps, result: .stopped, reason: error.reason)
        }
    }

    /// The rule that permits exactly the statements of the recipe.
    private static func rule(_ recipe: SignInRecipe, _ visit: RecordedVisit) -> SignInRule {
        var rule = SignInRule(recipe.name, on: .init(), agent: RecipeAgent(file: "/"))
        let hosts = recipe.hosts.compactMap { (try? HTTPURL("https://\($0)/"))?.host }
        rule.hosts = Set(hosts)
        rule.permitsPlainHTTP = recipe.plainHTTP
        // A receiver of a secret includes the port, because another port is another service.
        let receivers = visit.steps.filter { $0.method == .post }.map(\.url.authority).filter(recipe.hosts.contains)
        for name in recipe.secrets {
            guard let host = recipe.statedReceiver(ofSecret: name) ?? receivers.first ?? recipe.hosts.first else {
                continue
            }
            rule.secrets[name] = SignInRule.Secret(.text(""), to: host)
        }
        return rule
    }

    /// The first page of the recording at the portal.
    static func page(of visit: RecordedVisit, for recipe: SignInRecipe?) -> HTTPURL? {
        let patterns = recipe.map { $0.match?.hosts ?? [] } ?? []
        let recipeURL = visit.steps.map(\.url).first { url in
            patterns.contains { NamePatterns.isHost(url.host, in: $0) }
                || patterns.isEmpty && recipe?.hosts.contains(url.authority) == true
        }
        if let recipeURL { return recipeURL }
        let form = visit.steps.first { step in
            step.response.map { !PortalForms($0.body).forms.isEmpty } ?? false
        }
        return form?.url ?? visit.steps.first?.url
    }
}

/// Answers each request from the recording.
private final class RecordedPortal: Prober {
    private let steps: [RecordedVisit.Step]
    /// The index after the step of the last answer.
    private let position = Lock(0)

    init(_ visit: RecordedVisit) { steps = visit.steps }

    var kinds: Set<Question.Kind> { [.http] }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let http = request.http, let index = index(of: http), let response = steps[index].response else {
            let failure = ProbeFailure(
                .other("recording", code: 0),
                detail: "the recording has no answer to this request"
            )
            return ProbeExchange(request: request, outcome: .failure(failure))
        }
        position.withLock { $0 = index + 1 }
        return ProbeExchange(request: request, outcome: .success(response))
    }

    /// The best matching step: preferably after the last one, and with the same query.
    private func index(of question: HTTPQuestion) -> Int? {
        let start = position.withLock { $0 }
        let fitting = steps.indices.filter { index in
            steps[index].method == question.method && question.mayAsk(steps[index].url)
        }
        let next = fitting.filter { $0 >= start }
        return next.first { steps[$0].url == question.url } ?? next.first
            ?? fitting.first { steps[$0].url == question.url } ?? fitting.first
    }
}

extension HTTPQuestion {
    /// Whether the question is for the service and the path of a URL, in which secrets stand for any text.
    fileprivate func mayAsk(_ other: HTTPURL) -> Bool {
        let segments = (secretParts ?? []).filter { $0.escaping == .segment }
        guard !segments.isEmpty else { return url.withoutQuery == other.withoutQuery }
        let recorded = other.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard url.scheme == other.scheme, url.authority == other.authority, recorded.count == segments.count else {
            return false
        }
        return zip(segments, recorded).allSatisfy { segment, recorded in
            guard case .text(let text) = segment.value else { return true }
            return text.percentEncoded == recorded || text == recorded
        }
    }
}
