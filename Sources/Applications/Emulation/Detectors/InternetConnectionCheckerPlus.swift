import ConnectivityCore

extension Detector {
    /// The rule of the Dart package internet_connection_checker_plus with its default settings.
    ///
    /// It sends HEAD to four URLs over HTTPS at the same time and follows redirects. Status 200 of one is connected. There is
    /// no state for a portal. Source: internet_connection_checker_plus 3.1.1, lib/src/internet_connection.dart and
    /// internet_check_option.dart (e494a00).
    package static let internetConnectionCheckerPlus = Detector(
        name: "internet-connection-checker-plus",
        system: "Flutter: internet_connection_checker_plus",
        questions: InternetConnectionCheckerPlus.questions,
        expects: "200 over https from one of four, after redirects",
        source: "internet_connection_checker_plus 3.1.1: lib/src/internet_connection.dart (e494a00)",
        rule: InternetConnectionCheckerPlus.conclude
    )
}

private enum InternetConnectionCheckerPlus {
    static let questions: [Detector.Question] = [
        .page("https://one.one.one.one/", "", method: .head), .page("https://icanhazip.com/", "", method: .head),
        .page("https://ajax.googleapis.com/ajax/libs/jquery/3.7.1/jquery.min.js", "", method: .head),
        .page("https://captive.apple.com/internet-check", "", method: .head),
    ]

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let landings = try answers.following(questions)
        let count = landings.count { $0.status == 200 }
        let reason = "\(count) of \(landings.count) answers have status 200"
        if count > 0 { return DetectorConclusion(.online, "connected", because: reason) }
        if landings.contains(where: { $0.end == .unknown }) {
            return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        }
        return DetectorConclusion(.offline, "disconnected", because: reason)
    }
}
