import ConnectivityCore
import ConnectivityKit

/// Finds problems of the sign-in rules without network requests.
enum SignInFindings {
    static func all(_ configuration: PipelineConfiguration) -> [Finding] { configuration.signIns.flatMap(all) }

    private static func all(_ rule: SignInRule) -> [Finding] {
        faults(rule) + [inClear(rule), anywhere(rule), terms(rule)].compactMap(\.self)
    }

    private static func name(_ rule: SignInRule) -> String { "sign-in \(rule.name.printable(limit: 60))" }

    private static func faults(_ rule: SignInRule) -> [Finding] {
        guard let agent = rule.agent as? any SelfExamining else { return [] }
        return agent.faults(under: rule).map { fault in
            Finding.error(
                "sign-in-agent",
                "\(name(rule)): \(fault)",
                remedy: "correct it; connectivityctl sign-in check examines a recipe by itself"
            )
        }
    }

    private static func inClear(_ rule: SignInRule) -> Finding? {
        guard rule.permitsPlainHTTP else { return nil }
        let secrets = rule.secrets.filter { $0.value.source.text == nil }.keys.sorted().map { $0.printable(limit: 40) }
        let reads = secrets.isEmpty ? "what is submitted" : secrets.joined(separator: ", ")
        return Finding.warning(
            "sign-in-in-clear",
            "\(name(rule)): plainHTTP sends without TLS, so that everybody on the network can read \(reads), and whoever forges "
                + "the name of the network receives it",
            remedy: "remove plainHTTP if the portal has https; otherwise use a password that is used for nothing else"
        )
    }

    /// A rule whose conditions match networks of any operator.
    private static func anywhere(_ rule: SignInRule) -> Finding? {
        let match = rule.match
        let isNamed =
            match.ssids.contains { !$0.allSatisfy { $0 == "*" } } || !match.gateways.isEmpty || !match.domains.isEmpty
        // A single label covers hosts of any owner.
        let isOneSite =
            !rule.portals.isEmpty && rule.portals.allSatisfy { !$0.hasPrefix("*.") || $0.dropFirst(2).contains(".") }
        guard !isNamed, !isOneSite else { return nil }
        return Finding.warning(
            "sign-in-anywhere",
            "\(name(rule)): its conditions hold on networks of anybody, so that the agent acts at every portal there",
            remedy: "name the portal's host with \"portal\", or the network with \"ssid\", \"gateway\" or \"domain\""
        )
    }

    private static func terms(_ rule: SignInRule) -> Finding? {
        guard let terms = rule.accepts, terms.digest == nil else { return nil }
        return Finding.note(
            "terms-without-digest",
            "\(name(rule)): \"accepts\" has no digest, so that the terms are accepted even if they are others than you read",
            remedy:
                "write the digest of the page that you read: {\"text\": ..., \"digest\": ...}; the report of a sign-in has it"
        )
    }
}
