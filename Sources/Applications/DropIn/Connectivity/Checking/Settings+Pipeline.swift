import ConnectivityCore
import ConnectivityKit
import ConnectivityPipeline
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Settings {
    func pipeline(source: any InterfaceSource, prober: any Prober) -> Pipeline {
        let requests = effectiveRequests
        var endpoints = requests.compactMap(endpoint)
        let countedCount = endpoints.count
        if let url = portalDetectionURL, let witness = portalWitness(url) { endpoints.append(witness) }
        let isBodyAlone = compatibility.contains(.bodyAlone)
        let asking = RequestProber(
            base: prober.withStandardOperators(),
            contents: Dictionary(requests.compactMap(content)) { first, _ in first },
            redirectCountMax: isBodyAlone ? 5 : 0
        )
        return Pipeline(
            source: source,
            prober: asking,
            policy: SuccessThreshold(
                share: SharePolicy(successThreshold.value / 100),
                countedCount: countedCount,
                considersPortals: !compatibility.contains(.shareAlone),
                omittedURLs: requestsWithoutHTTPS.compactMap { $0.httpURL?.description }
            ),
            scope: checksEachInterface ? .eachInterface : .defaultRoute,
            schedule: schedule,
            limits: ProbeRequest.Limits(total: .seconds(timeout, from: 0.001, through: 600)),
            endpoints: { endpoints },
            validators: chain
        )
    }

    /// The judging chain: only the expectation if the body alone decides, otherwise the standard one.
    private func chain() -> JudgingChain { compatibility.contains(.bodyAlone) ? .only([]) : .standard }

    private var schedule: RoundSchedule {
        let interval = isPollingEnabled ? Duration.seconds(pollingInterval, from: 0.01, through: 86_400) : .never
        return RoundSchedule(
            settling: .seconds(connectivityCheckLatency, from: 0, through: 60),
            interval: pollWhileOfflineOnly ? .never : interval,
            captive: RoundSchedule.Backoff(first: interval, maximum: interval),
            retry: RoundSchedule.Backoff(first: interval, maximum: interval),
            jitter: 0,
            isThrifty: false,
            grace: .zero
        )
    }

    private func endpoint(_ request: URLRequest) -> Endpoint? {
        guard let url = request.httpURL else { return nil }
        return Endpoint(
            url,
            method: request.probeMethod ?? .get,
            patience: .seconds(request.timeoutInterval, from: 0.001, through: 600),
            expecting: expectation(for: request, at: url)
        )
    }

    /// Returns the expectation for the answer to a request.
    ///
    /// Besides the body expectation, the status must indicate success, unless a client's validator judges it. Because any host
    /// can answer over plain HTTP, a built-in endpoint must then also return its complete known page.
    private func expectation(for request: URLRequest, at url: HTTPURL) -> any ConnectivityCore.ResponseValidator {
        let own = bodyExpectation(for: request)
        if compatibility.contains(.bodyAlone) { return own }
        let known = Endpoint.builtIn(at: url)?.expectation
        let status = judgesByOutsider ? nil : StatusCode(200, 201, 202, 203, 204)
        let all: [(any ConnectivityCore.ResponseValidator)?] = [
            status, url.scheme == .http ? known : nil, known.map { own.adapted(to: $0) } ?? own,
        ]
        return AllOf(all.compactMap(\.self))
    }

    /// Whether a client's own validator judges; it also receives the status.
    private var judgesByOutsider: Bool {
        validationMode == .custom && !(responseValidator.validator is any BodyValidator)
    }

    private func bodyExpectation(for request: URLRequest) -> any ConnectivityCore.ResponseValidator {
        let validator = ResponseValidatorFactory(
            validationMode: validationMode,
            expectedResponse: expectedResponseString,
            regEx: expectedResponseRegEx,
            customValidator: responseValidator.validator
        )
        .manufacture()
        return (validator as? any BodyValidator)?.expectation ?? responseValidator.expectation(for: request)
    }

    /// An endpoint that only detects a portal.
    private func portalWitness(_ url: URL) -> Endpoint? {
        guard let url = try? HTTPURL(url.absoluteString) else { return nil }
        return Endpoint.builtIn(at: url) ?? Endpoint(url)
    }

    /// Returns the header fields, in the order of their names, and the body of a request.
    private func content(of request: URLRequest) -> (RequestProber.Target, RequestProber.Content)? {
        guard let url = request.httpURL, let method = request.probeMethod else { return nil }
        var fields = additionalHeaders
        if let value = authorization(for: url) { fields["Authorization"] = value }
        fields.merge(request.allHTTPHeaderFields ?? [:]) { _, own in own }
        let content = RequestProber.Content(
            fields: HeaderFields(fields.sortedByKey.map { .init(name: $0.key, value: $0.value) }),
            body: method == .post ? Array(request.httpBody ?? Data()) : []
        )
        return (RequestProber.Target(url: url, method: method), content)
    }
}

extension ConnectivityCore.ResponseValidator {
    /// Adapts this expectation to an endpoint with a known page.
    ///
    /// The known page is not a sign of a portal, even if this expectation states another complete answer: the verdict on it
    /// then does not rest on the complete answer.
    fileprivate func adapted(to known: any ConnectivityCore.ResponseValidator) -> ClosureValidator {
        ClosureValidator(traceName, role: role) { exchange in
            let verdict = validate(exchange)
            guard verdict.finding == .substituted, known.validate(exchange).finding == .genuine else { return verdict }
            return Verdict(.substituted, because: verdict.reason)
        }
    }
}

extension Duration {
    /// Ten years: longer than the life of any process, and within the range of every clock.
    fileprivate static let never = Duration.seconds(10 * 365 * 86_400)

    /// Converts seconds within bounds to a duration; NaN becomes the lower bound.
    fileprivate static func seconds(_ value: Double, from lower: Double, through upper: Double) -> Duration {
        .seconds(value > lower ? Swift.min(value, upper) : lower)
    }
}
