import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityTestKit
import TestSupport
import Testing

/// Diagnoses of networks that are drawn at random and know their faults.
@Suite struct `A diagnosis as a forecast` {
    /// How many networks are drawn.
    private static let networks = UInt64(LongForm.count(1_000, orLong: 10_000))

    @Test func `Certain is never wrong, likely hardly ever, and what is true is never ruled out`() async throws {
        // Two parts, for two processors.
        let calibration = try await withThrowingTaskGroup { group in
            for part in 0..<2 as Range<UInt64> {
                group.addTask { try Self.calibration(of: stride(from: part, to: Self.networks, by: 2)) }
            }
            return try await group.reduce(into: DiagnosisLaws.Calibration()) { $0.add($1) }
        }
        let mistakes = calibration.commonMistakes(40).joined(separator: "\n")
        print(Self.table(calibration))
        expect(calibration.wrong(.certain), 0, "\(mistakes)")
        expect(calibration.wrong(.ruledOut), 0, "\(mistakes)")
        let likely = calibration.stated[.likely] ?? (1, 0)
        #expect(calibration.wrong(.likely) * 10 <= likely.count, "\(mistakes)")
        for faults in 1...2 {
            let first = calibration.first[faults] ?? (1, 0)
            #expect(first.right * 100 >= 95 * first.count, "\(first) with \(faults) faults\n\(mistakes)")
        }
        #expect(calibration.falseAlarms * 50 <= calibration.first[0]?.count ?? 0, "\(mistakes)")
    }

    @Test func `Every cause is a fault of drawn networks, except those of a set proxy`() {
        let drawn = Set(FaultyNetwork.faults.map(\.cause))
        #expect(Set(Cause.allCases).subtracting(drawn) == ["proxy-silent", "proxy-refuses"])
    }

    /// The table of the guide.
    private static func table(_ calibration: DiagnosisLaws.Calibration) -> String {
        let words = [Confidence.certain, .likely, .possible].map { confidence in
            let (count, right) = calibration.stated[confidence] ?? (0, 0)
            return "\(confidence.rawValue): \(right) of \(count) true"
        }
        let first = calibration.first.sorted { $0.key < $1.key }.map { faults, value in
            "first cause with \(faults) faults: \(value.right) of \(value.count)"
        }
        return (words + ["ruled out although true: \(calibration.wrong(.ruledOut))"] + first).joined(separator: "; ")
    }

    private static func calibration(of seeds: some Sequence<UInt64>) throws -> DiagnosisLaws.Calibration {
        var calibration = DiagnosisLaws.Calibration()
        for seed in seeds {
            // One network of six has no fault, and a half of the others has two.
            let network = FaultyNetwork(seed: seed, faultCount: seed % 6 == 0 ? 0 : Int(seed % 2) + 1)
            guard network.isPossible else { continue }
            let evidence = try evidence(of: network)
            if seed % 20 < 2 { try DiagnosisLaws.check(evidence) }
            // Late answers over plain HTTP make the line slow if its quality says so.
            let quality = evidence.assessment.quality
            let isSlow =
                network.plainDelay > .zero && [.slow, .poor].contains(quality?.level)
                && quality?.reason.contains(code: "quality-loss") == false
            calibration.add(Diagnosis(of: evidence), truth: network.truth.union(isSlow ? ["slow"] : []))
        }
        return calibration
    }

    private static func evidence(of network: FaultyNetwork) throws -> DiagnosticEvidence {
        try simulate { clock in
            let prober = network.prober(on: clock)
            let configuration = Pipeline.Configuration(
                StaticInterfaceSource(network.snapshot),
                prober,
                asking: network.endpoints,
                pool: network.pool
            )
            let pipeline = try Pipeline.simulated(
                configuration,
                on: clock,
                drawing: network.seed,
                from: network.civilStart
            )
            let assessment = try await pipeline.assess()
            var evidence = DiagnosticEvidence(assessment)
            evidence.proxies = network.proxies
            return await Diagnosis.completing(evidence, asking: prober)
        }
    }
}
