import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit

/// The conclusions of all detectors from one input, next to our own finding.
struct EmulationReport: Encodable {
    /// Our own finding: of one answer, or of a network.
    enum Ours {
        case verdict(Verdict)
        case assessment(Assessment)
    }

    /// The recording; `nil` for a live network.
    var file: String?
    var ours: Ours
    var detectors: [DetectorFinding]

    private enum CodingKeys: CodingKey {
        case file, ours, detectors
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        switch ours {
        case .verdict(let verdict): try container.encode(verdict, forKey: .ours)
        case .assessment(let assessment): try container.encode(assessment, forKey: .ours)
        }
        try container.encode(detectors, forKey: .detectors)
    }

    /// Our own finding in the terms of the table.
    var own: (finding: String, reason: Reason, portal: CaptivePortal?) {
        switch ours {
        case .verdict(let verdict): (verdict.finding.rawValue, verdict.reason, verdict.portal)
        case .assessment(let own): (own.access.name, own.reason, own.access.portal)
        }
    }

    /// Returns the report for people: one row per client, and the pages that the clients would open.
    /// - Parameter sentences: The sentences for our reasons.
    /// - Returns: The lines; apart from long URLs, none is wider than 120 columns.
    func text(_ sentences: Sentences) -> String {
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
        }
        for row in detectors {
            guard let url = row.conclusion.venueInfoURL else { continue }
            pages.append(
                "\(url.description.printable(limit: 200)) about the venue would be offered by \(row.detector.name)"
            )
        }
        return ([table.text] + (pages.isEmpty ? [] : [""]) + pages).joined(separator: "\n")
    }
}
