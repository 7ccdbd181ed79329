import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityText

/// A text with fields of an assessment in braces, from `--format`.
package struct FieldTemplate: Sendable {
    enum Field: String, CaseIterable, Sendable {
        case access, quality, state, reason, cause, certainty, text, interface, portal, observations, time, since, age,
            confirmed
    }

    private enum Part {
        case text(String)
        case field(Field)
    }

    /// The names of all fields, in braces.
    package static let list = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")

    private static let escapes: [Character: Character] = ["n": "\n", "t": "\t", "\\": "\\"]

    private var parts: [Part] = []

    /// Whether the text has the cause of an outage, which only a diagnosis finds.
    package var hasCause: Bool {
        parts.contains {
            switch $0 {
            case .field(.cause), .field(.certainty): true
            default: false
            }
        }
    }

    /// Reads a template: `{{` and `}}` are braces; `\n`, `\t` and `\\` have their meanings in C.
    /// - Throws: A usage error that names the fields.
    package init(_ written: String, _ usage: (String) -> CommandError) throws(CommandError) {
        var rest = written[...]
        var text = ""
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("\\", let letter?) where Self.escapes[letter] != nil:
                rest.removeFirst()
                text.append(Self.escapes[letter] ?? letter)
            case ("{", "{"?), ("}", "}"?): text.append(rest.removeFirst())
            case ("{", _):
                let name = String(rest.prefix { $0 != "}" })
                guard name.count < rest.count else {
                    throw usage("--format has a { without a }; write {{ for a brace")
                }
                guard let field = Field(rawValue: name) else {
                    let nearest = Field.allCases.map(\.rawValue).suggestion(for: name)
                    throw usage(
                        "--format has no field {\(name.printable(limit: 40))}\(nearest); the fields are \(Self.list)"
                    )
                }
                rest = rest.dropFirst(name.count + 1)
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(.field(field))
            default: text.append(character)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
    }

    /// Returns the text; a field without a value is empty.
    func text(_ brief: AssessmentBrief, _ zone: CivilZone, at now: Timestamp) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): Self.value(of: field, brief, zone, now)
            }
        }
        .joined()
    }

    private static func value(of field: Field, _ brief: AssessmentBrief, _ zone: CivilZone, _ now: Timestamp) -> String
    {
        switch field {
        case .access: brief.access.printable(limit: 40)
        case .quality: brief.quality?.printable(limit: 40) ?? ""
        case .state: brief.isFinal ? "final" : "preliminary"
        case .reason: brief.reason.printable(limit: 100)
        case .cause: brief.cause?.printable(limit: 100) ?? ""
        case .certainty: brief.certainty?.printable(limit: 40) ?? ""
        case .text: brief.text.printable(limit: 1000)
        case .interface: brief.interface?.printable(limit: 40) ?? ""
        case .portal: brief.signInURL?.printable(limit: HTTPURL.byteCountMax) ?? ""
        case .observations: brief.observations.joined(separator: "; ").printable(limit: 1000)
        case .time: brief.time.map(zone.stamp) ?? ""
        case .since: brief.since.map(zone.stamp) ?? ""
        case .age: brief.since.map { Duration.seconds((now.sinceEpoch - $0.sinceEpoch).components.seconds).text } ?? ""
        case .confirmed: brief.confirmedAt.map(zone.stamp) ?? ""
        }
    }
}
