import ConnectivityCore
public import ConnectivityText

extension Diagnosis {
    /// Returns sentences for people: the first cause with one thing to do, then each cause with its evidence, then what is
    /// ruled out.
    ///
    /// Text from the network is reduced to short, printable text.
    ///
    /// - Parameter sentences: The sentences for reasons; by default those of this package.
    /// - Returns: The sentences, in order; if nothing is wrong, one that says so.
    public func explanation(_ sentences: Sentences = .standard) -> [String] {
        guard let answer = answer() else { return ["Nothing is wrong that this check can see."] }
        return [answer] + reasons(sentences)
    }

    /// Returns the first cause and one thing to do, in one line; `nil` if nothing is wrong.
    /// - Parameter advice: Replaces the thing to do.
    /// - Returns: The line.
    package func answer(advising advice: String? = nil) -> String? {
        guard let first = causes.first else { return nil }
        return ["\(first.confidence.title): \(first.title)", advice ?? first.words?.remedy].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Returns a sentence with the evidence of each cause, and one with what is ruled out.
    /// - Parameter sentences: The sentences for reasons.
    /// - Returns: The sentences, the most certain cause first.
    package func reasons(_ sentences: Sentences = .standard) -> [String] {
        let isClear = causes.first?.confidence == .certain
        // Possible causes next to certain ones would only confuse.
        let shown = causes.filter { !isClear || $0.confidence > .possible }
        let excluded = ruledOut.map(\.cause.rawValue)
        return shown.enumerated().compactMap { place, finding in
            // The first title stands in the answer.
            if place == 0 { return finding.because(sentences).map { "Evidence: \($0)." } }
            let because = finding.because(sentences).map { " (\($0))" } ?? ""
            return "\(finding.confidence.title): \(finding.title)\(because)"
        } + (excluded.isEmpty || shown.isEmpty ? [] : ["Ruled out: \(excluded.joined(separator: ", "))."])
    }
}

extension Confidence {
    fileprivate var title: String { "\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }
}

extension Diagnosis.Finding {
    /// What people read about the cause; every cause has it.
    var words: CauseSentences? { CauseSentences(of: cause.rawValue) }

    fileprivate var title: String { words?.title ?? cause.rawValue }

    /// The evidence on one line; `nil` without any.
    fileprivate func because(_ sentences: Sentences) -> String? {
        let seen = evidence.map { "\($0.subject.printable(limit: 80)): \(sentences.sentence(for: $0.reason))" }
        return seen.isEmpty ? nil : seen.joined(separator: "; ")
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
