import ConnectivityCore
import ConnectivityOutages
import ConnectivityRedaction
import ConnectivityText

/// The outages of a device as a table in CSV (RFC 4180), with one row per outage.
package struct OutageTable {
    package static let columns = [
        "machine", "kind", "path", "began", "ended", "seconds", "has-ended", "state", "interface", "code", "reason",
        "cause",
    ]

    /// The first characters of formulas, also in full width.
    private static let formulaBeginnings = Set("=+-@|%\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)

    /// The lines, including line ends.
    package private(set) var text = ""
    private var redactor = TextRedactor(.standard)

    package init(_ machine: MachineReport) {
        add(Self.columns)
        for path in machine.availability.paths {
            for outage in path.outages {
                add([
                    machine.title, path.isService ? "service" : "network", path.name,
                    outage.from.description, outage.to.description,
                    "\((outage.duration / .milliseconds(1)).rounded() / 1000)",
                    outage.hasEnded ? "yes" : "no", outage.state.rawValue, outage.interface ?? "",
                    outage.reason?.code ?? "", outage.reason.map { machine.sentences.sentence(for: $0) } ?? "",
                    outage.cause.map { machine.sentences.sentence(for: $0) } ?? "",
                ])
            }
        }
    }

    private mutating func add(_ fields: [String]) {
        text += fields.map { field($0) }.joined(separator: ",") + "\r\n"
    }

    /// Returns a field without secrets and control characters that no spreadsheet interprets as a formula.
    private mutating func field(_ value: String) -> String {
        var field = redactor.redacted(value).printable(limit: 1000)
        // A spreadsheet calculates such a field. A leading apostrophe makes it a text.
        let visible = field.unicodeScalars.drop { $0.properties.isWhitespace }
        if visible.first.map(Self.formulaBeginnings.contains) == true { field = "'" + field }
        let hasSeparator = field.unicodeScalars.contains { ",;\"\r\n\t".unicodeScalars.contains($0) }
        let needsQuotes = hasSeparator || field.first?.isWhitespace == true || field.last?.isWhitespace == true
        return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
}
