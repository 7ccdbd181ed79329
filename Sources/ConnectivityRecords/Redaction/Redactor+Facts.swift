import ConnectivityCore

// Questions and answers of kinds other than HTTP, of which nothing is known but that they are facts.

extension Redactor {
    /// Replaces secrets in facts: in texts and bytes by their shape, and all of what has a telling name.
    mutating func redacted(_ facts: Facts) -> Facts {
        var copy = facts
        for (name, fact) in facts.sorted { copy[name] = redacted(fact, isSecret: isSecret(Array(name.utf8)[...])) }
        return copy
    }

    private mutating func redacted(_ fact: Fact, isSecret: Bool) -> Fact {
        switch fact {
        case .null, .flag, .number, .secret: return fact
        case .integer(let number):
            guard isSecret, number > 9 else { return fact }
            let digits = replacement(forNumber: Array("\(number)".utf8)[...])
            return Int64(String(decoding: digits, as: UTF8.self)).map(Fact.integer) ?? .null
        case .text(let text):
            guard isSecret else { return .text(redacted(text)) }
            return .text(String(decoding: replacement(forToken: Array(text.utf8)[...]), as: UTF8.self))
        case .bytes(let bytes): return .bytes(isSecret ? replacement(forToken: bytes[...]) : redacted(bytes))
        case .list(let facts): return .list(facts.map { redacted($0, isSecret: isSecret) })
        case .record(let facts): return .record(redacted(facts))
        }
    }

    /// Replaces the same in a configuration, whose endpoints hold questions as they are asked.
    mutating func redactedQuestions(in json: JSON) -> JSON {
        var copy = json
        switch json.value {
        case .array(let elements): copy.value = .array(elements.map { redactedQuestions(in: $0) })
        case .object(let members):
            if let written = try? json.decode(WrittenFacts.self),
                let encoded = try? JSON(encoding: WrittenFacts(written.kind, redacted(written.facts)))
            {
                return encoded
            }
            copy.value = .object(
                members.map { JSON.Member($0.name, redactedQuestions(in: $0.value), at: $0.position) }
            )
        case .null, .bool, .integer, .number, .string: break
        }
        return copy
    }
}
