package import ConnectivityCore

// The common parts of questions to name servers over any transport.

extension Question {
    /// The records that a name server is asked for, over any transport: `dns`, `dot` and `doh`; `nil` for another kind.
    package var dnsRecords: DNSQuestion? {
        switch kind {
        case DNSQuestion.kind: decoded(as: DNSQuestion.self)
        case DoTQuestion.kind: decoded(as: DoTQuestion.self)?.records
        case DoHQuestion.kind: decoded(as: DoHQuestion.self)?.records
        default: nil
        }
    }
}

extension ProbeExchange {
    /// The answer of a name server over any transport: the kinds `dns`, `dot` and `doh`.
    ///
    /// It is `nil` if the probe failed, if the answer is of another kind, or if its facts cannot be read.
    package var dnsAnswer: DNSAnswer? {
        guard case .success(.other(let kind, let facts)) = outcome, DNSAnswer.kinds.contains(kind) else { return nil }
        return DNSAnswer(facts: facts)
    }
}

extension DNSAnswer {
    /// The kinds of questions that have such an answer.
    package static let kinds: Set<Question.Kind> = [DNSQuestion.kind, DoTQuestion.kind, DoHQuestion.kind]
}

extension DNSQuestion {
    /// Reads the records to ask for from facts besides others; `nil` if a fact has no meaning, or if a server is stated.
    init?(facts: Facts, besides others: Set<String>) {
        var own: Facts = [:]
        for (name, fact) in facts.sorted where !others.contains(name) { own[name] = fact }
        guard own["server"] == nil else { return nil }
        self.init(facts: own)
    }

    var withoutServer: DNSQuestion {
        server == nil
            ? self : isUnderRandomLabel ? DNSQuestion(randomNameUnder: name, type) : DNSQuestion(name, type)
    }
}
