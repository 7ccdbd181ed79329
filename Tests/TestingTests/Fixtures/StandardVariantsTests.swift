import ConnectivityCore
import ConnectivityFixtures
import TestSupport
import Testing

/// The seeds of blocks of variants; ten times as many in the long form.
private func seeds(from first: UInt64, count: Int) -> Range<UInt64> {
    first..<first + UInt64(LongForm.count(count, orLong: 10 * count))
}

/// The verdicts of this package's validators on ten thousand variants, which were made without them.
@Suite struct `Ten thousand variants` {
    private static let judge = ExchangeJudge(.standard)

    /// The fault of the verdict on a variant; `nil` if there is none.
    private static func fault(of variant: Variant) -> String? {
        guard let row = [variant].judged(by: judge).rows.first else { return nil }
        guard row.mark == .right else { return "\(row)" }
        guard let url = variant.signInURL, row.verdict.portal?.signInURL != url else { return nil }
        return
            "\(variant): the sign-in at \(url) expected, found \(row.verdict.portal?.signInURL?.description ?? "none")"
    }

    /// Records every fault by its smallest variant, once.
    private func expectRight(_ variants: [Variant], seed: UInt64) {
        var faults: [Variant: String] = [:]
        for variant in variants where Self.fault(of: variant) != nil {
            faults[variant.minimized { Self.fault(of: $0) != nil }] = "seed \(seed): \(variant)"
        }
        for (smallest, origin) in faults { Issue.record("\(Self.fault(of: smallest) ?? ""); drawn as \(origin)") }
    }

    @Test(arguments: seeds(from: 1, count: 10))
    func `Recognizable portals are captive, and no portal is genuine`(seed: UInt64) {
        expectRight(Variant.portals(count: 500, seed: seed), seed: seed)
    }

    @Test(arguments: seeds(from: 1_001, count: 5))
    func `No filter, proxy or parked name is genuine`(seed: UInt64) {
        expectRight(Variant.filters(count: 400, seed: seed), seed: seed)
    }

    @Test(arguments: seeds(from: 2_001, count: 3))
    func `Unusually sent answers of endpoints are genuine or inconclusive`(seed: UInt64) {
        expectRight(Variant.genuine(count: 400, seed: seed), seed: seed)
    }

    @Test(arguments: seeds(from: 3_001, count: 4))
    func `Recorded answers keep their findings, however they are sent`(seed: UInt64) {
        expectRight(PortalFixture.all.flatMap { $0.variants(count: 3, seed: seed) }, seed: seed)
    }

    /// Found by these tests, each the smallest that showed its fault; a new one is added when its fault is mended.
    @Test(arguments: [
        "portal form=refresh references=numeric", "portal form=frameset references=numeric",
        "portal form=511-refresh references=numeric", "portal form=script-onload references=numeric",
        "portal form=script script=escaped", "portal form=script-assign script=bracket",
        "portal form=script-timer script=template", "portal form=link decoy=title",
        "portal endpoint=arch form=link decoy=comment",
    ])
    func `A variant that was once judged wrongly is judged rightly`(line: String) throws {
        let variant = try #require(Variant(line))
        expect(Self.fault(of: variant), nil)
    }
}
