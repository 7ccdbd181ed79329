import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit

extension SignInRule {
    var requirements: [Requirement] {
        agent.requirements + secrets.sortedByKey.compactMap { Requirement($0.value.source) }
    }

    var findings: [SetupFinding] { faults + unusable + [inClear, anywhere, withoutDigest].compactMap(\.self) }

    private var title: String { "sign-in \(name.printable(limit: 60))" }

    /// The secrets that can be read and not be sent; what cannot be read is an unmet requirement.
    private var unusable: [SetupFinding] {
        secrets.sortedByKey.compactMap { name, secret in
            guard case .file(let path) = secret.source, (try? WholeFile(path, limit: 1)) != nil else { return nil }
            do throws(UnusableSecret) {
                _ = try secret.source.value(isLine: true, byteCountMin: 1)
                return nil
            } catch {
                return .error(
                    "sign-in-secret",
                    "\(title): the secret \"\(name.printable(limit: 40))\" cannot be sent: \(error)",
                    remedy: "write it there in one line, without control characters"
                )
            }
        }
    }

    private var faults: [SetupFinding] {
        agent.faults(under: self).map { fault in
            .error(
                "sign-in-agent",
                "\(title): \(fault)",
                remedy: "correct it; connectivityctl sign-in check examines a recipe by itself"
            )
        }
    }

    private var inClear: SetupFinding? {
        guard permitsPlainHTTP else { return nil }
        let secrets = secrets.filter { $0.value.source.text == nil }.keys.sorted().map { $0.printable(limit: 40) }
        let reads = secrets.isEmpty ? "what is submitted" : secrets.joined(separator: ", ")
        return .warning(
            "sign-in-in-clear",
            "\(title): plainHTTP sends without TLS, so that everybody on the network can read \(reads), and whoever forges "
                + "the name of the network receives it",
            remedy: "remove plainHTTP if the portal has https; otherwise use a password that is used for nothing else"
        )
    }

    /// A rule whose conditions match networks of any operator.
    private var anywhere: SetupFinding? {
        let match = match
        let isNamed =
            match.ssids.contains { !$0.allSatisfy { $0 == "*" } } || !match.gateways.isEmpty || !match.domains.isEmpty
        // A single label covers hosts of any owner.
        let isOneSite =
            !portals.isEmpty && portals.allSatisfy { !$0.hasPrefix("*.") || $0.dropFirst(2).contains(".") }
        guard !isNamed, !isOneSite else { return nil }
        return .warning(
            "sign-in-anywhere",
            "\(title): its conditions hold on networks of anybody, so that the agent acts at every portal there",
            remedy: "name the portal's host with \"portal\", or the network with \"ssid\", \"gateway\" or \"domain\""
        )
    }

    private var withoutDigest: SetupFinding? {
        guard let terms = accepts, terms.digest == nil else { return nil }
        return .note(
            "terms-without-digest",
            "\(title): \"accepts\" has no digest, so that the terms are accepted even if they are others than you read",
            remedy:
                "write the digest of the page that you read: {\"text\": ..., \"digest\": ...}; the report of a sign-in has it"
        )
    }
}
