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

    let state: State
    /// The state, a sentence, and the performance data after a vertical bar.
    let line: String

    /// Creates the report of a failed check.
    package init(_ error: any Error) { self.init(.unknown, CommandError(cause: error).text, "") }

    package init(_ assessment: Assessment, cause: String? = nil, _ console: Console) {
        let reports = assessment.endpoints
        let genuine = reports.filter { $0.verdict.finding == .genuine }.map(\.exchange.timings)
        let console = console.withoutColours
        // The labels are the same in every round, whatever endpoints it asks; `U` is an unknown value.
        func median(_ label: String, _ phase: (ProbeExchange.Timings) -> Duration?) -> String {
            let times = genuine.compactMap(phase).sorted()
            return "\(label)=" + (times.isEmpty ? "U" : Self.datum(times[times.count / 2]))
        }
        let data = [
            "duration=\(Self.datum(assessment.duration))", "genuine=\(genuine.count);;;0;\(reports.count)",
            median("lookup", \.nameLookup), median("connect", \.connect), median("tls", \.tls),
            median("response", \.response),
        ]
        let states = assessment.observations.byConcern.map { $0.line(console.registry.sentences) }
        let more = [cause.map { "cause \($0)" }, CommandDeadline.current?.line].compactMap(\.self)
        let lines = [assessment.line(console)] + more + states
        var state = State(assessment.access)
        if state == .ok, assessment.observations.contains(where: { $0.severity == .warning }) { state = .warning }
        self.init(state, lines.joined(separator: "; "), data.joined(separator: " "))
    }

    /// Prints the line, and returns the exit status of a monitoring plugin.
    package func print(_ console: Console) -> ExitStatus {
        console.print(line)
        return state.exitStatus
    }

    /// Returns seconds in digits and a point alone, which is all that the format has.
    private static func datum(_ duration: Duration) -> String {
        let microseconds = Int64(max(0, min(duration / .microseconds(1), 1e15)))
        return "\(microseconds / 1_000_000).\((microseconds % 1_000_000).padded(to: 6))s;;;0"
    }

    private init(_ state: State, _ words: String, _ data: String) {
        self.state = state
        let text = words.printable(limit: 1000).replacing(["|"], by: "/")
        line = "\(state.rawValue.uppercased()) - \(text)" + (data.isEmpty ? "" : " | \(data)")
    }
}

extension String {
    /// Replaces signs of the format, by scalars: a sign and a combining mark after it are one character.
    fileprivate func replacing(_ signs: Set<Unicode.Scalar>, by other: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { signs.contains($0) ? other : $0 }))
    }
}
