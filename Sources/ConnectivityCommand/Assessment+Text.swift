import ConnectivityKit

extension Assessment {
    /// One line: the access, on which interface, why, and what a person can do.
    func line(_ console: Console) -> String {
        let place = interface.map { " on \($0.name) (\($0.kind.rawValue))" } ?? ""
        return "\(access.coloured(console))\(place): \(reason)\(access.portal.map { "; \($0.advice)" } ?? "")"
    }

    /// The evidence, a row an endpoint.
    var evidence: String {
        var table = Table(["endpoint", "verdict", "time", "why"])
        for report in endpoints {
            table.add([
                report.name.printable(limit: 60), report.verdict.finding.rawValue,
                report.exchange.timings.total.milliseconds, "\(report.verdict.reason)",
            ])
        }
        return table.text
    }
}

extension InternetAccess {
    fileprivate func coloured(_ console: Console) -> String {
        guard console.isColoured else { return name }
        let code =
            switch self {
            case .online: 32
            case .captive, .partial, .determining: 33
            case .blocked, .unreachable, .disconnected: 31
            }
        return "\u{1B}[\(code)m\(name)\u{1B}[0m"
    }
}

extension Duration {
    /// Whole milliseconds for people.
    var milliseconds: String { "\(Int((self / .milliseconds(1)).rounded())) ms" }
}
