package import ConnectivityCore
public import ConnectivityText

extension Diagnosis {
    /// Returns sentences for people: the first cause with its advice, each cause with its evidence, and the excluded causes.
    ///
    /// Text from the network is reduced to short, printable text.
    ///
    /// - Parameter sentences: The sentences for reasons of Core and of plugins.
    /// - Returns: The sentences, in order; a single one if there is no problem.
    public func explanation(_ sentences: Sentences) -> [String] {
        guard let answer = answer() else { return ["Nothing is wrong that this check can see."] }
        return ["\(answer.prefix(1).uppercased())\(answer.dropFirst())"] + reasons(sentences)
    }

    /// Returns the first cause, its confidence, and its advice or the given one; `nil` if there is no problem.
    ///
    /// The text begins without a capital letter, such as `the router does not answer (certain). Switch it off and on.`
    package func answer(advising advice: String? = nil) -> String? {
        guard let first = causes.first else { return nil }
        return ["\(first.clause) (\(first.confidence.rawValue)).", advice ?? first.remedy].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Returns at most three lines: the evidence of the first cause, the other causes, and the excluded ones.
    ///
    /// Each has at most a few hundred characters; the list is empty if there is no problem. The URL of `portal` is known and
    /// not repeated.
    package func summary(_ sentences: Sentences, without portal: CaptivePortal? = nil) -> [String] {
        guard let first = shown.first else { return [] }
        let others = shown.dropFirst().prefix(3).map { "\($0.clause) (\($0.confidence.rawValue))" }
        return [
            first.because(sentences, atMost: 2, without: portal).map { "Evidence: \($0)." },
            others.isEmpty ? nil : "Also: \(others.joined(separator: "; ")).",
            exclusion,
        ].compactMap(\.self)
    }

    /// Returns a sentence with the evidence of each cause, the most certain first, and one with the excluded causes.
    package func reasons(_ sentences: Sentences) -> [String] {
        shown.enumerated().compactMap { place, finding in
            // The first cause is part of the answer.
            if place == 0 { return finding.because(sentences).map { "Evidence: \($0)." } }
            let because = finding.because(sentences).map { " (\(finding.confidence.rawValue); \($0))" }
            return "Also: \(finding.clause)\(because ?? " (\(finding.confidence.rawValue))")."
        } + [shown.isEmpty ? nil : exclusion].compactMap(\.self)
    }

    /// The listed causes; possible ones would only confuse next to certain ones.
    private var shown: [Finding] {
        let isClear = causes.first?.confidence == .certain
        return causes.filter { !isClear || $0.confidence > .possible }
    }

    /// The causes that evidence excludes, as one sentence; `nil` without any.
    private var exclusion: String? {
        let excluded = Set(ruledOut.filter { !$0.evidence.isEmpty }.map(\.cause))
        var open = Cause.allCases[...]
        var names: [String] = []
        while let layer = open.first?.texts.layer {
            // The causes of a layer follow each other.
            let causes = layer == "-" ? open.prefix(1) : open.prefix { $0.texts.layer == layer }
            open = open.dropFirst(causes.count)
            let found = causes.filter(excluded.contains)
            names += found.count > 1 && found.count == causes.count ? [layer] : found.map(\.texts.name)
        }
        return names.isEmpty ? nil : "Ruled out: \(names.joined(separator: ", "))."
    }

}

extension Diagnosis.Finding {
    /// The problem, as a clause.
    package var clause: String { filled(cause.texts.clause) }

    /// What to do, as a sentence.
    package var remedy: String { filled(cause.texts.remedy) }

    private func filled(_ text: String) -> String {
        SentenceTemplate(text: text).sentence(for: Reason(cause.rawValue, facts))
    }

    /// The evidence on one line; `nil` without any.
    fileprivate func because(
        _ sentences: Sentences,
        atMost count: Int = .max,
        without portal: CaptivePortal? = nil
    ) -> String? {
        let sentences = sentences.withDiagnoses
        let seen = evidence.prefix(count).map { seen in
            let reason = portal?.withoutURL(seen.reason) ?? seen.reason
            return "\(seen.subject.printable(limit: 80)): \(sentences.sentence(for: reason))"
        }
        return seen.isEmpty ? nil : seen.joined(separator: "; ")
    }
}

extension Diagnosis: Encodable {
    private enum CodingKeys: CodingKey {
        case causes, ruledOut, undecided
    }

    /// Encodes the causes and the excluded causes with their evidence, and the names of the undecided causes.
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

    /// Encodes the names of the cause and of the confidence, the evidence, and the sentences for people.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cause, forKey: .cause)
        try container.encode(confidence, forKey: .confidence)
        try container.encode("\(clause.prefix(1).uppercased())\(clause.dropFirst()).", forKey: .title)
        if confidence >= .possible { try container.encode(remedy, forKey: .remedy) }
        try container.encode(evidence, forKey: .evidence)
    }
}
