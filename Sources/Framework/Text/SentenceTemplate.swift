package import ConnectivityCore

/// A template that makes a sentence from the facts of a reason.
///
/// - `{name}` inserts a fact: at most 80 printable characters of a text, a number, or a list with "or" between its elements.
/// - `{"name"}` inserts a text in quotation marks, at most 60 characters of it; `{"name:120"}` at most 120.
/// - `{name,}` inserts a list with commas between its elements, or "none".
/// - `{name:day}` inserts the day of a time, such as `12 November 2026`.
/// - `{name.member}`, with or without quotation marks, inserts that member of a record, or of each record in a list.
/// - `{parts}` inserts the sentences of the parts, joined by "and"; `{parts;}` joins them with semicolons.
/// - `[...]` is left out if a fact in it is not known.
package struct SentenceTemplate {
    let text: String

    package init(text: String) { self.text = text }

    /// Returns the sentence for a reason; the closure returns the sentences for its parts.
    package func sentence(for reason: Reason, _ sentence: (Reason) -> String = { _ in "" }) -> String {
        var output = ""
        var rest = text[...]
        while let bracket = rest.firstIndex(of: "[") {
            output += filled(rest[..<bracket], reason, sentence) ?? ""
            let end = rest[bracket...].firstIndex(of: "]") ?? rest.endIndex
            output += filled(rest[rest.index(after: bracket)..<end], reason, sentence, isOptional: true) ?? ""
            rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
        }
        return output + (filled(rest, reason, sentence) ?? "")
    }

    /// Returns the text with its facts filled in; `nil` if the text is optional and a fact is not known.
    private func filled(
        _ text: Substring,
        _ reason: Reason,
        _ sentence: (Reason) -> String,
        isOptional: Bool = false
    ) -> String? {
        var output = ""
        var rest = text
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            output += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            if name == "parts" || name == "parts;" {
                output += reason.parts.map(sentence).joined(separator: name == "parts" ? " and " : "; ")
            } else if let value = Self.value(name, reason.facts) {
                output += value
            } else if isOptional {
                return nil
            } else {
                output += "?"
            }
        }
        return output + rest
    }

    private static func value(_ name: Substring, _ facts: Facts) -> String? {
        if name.last == "," {
            let list = fact(name.dropLast(), facts).flatMap { plain($0, joinedBy: ", ") }
            return list?.isEmpty == true ? "none" : list
        }
        if name.hasSuffix(":day") {
            return fact(name.dropLast(4), facts)?.text.flatMap { Timestamp(rfc3339: $0)?.day }
        }
        guard name.first == "\"" else { return fact(name, facts).flatMap { plain($0) } }
        let parts = name.dropFirst().dropLast().split(separator: ":")
        let text: String
        switch fact(parts[0], facts) {
        case .text(let one): text = one
        case .list(let several): text = several.compactMap(\.text).joined(separator: "; ")
        default: return nil
        }
        return "\"\(text.printable(limit: parts.count > 1 ? Int(parts[1]) ?? 60 : 60))\""
    }

    /// Returns the fact with a name, or the named members in it; `nil` if it is missing.
    private static func fact(_ name: Substring, _ facts: Facts) -> Fact? {
        let names = name.split(separator: ".").map(String.init)
        guard let first = names.first, let fact = facts[first] else { return nil }
        guard names.count == 2 else { return fact }
        switch fact {
        case .record(let record): return record[names[1]]
        case .list(let list):
            let members = list.compactMap { $0.record?[names[1]] }
            return members.isEmpty ? nil : .list(members)
        default: return nil
        }
    }

    private static func plain(_ fact: Fact, joinedBy separator: String = " or ") -> String? {
        switch fact {
        case .null: nil
        case .text(let text): text.printable(limit: 80)
        case .list(let facts): facts.prefix(16).compactMap { plain($0) }.joined(separator: separator)
        case .flag, .integer, .number, .bytes, .secret, .record: fact.description
        }
    }
}
