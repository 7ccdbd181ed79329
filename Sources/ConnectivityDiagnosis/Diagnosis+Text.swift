import ConnectivityCore
public import ConnectivityText

extension Diagnosis {
    /// Returns sentences for people: each cause with its evidence and one thing to do, then what is ruled out.
    ///
    /// Text from the network is reduced to short, printable text.
    ///
    /// - Parameter sentences: The sentences for reasons; by default those of this package.
    /// - Returns: The sentences, in order; if nothing is wrong, one that says so.
    public func explanation(_ sentences: Sentences = .standard) -> [String] {
        let hidden = causes.first?.confidence == .certain
        // What is merely possible beside what is certain would only confuse.
        let told = causes.filter { !hidden || $0.confidence > .possible }
        guard !told.isEmpty else { return ["Nothing is wrong that this check can see."] }
        let excluded = ruledOut.map(\.cause.rawValue)
        return told.map { $0.text(sentences) }
            + (excluded.isEmpty ? [] : ["Ruled out: \(excluded.joined(separator: ", "))."])
            + [told.first?.words?.remedy].compactMap(\.self)
    }
}

extension Diagnosis.Finding {
    /// What people read about the cause; every cause has it.
    var words: CauseSentences? { CauseSentences(of: cause.rawValue) }

    fileprivate func text(_ sentences: Sentences) -> String {
        let seen = evidence.map { "\($0.subject.printable(limit: 80)): \(sentences.sentence(for: $0.reason))" }
        let because = seen.isEmpty ? "" : " (\(seen.joined(separator: "; ")))"
        return "\(confidence.rawValue.prefix(1).uppercased())\(confidence.rawValue.dropFirst()): "
            + "\(words?.title ?? cause.rawValue)\(because)"
    }
}

extension Diagnosis: Encodable {
    private enum CodingKeys: CodingKey {
        case causes, ruledOut, undecided
    }

    /// Writes the causes with their evidence and remedy, those ruled out, and the names of those that are undecided.
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Only errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(causes, forKey: .causes)
        try container.encode(ruledOut, forKey: .ruledOut)
        try container.encode(findings.filter { $0.confidence == .undecided }.map(\.cause), forKey: .undecided)
    }
}

extension Diagnosis.Finding: Encodable {
    private enum CodingKeys: CodingKey {
        case cause, confidence, title, remedy, evidence
    }

    /// Writes the names of the cause and the confidence, the evidence, and the sentences for people.
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Only errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cause, forKey: .cause)
        try container.encode(confidence, forKey: .confidence)
        try container.encode(words?.title, forKey: .title)
        if confidence >= .possible { try container.encode(words?.remedy, forKey: .remedy) }
        try container.encode(evidence, forKey: .evidence)
    }
}
