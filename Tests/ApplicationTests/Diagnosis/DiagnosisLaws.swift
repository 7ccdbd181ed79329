import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit

/// The laws of a diagnosis, and how often its words come true.
///
/// A diagnosis is a forecast: what it calls certain must be so, and what it calls likely must be so nearly always. Whether it
/// is, only networks show whose faults are known:
///
/// ```swift
/// var calibration = DiagnosisLaws.Calibration()
/// for network in networks {
///     let evidence = await Diagnosis.completing(DiagnosticEvidence(network.assessment), asking: network.prober)
///     try DiagnosisLaws.check(evidence)
///     calibration.add(Diagnosis(of: evidence), truth: network.faults)
/// }
/// #expect(calibration.wrong(.certain) == 0)
/// ```
enum DiagnosisLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    enum Law: String, Hashable, Sendable, CaseIterable {
        case isPure = "the same evidence gives the same diagnosis"
        case isComplete = "every cause is considered once, the most certain first"
        /// A certain or likely cause has evidence, except that nothing is connected.
        case isBacked = "what is certain or likely has evidence"
        case isUnordered = "the order of the answers does not change what is certain"
        /// A question that this program's own limits cut off is not evidence.
        case ignoresCutOff = "what was cut off makes nothing more certain"
        /// Nothing is asked twice, and questions end.
        case asksOnce = "no question is asked twice"
    }

    /// Checks the laws on some evidence, and throws the first ``LawViolation`` that is found.
    static func check(_ evidence: DiagnosticEvidence) throws {
        try check(evidence) { Diagnosis(of: $0).findings }
    }

    /// Checks the laws on what a function finds in some evidence.
    static func check(
        _ evidence: DiagnosticEvidence,
        by find: (DiagnosticEvidence) -> [Diagnosis.Finding]
    ) throws {
        let findings = find(evidence)
        func require(_ holds: Bool, _ law: Law, _ shown: @autoclosure () -> String) throws {
            if !holds { throw LawViolation(law.rawValue, shownBy: shown()) }
        }
        let text = { "\(findings.map { "\($0.cause.rawValue) \($0.confidence.rawValue)" })" }
        try require(find(evidence) == findings, .isPure, text())
        let causes = findings.map(\.cause)
        let isSorted = zip(findings, findings.dropFirst()).allSatisfy { $0.confidence >= $1.confidence }
        try require(
            Set(causes).count == Cause.allCases.count && causes.count == Set(causes).count && isSorted,
            .isComplete,
            text()
        )
        let bare = findings.first { $0.confidence >= .likely && $0.evidence.isEmpty && $0.cause != "no-link" }
        try require(bare == nil, .isBacked, "\(bare.map { $0.cause.rawValue } ?? "")")
        var turned = evidence
        turned.answers.reverse()
        try require(certain(find(turned)) == certain(findings), .isUnordered, text())
        try checkCutOff(evidence, by: find, findings)
        let asked = evidence.answers.map { "\($0.request.question) \($0.request.path)" }
        try require(Set(asked).count == asked.count, .asksOnce, "\(asked)")
    }

    /// An endpoint whose probe was cut off, added to the evidence, makes no cause more certain.
    private static func checkCutOff(
        _ evidence: DiagnosticEvidence,
        by find: (DiagnosticEvidence) -> [Diagnosis.Finding],
        _ findings: [Diagnosis.Finding]
    ) throws {
        guard let path = evidence.assessment.paths.firstIndex(where: { !$0.endpoints.isEmpty }) else { return }
        var report = evidence.assessment.paths[path].endpoints[0]
        report.exchange.outcome = .failure(ProbeFailure(.cutOff))
        report.verdict = Verdict(.inconclusive, because: Reason("no-answer", ["failure": "cut-off"]))
        var more = evidence
        more.assessment.paths[path].endpoints.append(report)
        let raised = find(more).first { finding in
            finding.confidence >= .possible
                && finding.confidence > (findings.first { $0.cause == finding.cause }?.confidence ?? .certain)
        }
        if let raised { throw LawViolation(Law.ignoresCutOff.rawValue, shownBy: raised.cause.rawValue) }
    }

    private static func certain(_ findings: [Diagnosis.Finding]) -> Set<Cause> {
        Set(findings.filter { $0.confidence == .certain }.map(\.cause))
    }

    /// How often the statements of diagnoses were true.
    struct Calibration: Sendable {
        /// How often each confidence was stated of a cause, and how often of a true one.
        private(set) var stated: [Confidence: (count: Int, right: Int)] = [:]
        /// How many networks there were by the number of their faults, and of how many the first cause was true.
        private(set) var first: [Int: (count: Int, right: Int)] = [:]
        /// How many networks without a fault got a cause that is at least likely.
        private(set) var falseAlarms = 0
        /// The wrong findings, for the message of a test: the cause, its confidence and the truth.
        private(set) var mistakes: [String: Int] = [:]

        init() {}

        /// Adds one diagnosis of a network that has the faults of the truth.
        mutating func add(_ diagnosis: Diagnosis, truth: Set<Cause>) {
            let name = truth.map(\.rawValue).sorted().joined(separator: " and ")
            func mistake(_ text: String) {
                mistakes["\(text); true is \(name.isEmpty ? "nothing" : name)", default: 0] += 1
            }
            for finding in diagnosis.findings {
                let isTrue = truth.contains(finding.cause)
                let old = stated[finding.confidence] ?? (0, 0)
                stated[finding.confidence] = (old.count + 1, old.right + (isTrue ? 1 : 0))
                if finding.confidence >= .likely, !isTrue {
                    mistake("\(finding.confidence.rawValue) \(finding.cause.rawValue)")
                }
                if finding.confidence == .ruledOut, isTrue { mistake("ruled out \(finding.cause.rawValue)") }
            }
            let leading = diagnosis.causes.first
            let isRight = leading.map { truth.contains($0.cause) } ?? truth.isEmpty
            let old = first[truth.count] ?? (0, 0)
            first[truth.count] = (old.count + 1, old.right + (isRight ? 1 : 0))
            if !isRight, !truth.isEmpty { mistake("first is \(leading?.cause.rawValue ?? "nothing")") }
            if truth.isEmpty, leading.map({ $0.confidence >= .likely }) ?? false { falseAlarms += 1 }
        }

        /// Adds the counts of another table.
        mutating func add(_ other: Calibration) {
            for (key, value) in other.stated {
                let old = stated[key] ?? (0, 0)
                stated[key] = (old.count + value.count, old.right + value.right)
            }
            for (key, value) in other.first {
                let old = first[key] ?? (0, 0)
                first[key] = (old.count + value.count, old.right + value.right)
            }
            falseAlarms += other.falseAlarms
            mistakes.merge(other.mistakes, uniquingKeysWith: +)
        }

        /// How often a confidence was stated of a cause that is not true, or `ruled-out` of one that is.
        func wrong(_ confidence: Confidence) -> Int {
            let (count, right) = stated[confidence] ?? (0, 0)
            return confidence == .ruledOut ? right : count - right
        }

        /// The most frequent mistakes, a line each.
        func commonMistakes(_ count: Int = 20) -> [String] {
            mistakes.sorted {
                ($0.key.hasPrefix("certain") || $0.key.hasPrefix("ruled") ? 1 : 0, $0.value, $1.key)
                    > ($1.key.hasPrefix("certain") || $1.key.hasPrefix("ruled") ? 1 : 0, $1.value, $0.key)
            }.prefix(count).map {
                "\($0.value) times: \($0.key)"
            }
        }
    }
}
