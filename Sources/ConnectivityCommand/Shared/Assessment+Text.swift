import ConnectivityCore
import ConnectivityKit

extension Assessment {
    /// Returns one line: the access, the interface, the reason, and what a person can do.
    func line(_ console: Console) -> String {
        let place = interface.map { " on \($0.name.printable(limit: 40)) (\($0.kind.rawValue))" } ?? ""
        let why = conclusion(console.registry.sentences)
        let asYet = isFinal ? "" : " (preliminary)"
        return "\(access.coloured(console))\(asYet)\(place): \(why)\(access.portal.map { "; \($0.advice)" } ?? "")"
    }

    /// Returns the evidence, one row per endpoint, grouped by path if each path is judged separately; `nil` without any evidence.
    func evidence(_ console: Console) -> String? {
        guard !separatePaths.isEmpty else { return table(reports, console) }
        return paths.map { path in
            let why = console.registry.sentences.sentence(for: path.reason)
            let line = "\(path.path): \(path.access.coloured(console)): \(why)"
            return line + (table(path.reports, console).map { "\n\($0)" } ?? "")
        }
        .joined(separator: "\n\n")
    }

    private func table(_ reports: [EndpointReport], _ console: Console) -> String? {
        guard !reports.isEmpty else { return nil }
        let sentences = console.registry.sentences
        var table = Table(["endpoint", "verdict", "time", "why"])
        for report in reports {
            table.add([
                report.name.printable(limit: 60), report.verdict.finding.rawValue,
                report.exchange.timings.total.milliseconds, sentences.sentence(for: report.verdict.reason),
            ])
        }
        return table.text
    }
}

extension InternetAccess {
    fileprivate func coloured(_ console: Console) -> String { console.coloured(access: name) }
}

extension Console {
    /// Returns the name of an access, in its colour if colours are used.
    func coloured(access name: String) -> String {
        guard isColoured else { return name }
        let code =
            switch name {
            case "online": 32
            case "captive", "partial", "determining": 33
            default: 31
            }
        return "\u{1B}[\(code)m\(name)\u{1B}[0m"
    }
}

extension Duration {
    /// The duration rounded to whole milliseconds, for people.
    var milliseconds: String { "\(Int((self / .milliseconds(1)).rounded())) ms" }
}
