package import ConnectivityCore
package import ConnectivityEmulation
import ConnectivityKit
package import ConnectivityReport
package import ConnectivityText

/// The conclusions of all detectors from one input, and the finding of this package.
package struct EmulationReport: Encodable {
    /// The finding of this package: of one answer, or of a network.
    package enum Ours {
        case verdict(Verdict)
        case assessment(Assessment)
    }

    /// The recording; `nil` for a live network.
    package var file: String?
    package var ours: Ours
    package var detectors: [DetectorFinding]

    package init(file: String?, ours: Ours, detectors: [DetectorFinding]) {
        (self.file, self.ours, self.detectors) = (file, ours, detectors)
    }

    private enum CodingKeys: CodingKey {
        case file, ours, detectors
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        switch ours {
        case .verdict(let verdict): try container.encode(verdict, forKey: .ours)
        case .assessment(let assessment): try container.encode(assessment, forKey: .ours)
        }
        try container.encode(detectors, forKey: .detectors)
    }

    /// The finding of this package, as a row of the table.
    package var own: (finding: String, reason: Reason, portal: CaptivePortal?) {
        switch ours {
        case .verdict(let verdict): (verdict.finding.rawValue, verdict.reason, verdict.portal)
        case .assessment(let own): (own.access.name, own.reason, own.access.portal)
        }
    }

    /// The answer in one line, such as `hotel.http: 18 of 27 clients would show a portal; 5 say offline, 4 are not known`.
    package var heading: String {
        let summary = Self.summary(of: detectors.map(\.conclusion.access))
        return (file.map { "\($0.printable(limit: 200)): " } ?? "") + summary
    }

    /// The summary of conclusions, such as `18 of 27 clients would show a portal; 5 say offline, 4 are not known`.
    static func summary(of conclusions: [DetectorConclusion.Access]) -> String {
        let others: [(DetectorConclusion.Access, one: String, many: String)] = [
            (.online, "says online", "say online"), (.partial, "says partly online", "say partly online"),
            (.offline, "says offline", "say offline"), (.inconclusive, "is not known", "are not known"),
        ]
        let rest = others.compactMap { access, one, many in
            let count = conclusions.count { $0 == access }
            return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        let clients = "\(conclusions.count) \(conclusions.count == 1 ? "client" : "clients")"
        let portal = "\(conclusions.count { $0 == .captive }) of \(clients) would show a portal"
        return ([portal] + (rest.isEmpty ? [] : [rest.joined(separator: ", ")])).joined(separator: "; ")
    }

    /// Returns the requirements that the conclusions do not meet, as clauses for people.
    package func faults(_ requirements: [EmulationRequirement]) -> [String] {
        requirements.flatMap { requirement in detectors.compactMap(requirement.fault) }
    }

    /// Returns one check per client, for build services.
    package func cases(_ requirements: [EmulationRequirement]) -> [BuildReport.Case] {
        detectors.map { finding in
            let faults = requirements.compactMap { $0.fault(of: finding) }
            let isRequired = requirements.contains { $0.client == finding.detector.name }
            let result: BuildReport.Result =
                !faults.isEmpty
                ? .failed(faults)
                : finding.conclusion.access == .inconclusive && !isRequired
                    ? .skipped("not known: \(finding.conclusion.reason)") : .passed
            return BuildReport.Case(finding.detector.name, file: file, result)
        }
    }

    /// Returns the report for people: one row per client, and the pages that the clients would open.
    ///
    /// Except for long URLs, no line is wider than 120 columns.
    package func text(_ sentences: Sentences, within columns: Int? = nil) -> String {
        let own = own
        var table = Table(["client", "result", "the client's own term, and the reason"])
        table.add(["(ours)", own.finding, sentences.sentence(for: own.reason).printable(limit: 66)])
        var openers: [(url: HTTPURL, names: [String])] = []
        func opens(_ url: HTTPURL?, _ name: String) {
            guard let url else { return }
            if let index = openers.firstIndex(where: { $0.url == url }) {
                openers[index].names.append(name)
            } else {
                openers.append((url, [name]))
            }
        }
        opens(own.portal?.signInURL, "(ours)")
        for row in detectors {
            let conclusion = row.conclusion
            table.add([row.detector.name, conclusion.access.rawValue, "\(conclusion.term): \(conclusion.reason)"])
            opens(conclusion.signInURL, row.detector.name)
        }
        var pages = openers.map { url, names in
            "\(url.description.printable(limit: 200)) would be opened by \(names.joined(separator: ", "))"
                + (url.isRefusedByBrowsers ? ", but browsers ask this host only over https" : "")
        }
        for row in detectors {
            guard let url = row.conclusion.venueInfoURL else { continue }
            pages.append(
                "\(url.description.printable(limit: 200)) about the venue would be offered by \(row.detector.name)"
            )
        }
        return ([table.text(within: columns)] + (pages.isEmpty ? [] : [""]) + pages).joined(separator: "\n")
    }
}
