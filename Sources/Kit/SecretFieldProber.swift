import ConnectivityCore
import ConnectivityRedaction
import ConnectivityRegistry
import ConnectivityToolkit

/// Adds the secrets to requests, sends them with another prober, and removes them from the answers.
///
/// Each value is read when the request is sent, so a replaced file takes effect with the next probe. The exchange has
/// the given request, without the secrets, and an answer in which each sent secret is replaced, so that no code that
/// observes, records or judges it receives one. A request is not sent if any of its secrets cannot be filled in. It
/// then fails with ``ConnectivityCore/ProbeFailure/Kind/unsupported``, which counts as not asked. The laws of
/// ``ConnectivityCore/Prober`` hold if they hold for the other prober.
package struct SecretFieldProber: Prober {
    package let base: any Prober

    private let isDirect: Bool
    private let isFilling: Bool
    private let sent: SentSecrets

    /// Creates a prober.
    /// - Parameters:
    ///   - base: The prober that sends the requests.
    ///   - isDirect: Whether connections go directly to the host of the URL. If not, for example through a proxy, a
    ///     secret is sent only over TLS, even to this device.
    ///   - isFilling: Whether requests receive their secrets; if not, they are sent without them.
    ///   - sent: The sent secrets, shared with other probers.
    package init(
        _ base: some Prober,
        isDirect: Bool = true,
        isFilling: Bool = true,
        sharing sent: SentSecrets = SentSecrets()
    ) {
        (self.base, self.isDirect, self.isFilling, self.sent) = (base, isDirect, isFilling, sent)
    }

    package var kinds: Set<Question.Kind> { base.kinds }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        if isFilling, request.http?.hasSecrets == true { return await filling(request) }
        let known = sent.adding(of: request)
        return (await base.probe(request)).cleaned(of: known, for: request)
    }

    /// Separate, because otherwise every probe in progress would have its memory.
    @inline(never)
    private func filling(_ request: ProbeRequest) async -> ProbeExchange {
        var filled = request
        var secrets: [String] = []
        if let http = request.http {
            do throws(UnusableSecret) {
                guard isDirect && request.path.proxy == nil || http.url.scheme == .https || !http.needsTLS else {
                    throw UnusableSecret(description: "a secret field is not sent through a proxy without TLS")
                }
                let values = try await http.keyringValues()
                let result = Keyring.$values.withValue(values) {
                    Result { () throws(UnusableSecret) in try http.filled() }
                }
                (filled.http, secrets) = try result.get()
            } catch {
                let failure = ProbeFailure(.unsupported, detail: error.description)
                return ProbeExchange(request: request, outcome: .failure(failure))
            }
        }
        // The other parts of a visit to a portal came from the portal: tokens and cookies that its next page repeats.
        let known = sent.adding(of: filled, secrets, isOfVisit: request.http?.secretParts != nil)
        return (await base.probe(filled)).cleaned(of: known, for: request)
    }
}

extension ProbeExchange {
    /// Returns the exchange with the given request, and without secrets.
    @inline(never)
    fileprivate func cleaned(of known: KnownTexts, for request: ProbeRequest) -> ProbeExchange {
        var exchange = self
        exchange.request.question = request.question
        return exchange.removing(known)
    }
}

/// The secrets that probers have sent, which any answer may repeat.
package final class SentSecrets: Sendable {
    private struct State {
        var texts: [String] = []
        var known = KnownTexts([String]())
    }

    /// The maximum number of secrets to search for; the newest are kept.
    private static let countMax = 100

    private let state = Lock(State())

    package init() {}

    /// Adds the secrets of a request that is about to be sent, and returns all secrets.
    @inline(never)
    fileprivate func adding(
        of request: ProbeRequest,
        _ secrets: [String] = [],
        isOfVisit: Bool? = nil
    ) -> KnownTexts {
        let isOfVisit = isOfVisit ?? (request.http?.secretParts != nil)
        return adding(isOfVisit ? secrets : secrets + KnownTexts.secrets(in: request))
    }

    private func adding(_ secrets: [String]) -> KnownTexts {
        state.withLock { state in
            let new = secrets.filter { !state.texts.contains($0) }
            guard !new.isEmpty else { return state.known }
            state.texts = (state.texts + new).suffix(Self.countMax)
            state.known = KnownTexts(state.texts)
            return state.known
        }
    }
}

extension HTTPQuestion {
    /// Whether a part comes from a file or the environment.
    fileprivate var needsTLS: Bool {
        secrets.contains { $0.source.text == nil } || secretBody.map { $0.text == nil } ?? false || needsTLSOfParts
    }

    /// Reads the secrets of the request that are in the keyring, on a separate thread.
    fileprivate func keyringValues() async throws(UnusableSecret) -> [[String: String]: String] {
        let sources =
            secrets.map(\.source) + [secretBody].compactMap(\.self) + (secretParts ?? []).flatMap(\.value.sources)
        var values: [[String: String]: String] = [:]
        for case .keyring(let attributes) in sources where values[attributes] == nil {
            do {
                values[attributes] = try await DedicatedThread.run { stop in
                    try Keyring.value(attributes, until: stop.number)
                }
            } catch {
                throw error as? UnusableSecret ?? UnusableSecret(description: "the keyring cannot be read: \(error)")
            }
        }
        return values
    }

    private var needsTLSOfParts: Bool {
        !sendsSecretsInClear && secretParts?.contains { $0.value.sources.contains { $0.text == nil } } ?? false
    }

    /// Returns the request with its secrets filled in, and the texts that identify them in answers.
    fileprivate func filled() throws(UnusableSecret) -> (HTTPQuestion, secrets: [String]) {
        var copy = self
        var texts: [String] = []
        for secret in secrets {
            let value = try secret.value(to: url)
            copy.headers.fields.append(.init(name: secret.name, value: secret.prefix + value))
            texts += secret.source.texts(of: value)
        }
        if let secretBody {
            guard secretBody.isAllowed(over: url) else {
                throw UnusableSecret(description: "the secret body is sent only over TLS")
            }
            let value = try secretBody.value(isLine: false)
            copy.body = Array(value.utf8)
            texts += secretBody.texts(ofBody: value)
        }
        if let secretParts, !secretParts.isEmpty {
            guard !needsTLSOfParts || url.scheme == .https || url.address?.isLoopback == true else {
                throw UnusableSecret(description: "the secrets of a sign-in are sent only over TLS")
            }
            let path = try secretParts.filter { $0.escaping == .segment }.filled()
            let content = try secretParts.filter { $0.escaping != .segment }.filled()
            texts += path.secrets + content.secrets
            if method == .post { copy.body = Array(content.text.utf8) }
            let query = method == .post || content.text.isEmpty ? url.query : content.text
            guard let url = url.with(path: path.text, query: query) else {
                throw UnusableSecret(description: "the URL of the sign-in is too long")
            }
            copy.url = url
        }
        (copy.secrets, copy.secretBody, copy.secretParts) = ([], nil, nil)
        return (copy, texts)
    }
}

extension Endpoint {
    /// Checks that every secret can be read now.
    func checkSecrets() throws(PluginError) {
        guard let http = question.http else { return }
        func check(_ path: [String], _ read: () throws(UnusableSecret) -> String) throws(PluginError) {
            do throws(UnusableSecret) {
                _ = try read()
            } catch {
                throw .invalidOption("pipeline", path: ["endpoints", name] + path, detail: error.description)
            }
        }
        for secret in http.secrets {
            try check(["headers", secret.name]) { () throws(UnusableSecret) in try secret.value(to: http.url) }
        }
        if let body = http.secretBody {
            try check(["body"]) { () throws(UnusableSecret) in try body.value(isLine: false) }
        }
    }
}
