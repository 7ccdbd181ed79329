package import ConnectivityCore
package import ConnectivityWire

/// The facts of an assessment for scripts and displays, as one JSON object of at most ``byteCountMax`` bytes.
///
/// The text and the names are cut, with `…` at the end. A sign-in URL that is too long is left out, because a part of
/// it does not lead to the page; the member `omitted` then names it.
package struct AssessmentBrief: Hashable, Sendable {
    /// The largest size of the JSON text, with the end of its line.
    package static let byteCountMax = 1024

    /// The name of the access, such as `captive`.
    package var access: String
    /// Whether no late answer can change the access.
    package var isFinal: Bool
    /// The code of the reason.
    package var reason: String
    /// The name of the cause of an outage, such as `no-uplink`; `nil` without a diagnosis.
    package var cause: String?
    /// The certainty of the cause, such as `likely`.
    package var certainty: String?
    /// The reason as a sentence.
    package var text: String
    /// The name of the interface; `nil` if the assessment is about none or several.
    package var interface: String?
    /// The name of the quality, such as `slow`; `nil` if there is no path.
    package var quality: String?
    package var signInURL: String?
    /// The observations of companions, such as `service git: failing`, the most urgent first.
    package var observations: [String]
    /// The time of the decision; `nil` before any decision.
    package var time: Timestamp?
    /// The time at which the access began.
    package var since: Timestamp?
    /// The end of the last round with the same conclusion.
    package var confirmedAt: Timestamp?

    /// Creates the short form of an assessment.
    package init(_ assessment: Assessment, text: String) {
        (access, isFinal) = (assessment.access.name, assessment.isFinal)
        (reason, self.text) = (assessment.reason.code, text)
        (cause, certainty) = Self.cause(assessment.observations)
        (interface, signInURL) = (assessment.interface?.name, assessment.access.portal?.signInURL?.description)
        quality = assessment.quality?.level.rawValue
        observations = Self.words(assessment.observations)
        (time, since, confirmedAt) = (assessment.endedAt, assessment.since, assessment.confirmedAt)
    }

    private static func cause(_ observations: [CompanionObservation]) -> (String?, String?) {
        let found = observations.first { $0.kind == CompanionObservation.causeKind && $0.severity > .info }
        return (found?.state, found?.reason.facts["certainty"]?.text)
    }

    private static func words(_ observations: [CompanionObservation]) -> [String] {
        observations.filter { $0.severity > .info && $0.kind != CompanionObservation.causeKind }.sorted {
            $0.severity > $1.severity
        }.map {
            "\($0.track): \($0.state)"
        }
    }

    /// Creates the short form of an assessment that another program sent as JSON, `nil` if it has none yet; ignores
    /// members of another kind.
    package init(json: JSON?, text: String, since: JSON?) {
        access = json?["access"]?.string ?? InternetAccess.determining.name
        isFinal = json?["isFinal"] == .bool(true)
        (reason, self.text) = (json?["reason"]?["code"]?.string ?? Reason.notYetJudged.code, text)
        (interface, signInURL) = (json?["interface"]?["name"]?.string, json?["portal"]?["signInURL"]?.string)
        quality = json?["quality"]?.string
        let observed = CompanionObservation.list(json?["observations"])
        (observations, (cause, certainty)) = (Self.words(observed), Self.cause(observed))
        let duration: Duration? =
            switch json?["duration"]?.value {
            case .number(let seconds): Double(seconds).flatMap(Duration.init(writtenSeconds:))
            case .integer(let seconds): Duration(writtenSeconds: Double(seconds))
            default: nil
            }
        let start = json?["startedAt"]?.string.flatMap(Timestamp.init(rfc3339:))
        time = start.map { Timestamp(sinceEpoch: $0.sinceEpoch + (duration ?? .zero)) }
        self.since = since?.string.flatMap(Timestamp.init(rfc3339:))
        confirmedAt = json?["confirmedAt"]?.string.flatMap(Timestamp.init(rfc3339:))
    }
}

extension AssessmentBrief: FieldEncodable {
    private var fittingURL: String? { signInURL.flatMap { $0.isFitting(330) ? $0 : nil } }

    package static let fields = FieldTable<Self>(
        writing: [
            .written("version") { _ in WireForm.version },
            .written("access") { $0.access.fitting(20) },
            .written("isFinal") { $0.isFinal },
            .written("reason") { $0.reason.fitting(40) },
            .written("cause") { $0.cause?.fitting(40) },
            .written("certainty") { $0.certainty?.fitting(10) },
            .written("text") { $0.text.fitting(190) },
            .written("interface") { $0.interface?.fitting(40) },
            .written("quality") { $0.quality?.fitting(20) },
            .written("signInURL") { $0.fittingURL },
            .written("omitted") { $0.signInURL != nil && $0.fittingURL == nil ? ["signInURL"] : [] },
            .written("observations") { $0.observations.prefix(2).map { $0.shortened(to: 40) } },
            .written("time") { $0.time?.text() },
            .written("since") { $0.since?.text() },
            .written("confirmedAt") { $0.confirmedAt?.text() },
        ]
    )
}

extension String {
    /// Returns the words of an observation within a size: the state, which follows the last colon, receives at most
    /// half of it, and the subject the rest.
    fileprivate func shortened(to byteCount: Int) -> String {
        guard let colon = lastIndex(of: ":") else { return fitting(byteCount) }
        let state = String(self[colon...]).fitting(byteCount / 2)
        return String(self[..<colon]).fitting(byteCount - state.utf8.count) + state
    }

    /// Whether the text has at most this number of bytes in JSON.
    fileprivate func isFitting(_ byteCount: Int) -> Bool { utf8.count <= byteCount && fitting(byteCount) == self }

    /// The longest prefix that has at most this number of bytes in JSON.
    fileprivate func fitting(_ byteCount: Int) -> String {
        let ending = "…"
        var (whole, cut) = ("", "")
        var count = 0
        for scalar in unicodeScalars {
            count += JSON.string(String(scalar)).text.utf8.count - 2
            guard count <= byteCount else { return cut + ending }
            whole.unicodeScalars.append(scalar)
            if count <= byteCount - ending.utf8.count { cut = whole }
        }
        return whole
    }
}
