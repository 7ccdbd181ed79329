package import ConnectivityCore
import ConnectivityKit

extension Assessment {
    /// Returns one line: the access, the interface, and the reason or, for a portal, the advice to sign in.
    ///
    /// A sign-in URL is cut on a terminal.
    package func line(_ console: Console) -> String {
        let place = interface.map { " on \($0.name.printable(limit: 40)) (\($0.kind.rawValue))" } ?? ""
        let asYet = isFinal ? "" : " (preliminary)"
        // The advice includes the terms of the network.
        let why = access.portal?.advice(isShort: console.isTerminal) ?? conclusion(console.registry.sentences)
        return "\(access.coloured(console))\(butSlow)\(asYet)\(place): \(why)"
    }

    /// A remark on a slow or poor path for a good access; otherwise empty.
    package var butSlow: String { InternetAccess.remark(on: quality?.level, in: access.name) }

    /// Returns the evidence, one row per endpoint, grouped by path if each path is judged separately; `nil` without evidence.
    ///
    /// The sign-in URL, which ``line(_:)`` contains, is repeated only if `isWhole` is true.
    package func evidence(_ console: Console, isWhole: Bool = false) -> String? {
        guard !separatePaths.isEmpty else { return table(reports, console, isWhole) }
        return paths.map { path in
            let why = console.registry.sentences.sentence(for: path.reason)
            let line = "\(path.path): \(path.access.coloured(console)): \(why)"
            // Such a path has no request.
            guard path.reason.code != "no-proxy" else { return line }
            return line + (table(path.reports, console, isWhole).map { "\n\($0)" } ?? "")
        }
        .joined(separator: "\n\n")
    }

    private func table(_ reports: [EndpointReport], _ console: Console, _ isWhole: Bool) -> String? {
        guard !reports.isEmpty else { return nil }
        let sentences = console.registry.sentences
        var table = Table(["endpoint", "verdict", "time", "why"])
        let portal = isWhole ? nil : access.portal
        for report in reports {
            let verdict = report.verdict
            let reason = portal?.withoutURL(verdict.reason, of: verdict.portal) ?? verdict.reason
            table.add([
                report.name.printable(limit: 60), verdict.finding.rawValue,
                report.exchange.timings.total.inWholeMilliseconds, sentences.sentence(for: reason),
            ])
        }
        return table.text(within: console.columns)
    }
}

extension InternetAccess {
    /// A remark on a slow or poor path in an access with this name, if it is good; otherwise empty.
    package static func remark(on level: PathQuality.Level?, in access: String) -> String {
        guard let level, level == .slow || level == .poor else { return "" }
        return access == online.name
            ? ", but \(level.rawValue)" : access == partial.name ? " and \(level.rawValue)" : ""
    }

    fileprivate func coloured(_ console: Console) -> String { console.coloured(access: name) }
}

extension Console {
    /// The console for texts that also go elsewhere, such as error messages.
    package var withoutColours: Console {
        var console = self
        console.isColoured = false
        return console
    }

    /// Returns the name of an access, bold and in its colour if colours are used.
    package func coloured(access name: String) -> String {
        guard isColoured else { return name }
        return "\u{1B}[1;\(Self.colourCode(ofAccess: name))m\(name)\u{1B}[0m"
    }

    /// The colour of an access, as a code of ECMA-48.
    static func colourCode(ofAccess name: String) -> Int {
        switch name {
        case "online": 32
        case "captive", "partial", "determining": 33
        default: 31
        }
    }
}
