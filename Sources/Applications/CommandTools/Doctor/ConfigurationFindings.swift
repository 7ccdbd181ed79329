import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn

/// Finds problems of a configuration without network requests.
enum ConfigurationFindings {
    /// The maximum while all is well; the default configuration sends 900.
    private static let requestsPerHourMax = 1800.0

    static func all(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        [
            singleOwner(configuration), blindToPortals(configuration), interval(configuration), unstated(configuration),
            weak(configuration), guards(configuration),
        ].compactMap(\.self) + preloaded(configuration) + shadowed(configuration) + secrets(configuration)
            + readableSecrets(configuration)
    }

    /// The endpoints of all rounds, on any network.
    private static func own(_ configuration: PipelineConfiguration) -> [Endpoint] {
        configuration.endpoints + configuration.networks.flatMap { $0.endpoints ?? [] }
    }

    private static func singleOwner(_ configuration: PipelineConfiguration) -> SetupFinding? {
        let owners = Set((configuration.endpoints + configuration.pool).map(\.owner))
        guard owners.count == 1, let owner = owners.first else { return nil }
        return SetupFinding.warning(
            "single-owner",
            "all endpoints belong to \(owner.printable(limit: 60)): its outage looks like yours, and a network that lets "
                + "it through without a sign-in looks online",
            remedy: "add an endpoint of another owner (connectivityctl plugins endpoint lists them), or one of your own"
        )
    }

    private static func blindToPortals(_ configuration: PipelineConfiguration) -> SetupFinding? {
        let urls = configuration.endpoints.compactMap(\.question.http?.url)
        guard !urls.isEmpty, urls.allSatisfy({ $0.scheme == .https }) else { return nil }
        return SetupFinding.warning(
            "https-only",
            "all endpoints are asked over https, so a portal appears as a failure of TLS, without its sign-in page",
            remedy: "add one endpoint over plain http, such as those of the group \"firefox\""
        )
    }

    /// The requests while all is well, from the numbers of endpoints.
    ///
    /// The exact count of ``WatchingCost`` takes longer than all other findings.
    private static func requests(_ configuration: PipelineConfiguration) -> (perRound: Double, perHour: Double) {
        // Every second round includes one endpoint of the pool.
        let perRound = Double(configuration.endpoints.count) + (configuration.pool.isEmpty ? 0 : 0.5)
        let seconds = configuration.schedule.interval.seconds
        let budget = configuration.schedule.requestsPerHour.map(Double.init) ?? .infinity
        return (perRound, min(perRound * 3600 / seconds, budget))
    }

    /// The rounds and requests of watching while all is well; `nil` without any, or with too many, a separate finding.
    static func cost(_ configuration: PipelineConfiguration) -> SetupFinding? {
        let (perRound, perHour) = requests(configuration)
        guard perRound > 0, interval(configuration) == nil else { return nil }
        return SetupFinding.note(
            "cost",
            "while this device is online, watching makes \(Int((perHour / perRound).rounded())) rounds and about "
                + "\(Int(perHour.rounded())) requests per hour",
            remedy:
                "raise \"interval\" in \"schedule\" for fewer; connectivityctl explain --verbose counts them by owner"
        )
    }

    private static func interval(_ configuration: PipelineConfiguration) -> SetupFinding? {
        let perHour = requests(configuration).perHour
        let foreign = configuration.endpoints.contains { endpoint in
            endpoint.question.http.map { isPreset($0.url) } ?? false
        }
        guard foreign, perHour > requestsPerHourMax else { return nil }
        return SetupFinding.warning(
            "too-often",
            "while this device is online, \(Int(perHour.rounded())) requests per hour go to endpoints of others",
            remedy: "raise \"interval\" in \"schedule\": changes of the network are noticed at once whatever it is"
        )
    }

    private static func unstated(_ configuration: PipelineConfiguration) -> SetupFinding? {
        guard configuration.expectation == nil,
            let endpoint = own(configuration).first(where: { $0.expectation == nil && $0.url?.scheme != .https })
        else { return nil }
        return SetupFinding.warning(
            "no-expectation",
            "\(endpoint.name.printable(limit: 100)) states no expectation, so its answer proves nothing",
            remedy: "state what a genuine answer is with \"expect\""
        )
    }

    /// An answer that any intermediary could give is never genuine.
    private static func weak(_ configuration: PipelineConfiguration) -> SetupFinding? {
        for endpoint in own(configuration) {
            guard let reason = weakness(of: endpoint, in: configuration) else { continue }
            let (why, remedy) =
                switch reason.code {
                case Reason.expectedOfAnyPage.code:
                    (
                        "over plain http any page meets what it expects",
                        "state what the page contains, or a field with its value, or use https"
                    )
                case Reason.expectedOfAnyAnswer.code:
                    (
                        "over plain http any gateway can give the answer that it expects",
                        "an answer without content has no text to state: use https, or a field with a value that only your server knows"
                    )
                default:
                    (
                        "it does not show who answers",
                        "use TLS that verifies the host, or ask an endpoint over HTTP in addition"
                    )
                }
            return SetupFinding.warning(
                "weak-expectation",
                "\(endpoint.name.printable(limit: 100)) proves nothing: \(why)",
                remedy: remedy
            )
        }
        return nil
    }

    private static func weakness(of endpoint: Endpoint, in configuration: PipelineConfiguration) -> Reason? {
        guard let expectation = endpoint.expectation ?? configuration.expectation else { return nil }
        switch endpoint.question {
        case .http: return expectation.weakness(askedOf: endpoint.request())
        case .other(let kind, let facts):
            let isOfTLS =
                ["dot", "doh"].contains(kind) || kind == "connection" && (facts["transport"] ?? "tls") == "tls"
            let isKnown = isOfTLS || ["dns", "echo", "connection"].contains(kind)
            let isVerified = isOfTLS && facts["verify"] != false
            return isKnown && !isVerified ? .unprovenKind(kind) : nil
        }
    }

    private static func guards(_ configuration: PipelineConfiguration) -> SetupFinding? {
        let missing = configuration.validators.missingGuards.map(\.rawValue)
        guard !missing.isEmpty else { return nil }
        return SetupFinding.warning(
            "guard-left-out",
            "the validators leave out \(missing.joined(separator: ", ")), so an answer that proves nothing can be online",
            remedy: "list validators without \"only\" and \"without\": they are asked in addition to the standard links"
        )
    }

    private static func secrets(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        configuration.asked.compactMap { endpoint in
            guard let question = endpoint.question.http,
                let secret = question.secrets.first(where: { $0.source.text == nil }), isPreset(question.url)
            else { return nil }
            return SetupFinding.error(
                "secret-to-others",
                "the secret field \(secret.name.printable(limit: 60)) goes to \(question.url.host), which is the host of a "
                    + "built-in endpoint and needs none",
                remedy: "remove the field, or name the host that it is meant for"
            )
        }
    }

    /// Only files: a missing secret is found when the prober is created.
    private static func readableSecrets(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        var files: [String] = []
        for endpoint in configuration.asked {
            guard let question = endpoint.question.http else { continue }
            for source in question.secrets.map(\.source) + [question.secretBody].compactMap(\.self) {
                if case .file(let path) = source, !files.contains(path) { files.append(path) }
            }
        }
        return files.compactMap(Preflight.readable)
    }

    /// A rule whose networks all match one before it, which decides.
    private static func shadowed(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        typealias Rule = (title: String, match: PipelineConfiguration.NetworkMatch, portals: [String])
        func findings(_ rules: [Rule]) -> [SetupFinding] {
            rules.enumerated().compactMap { place, rule in
                let first = rules[..<place].first { earlier in
                    let isForPortals =
                        earlier.portals.isEmpty
                        || !rule.portals.isEmpty
                            && rule.portals.allSatisfy { portal in
                                earlier.portals.contains { $0 == portal || NamePatterns.isHost(portal, in: $0) }
                            }
                    return isForPortals && earlier.match.covers(rule.match)
                }
                guard let first else { return nil }
                return SetupFinding.warning(
                    "rule-shadowed",
                    "\(rule.title) is never used: \(first.title) before it matches all of its networks",
                    remedy: "put the rule that names fewer networks first, or remove one of them"
                )
            }
        }
        let networks = configuration.networks.map {
            ("the network rule \($0.name.printable(limit: 60))", $0.match, [String]())
        }
        let signIns = configuration.signIn?.rules.map {
            ("the sign-in rule \($0.name.printable(limit: 60))", $0.match, $0.portals)
        }
        return findings(networks) + findings(signIns ?? [])
    }

    /// A browser uses only https for any URL of such a host.
    private static func preloaded(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        func host(_ endpoints: [Endpoint]) -> String? {
            endpoints.lazy.compactMap(\.url).first(where: \.isRefusedByBrowsers)?.host
        }
        func begin(_ host: String) -> String { "browsers ask \(host.printable(limit: 100)) only over https, so that " }
        let page = host(own(configuration)).map { host in
            SetupFinding.warning(
                "preloaded-host",
                begin(host) + "a portal cannot show its sign-in page in its place",
                remedy: "use a host below another top-level domain, which is not on the HSTS preload list of browsers"
            )
        }
        let service = host(configuration.companions.flatMap(\.endpoints)).map { host in
            SetupFinding.warning(
                "preloaded-host",
                begin(host) + "people do not use this service as it is asked, over plain http",
                remedy: "write https:// in its URL"
            )
        }
        let portal = configuration.signIn?.rules.flatMap(\.portals).first(where: HTTPURL.isPreloaded).map { host in
            SetupFinding.note(
                "preloaded-host",
                begin(host) + "the portal's page opens only if it has a certificate for this name",
                remedy: "to serve it over plain http, the portal needs a name below another top-level domain"
            )
        }
        return [page, service, portal].compactMap(\.self)
    }

    private static let presetHosts = Set(Endpoint.builtIn.compactMap { $0.url?.host })

    private static func isPreset(_ url: HTTPURL) -> Bool { presetHosts.contains(url.host) }
}
