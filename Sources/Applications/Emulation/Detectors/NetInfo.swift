import ConnectivityCore

extension Detector {
    /// The rule of react-native-netinfo with its default settings, without a system report of the Internet's reachability.
    ///
    /// It sends HEAD over HTTPS and follows redirects. Status 204 is reachable; every other status and every failure is
    /// not. There is no state for a portal. Source: react-native-netinfo 12.0.1, src/internal/internetReachability.ts and
    /// defaultConfiguration.ts (29c14a2).
    package static let netInfo = Detector(
        name: "netinfo",
        system: "React Native: netinfo",
        questions: [NetInfo.question],
        expects: "204 over https, after redirects",
        source: "react-native-netinfo 12.0.1: src/internal/internetReachability.ts (29c14a2)",
        rule: NetInfo.conclude
    )
}

private enum NetInfo {
    static let question = Detector.Question(
        "https://clients3.google.com/generate_204",
        method: .head,
        genuine: ProbeResponse(status: 204)
    )

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let landing = try answers.following([question])[0]
        if landing.end == .unknown {
            return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        }
        return landing.status == 204
            ? DetectorConclusion(.online, "isInternetReachable: true", because: "status 204")
            : DetectorConclusion(.offline, "isInternetReachable: false", because: landing.exchange.outline)
    }
}

extension Detector.Landing {
    /// The status of a complete response that does not redirect further.
    var status: Int? {
        guard end == .arrived, case .success(.http(let response)) = exchange.outcome else { return nil }
        return response.status
    }
}
