package import ConnectivityCore
import ConnectivityKit

/// An assessment as the line and the status of a monitoring plugin ("Monitoring Plugins Development Guidelines").
package struct NagiosReport {
    /// The states of a service, with their exit statuses.
    enum State: String {
        case ok, warning, critical, unknown

        init(_ access: InternetAccess) {
            switch access {
            case .online: self = .ok
            case .partial: self = .warning
            case .captive, .blocked, .unreachable, .disconnected: self = .critical
            case .determining: self = .unknown
            }
        }

        /// The exit status 0 to 3 of the state; the cases of `ExitStatus` have the names of accesses.
        var exitStatus: ExitStatus {
            switch self {
            case .ok: .success
            case .warning: .partial
            case .critical: .captive
            case .unknown: .blocked
            }
        }
    }

    /// The maximum number of endpoints in the performance data.
    private static let endpointCountMax = 50

    let state: State
    /// The state, a sentence, and the performance data after a vertical bar.
    let line: String

    /// Creates the report of a failed check.
    package init(_ error: any Error) { self.init(.unknown, CommandError(cause: error).text, "") }

    package init(_ assessment: Assessment, cause: String? = nil, _ console: Console) {
        let seconds = Self.datum("duration", assessment.duration)
        let reports = assessment.endpoints
        let genuine = reports.count { $0.verdict.finding == .genuine }
        let console = console.withoutColours
        var seen: Set<String> = []
        // An endpoint has one report per path; the first one gets the name.
        let times = reports.filter { seen.insert($0.name).inserted }.prefix(Self.endpointCountMax).map {
            Self.datum($0.name, $0.exchange.timings.total)
        }
        let data = [seconds, "genuine=\(genuine);;;0;\(reports.count)"] + times
        let states = assessment.observations.byConcern.map { $0.line(console.registry.sentences) }
        let lines = [assessment.line(console)] + [cause.map { "cause \($0)" }].compactMap(\.self) + states
        var state = State(assessment.access)
        if state == .ok, assessment.observations.contains(where: { $0.severity == .warning }) { state = .warning }
        self.init(state, lines.joined(separator: "; "), data.joined(separator: " "))
    }

    /// Prints the line, and returns the exit status of a monitoring plugin.
    package func print(_ console: Console) -> ExitStatus {
        console.print(line)
        return state.exitStatus
    }

    private init(_ state: State, _ words: String, _ data: String) {
        self.state = state
        let text = words.printable(limit: 1000).replacing(["|"], by: "/")
        line = "CONNECTIVITY \(state.rawValue.uppercased()) - \(text)" + (data.isEmpty ? "" : " | \(data)")
    }

    /// Returns a duration in seconds as performance data; signs of the format in the label are replaced.
    private static func datum(_ label: String, _ duration: Duration) -> String {
        "'\(label.printable(limit: 100).replacing(["'", "=", "|"], by: "_"))'=\(duration.seconds)s;;;0"
    }
}

extension String {
    /// Replaces signs of the format, by scalars: a sign and a combining mark after it are one character.
    fileprivate func replacing(_ signs: Set<Unicode.Scalar>, by other: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { signs.contains($0) ? other : $0 }))
    }
}
