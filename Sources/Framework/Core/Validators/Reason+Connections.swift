// The reasons of verdicts on the URL of an answer, and the captures of patterns. Each code has its template in ConnectivityText.

extension Reason {
    /// The answer comes from the expected URL.
    package static func landed(at url: HTTPURL) -> Reason { Reason(landedCode, ["url": .text("\(url)")]) }
    package static let landedCode = "landed"
    /// The answer comes from another URL.
    package static func landedElsewhere(at url: HTTPURL, refusal: ProbeExchange.RedirectRefusal?) -> Reason {
        var facts: Facts = ["url": .text("\(url)")]
        if let refusal { facts["refusal"] = .text(refusal.rawValue) }
        return Reason("landed-elsewhere", facts)
    }

    /// The reason with the texts of named groups of a pattern, by name.
    package func capturing(_ captures: [String: String]) -> Reason {
        guard !captures.isEmpty else { return self }
        var copy = self
        copy.facts["captures"] = .record(Facts(captures.mapValues(Fact.text)))
        return copy
    }
    /// The texts that named groups of patterns captured, in this reason and its parts; the first of each name.
    package var captures: [String: String] {
        var captures = parts.reduce(into: [:]) { all, part in all.merge(part.captures) { first, _ in first } }
        for (name, fact) in facts["captures"]?.record?.sorted ?? [] { captures[name] = fact.text }
        return captures
    }
}
