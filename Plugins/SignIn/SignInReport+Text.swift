import ConnectivityCore
package import ConnectivityText

extension SignInReport {
    /// Returns the network, the interface, the agent, the result and its reason on one line for people.
    ///
    /// Text from the network is printable and short.
    package func line(_ sentences: Sentences) -> String {
        let act =
            switch purpose {
            case .signIn: "sign-in"
            case .renewal: "renewal"
            case .logOff: "log-off"
            }
        let end =
            switch result {
            case .accepted: "the portal accepted it"
            case .refused: "the portal refused it"
            case .unclear: "the portal did not say what follows"
            case .stopped: "stopped"
            }
        let place = "\(act) at \(network.printable(limit: 60)) on \(interface.printable(limit: 40))"
        return "\(place) by \(agent.printable(limit: 60)): \(end): \(sentences.sentence(for: reason))"
    }

    /// The codes of reasons why a sent request has no answer.
    private static let codesAfterSending: Set = ["sign-in-no-answer", "sign-in-byte-limit", "sign-in-cancelled"]

    /// The requests of an agent, one per line for people, each with the sent fields and the answer.
    package func stepLines(_ sentences: Sentences) -> [String] {
        steps.map { step in
            let fields = step.fieldNames.isEmpty ? "" : " with \(step.fieldNames.named)"
            let secrets = step.secrets.isEmpty ? "" : ", of which secret: \(step.secrets.named)"
            let isSent = step.reason.map { Self.codesAfterSending.contains($0.code) } ?? true
            let why = step.reason.map { (isSent ? "" : "not sent: ") + sentences.sentence(for: $0) }
            let end = step.status.map { "\($0)" } ?? why ?? "no answer"
            return "\(step.method.rawValue) \("\(step.url)".printable(limit: 200))\(fields)\(secrets): \(end)"
        }
    }
}

extension [String] {
    /// The first names of a list, printable and short.
    fileprivate var named: String {
        let names = prefix(12).map { $0.printable(limit: 40) }.joined(separator: ", ")
        return count > 12 ? "\(names) and \(count - 12) more" : names
    }
}
