import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit
import TestSupport
import Testing

/// The laws of a diagnosis, each with a function that breaks it.
extension `A diagnosis` {
    private static func evidence(_ answers: [ProbeExchange]) throws -> DiagnosticEvidence {
        let assessment = Assessment(
            access: .unreachable,
            reason: Reason("nothing-usable"),
            interface: ethernet,
            snapshot: InterfaceSnapshot([ethernet]),
            endpoints: try ["a", "b"].map { try failed($0, .timedOut(.connect)) },
            startedAt: now
        )
        return DiagnosticEvidence(assessment, answers: answers)
    }

    /// The findings of a diagnosis, with another first finding.
    private static func findings(
        _ evidence: DiagnosticEvidence,
        if condition: Bool = true,
        _ change: (inout Diagnosis.Finding) -> Void
    ) -> [Diagnosis.Finding] {
        var findings = Diagnosis(of: evidence).findings
        if condition { change(&findings[0]) }
        return findings
    }

    @Test func `Every diagnosis law is broken by a faulty diagnosis`() throws {
        let evidence = try Self.evidence(Self.bothSilent)
        try DiagnosisLaws.check(evidence)
        // The first finding is only likely, so that a fault can raise it.
        let first = try #require(Diagnosis(of: evidence).findings.first)
        try #require(first.confidence < .certain && !first.evidence.isEmpty)
        var count = 0
        let broken: [(law: DiagnosisLaws.Law, find: (DiagnosticEvidence) -> [Diagnosis.Finding])] = [
            (
                .isPure,
                { evidence in
                    count += 1
                    return Self.findings(evidence, if: count > 1) { $0.confidence = .certain }
                }
            ),
            (.isComplete, { Array(Diagnosis(of: $0).findings.dropLast()) }),
            (
                .isBacked,
                { evidence in
                    Self.findings(evidence) {
                        $0.confidence = .certain
                        $0.evidence = []
                    }
                }
            ),
            (
                .isUnordered,
                { evidence in
                    Self.findings(evidence, if: evidence.answers.first == Self.silent) { $0.confidence = .certain }
                }
            ),
            (
                .ignoresCutOff,
                { evidence in
                    Self.findings(evidence, if: evidence.assessment.endpoints.count > 2) { $0.confidence = .certain }
                }
            ),
        ]
        for (law, find) in broken {
            let violation = #expect(throws: LawViolation.self) { try DiagnosisLaws.check(evidence, by: find) }
            expect(violation?.law, law.rawValue)
        }
        let twice = try Self.evidence([Self.silent, Self.silent])
        let violation = #expect(throws: LawViolation.self) { try DiagnosisLaws.check(twice) }
        expect(violation?.law, DiagnosisLaws.Law.asksOnce.rawValue)
        expect(Set(broken.map(\.law) + [.asksOnce]), Set(DiagnosisLaws.Law.allCases))
    }
}
