package import ConnectivityCore

// Facts and reasons without secrets.

extension Fact {
    /// Returns the fact with each text and byte string transformed; names of members stay.
    package func mapBytes(_ transform: ([UInt8]) -> [UInt8]) -> Fact {
        switch self {
        case .null, .flag, .integer, .number, .secret: self
        case .text(let text): .text(String(decoding: transform(Array(text.utf8)), as: UTF8.self))
        case .bytes(let bytes): .bytes(transform(bytes))
        case .list(let facts): .list(facts.map { $0.mapBytes(transform) })
        case .record(let facts): .record(facts.mapBytes(transform))
        }
    }
}

extension Facts {
    /// Returns the facts with each text and byte string transformed; names stay.
    package func mapBytes(_ transform: ([UInt8]) -> [UInt8]) -> Facts {
        var copy = self
        for (name, fact) in sorted { copy[name] = fact.mapBytes(transform) }
        return copy
    }
}

extension TextRedactor {
    /// Replaces secrets in facts: by shape in texts and bytes, and completely if the name of a fact is secret.
    package mutating func redacted(_ facts: Facts) -> Facts {
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

    /// Replaces secrets in the facts of a reason and of its parts.
    package mutating func redacted(_ reason: Reason) -> Reason {
        Reason(reason.code, redacted(reason.facts), parts: reason.parts.map { redacted($0) })
    }
}

extension CompanionObservation {
    /// The observation without secrets in its subject, which may be a URL, and in its reason, for logs and
    /// notifications; without facts and evidence.
    package var redacted: CompanionObservation {
        var redactor = TextRedactor(.standard)
        var copy = self
        (copy.subject, copy.reason) = (redactor.redacted(subject), redactor.redacted(reason))
        (copy.facts, copy.evidence) = ([:], [])
        return copy
    }
}

extension Reason {
    /// The reason without secrets that have a listed name or a documented shape, for logs and notifications.
    package var redacted: Reason {
        var redactor = TextRedactor(.standard)
        return redactor.redacted(self)
    }
}
