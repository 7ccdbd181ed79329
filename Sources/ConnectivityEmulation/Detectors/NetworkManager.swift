import ConnectivityCore

extension Detector {
    /// The rule of NetworkManager's connectivity check with its upstream configuration.
    ///
    /// It does not follow redirects and ignores the status code. The header field `X-NetworkManager-Status: online`
    /// is checked first and means full connectivity. Otherwise, a body that begins with the expected text is full
    /// connectivity, and any other body, including an empty one, is a portal. No answer is limited connectivity. It
    /// does not name a sign-in page; desktops open the checked URL.
    ///
    /// Distributions configure other URLs and texts, with the same rule. Source: NetworkManager,
    /// src/core/nm-connectivity.c and nm-config.h; NetworkManager.conf(5), section connectivity.
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
        // The bytes that arrived decide on arrival, before a failure is known.
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
