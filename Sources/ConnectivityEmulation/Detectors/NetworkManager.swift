import ConnectivityCore

extension Detector {
    /// NetworkManager's connectivity check as it is configured upstream.
    ///
    /// Follows no redirect and does not read the status code. The header field `X-NetworkManager-Status: online` decides
    /// first; then a body that begins with the expected text is full connectivity, and any other body, an empty one too,
    /// a portal. No answer is limited connectivity. It names no page for the sign-in; desktops open the checked URL.
    ///
    /// Distributions configure other URLs and texts, by the same rule. Source: NetworkManager, src/core/nm-connectivity.c
    /// and nm-config.h; NetworkManager.conf(5), section connectivity.
    public static let networkManager = Detector(
        name: "networkmanager",
        system: "GNOME, Linux: NetworkManager",
        questions: [NetworkManager.question],
        expects: "X-NetworkManager-Status: online, or a body that begins with its text",
        source: "NetworkManager: src/core/nm-connectivity.c; NetworkManager.conf(5)",
        rule: NetworkManager.conclude
    )
}

private enum NetworkManager {
    static let text = "NetworkManager is online"
    static let question = Detector.Question.page("http://nmcheck.gnome.org/check_network_status.txt", text)

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let exchange = try answers.to(question)
        // What arrived decides as it arrives, before a failure can.
        let response = exchange.response
        let states = response?.headers.values(of: "X-NetworkManager-Status") ?? []
        if states.contains(where: { $0.lowercased() == "online" }) {
            return DetectorConclusion(.online, "FULL", because: "the header field says online")
        }
        let body = response?.body ?? []
        if body.starts(with: text.utf8) {
            return DetectorConclusion(.online, "FULL", because: "the body begins with the expected text")
        }
        if case .failure = exchange.outcome, text.utf8.starts(with: body) {
            return DetectorConclusion(.offline, "LIMITED", because: exchange.outline)
        }
        return DetectorConclusion(.captive, "PORTAL", because: exchange.outline)
    }
}
