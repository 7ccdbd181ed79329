import ConnectivityCore

extension Detector {
    /// The rule of the Hyperconnectivity library (rwbutler/Hyperconnectivity 1.2.0) with its default settings.
    ///
    /// It requests the same pages and searches for the same text as ``connectivity``, but the first failed request ends the
    /// check. Only an earlier success counts. The terms are those of a Wi-Fi interface. Source: Hyperconnectivity/Classes/Core.
    package static let hyperconnectivity = Detector(
        name: "hyperconnectivity",
        system: "library rwbutler/Hyperconnectivity 1",
        questions: SuccessPages.https,
        expects: "Success in the body of one page, before any request fails",
        source: "rwbutler/Hyperconnectivity 1.2.0: Hyperconnectivity.swift",
        rule: Hyperconnectivity.conclude
    )
}

private enum Hyperconnectivity {
    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let landings = try answers.following(SuccessPages.https)
        let success = landings.filter(SuccessPages.isSuccess).map(\.duration).min()
        let failure = landings.filter(hasFailed).map(\.duration).min()
        let isOpen = landings.contains { $0.end == .unknown }
        switch (success, failure) {
        case (let success?, let failure?) where success == failure:
            let reason = "one page contains Success and one request failed, but their order is not known"
            return DetectorConclusion(.inconclusive, "unknown", because: reason)
        case (let success?, let failure?) where success > failure:
            return withoutInternet("a request failed before a page contained Success")
        case (_?, _):
            return DetectorConclusion(.online, "wifiWithInternet", because: "a page contains Success")
        case (nil, _) where isOpen:
            return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        case (nil, _?):
            return withoutInternet("a request failed")
        case (nil, nil):
            return withoutInternet("no page contains Success")
        }
    }

    private static func withoutInternet(_ reason: String) -> DetectorConclusion {
        DetectorConclusion(.offline, "wifiWithoutInternet", because: reason)
    }

    private static func hasFailed(_ landing: Detector.Landing) -> Bool {
        switch (landing.end, landing.exchange.outcome) {
        case (.lost, _): true
        case (.arrived, .failure): true
        default: false
        }
    }
}
