#if canImport(CCurl) && os(Linux)
import Foundation
import TestSupport
import Testing

/// The comparisons of `Tests/Bench/run --check`; the measurement itself is not a test.
@Suite(.needs(.python)) struct `The ratios of the bench` {
    private static let root = URL.package

    /// A table with two ratios, of which one is given.
    private func results(_ ratio: String) throws -> String {
        try temporaryFile(
            """
            ## Over loopback

            | work | CPU | wall | rival | its CPU | ratio of CPU |
            | --- | --- | --- | --- | --- | --- |
            | one probe | 2.0 / 2.1 ms | 3 / 3 ms | C | 1.0 / 1.0 ms | 2.00 |
            | `check --json` of 10 endpoints, 14.\(ratio.count) KB | 4 / 4 ms | 5 / 5 ms | C | 2 / 2 ms | \(ratio) |
            | without a rival | 4 / 4 ms | 5 / 5 ms | missing | missing | – |

            """
        )
    }

    private func check(_ expected: String, _ measured: String) throws -> [String] {
        try Tool.run("\(Self.root.path())/Tests/Bench/ratios check \(expected) \(measured); echo status $?")
    }

    @Test func `The check of the bench fails if a ratio is worse by more than a quarter, and names it`() throws {
        let expected = try results("2.00")
        let doctored = try check(try results("1.5"), expected)
        expect(doctored.last, "status 1", "\(doctored)")
        #expect(
            doctored.contains { $0.hasPrefix("  2.00  WORSE than 1.50  `check --json` of 10 endpoints (C)") },
            "\(doctored)"
        )
        #expect(doctored.contains("1 of 2 ratios are worse by more than a quarter: `check --json` of 10 endpoints"))
        let kept = try check(expected, try results("2.4"))
        #expect(kept.last == "status 0" && kept.contains("none of 2 ratios is worse by more than a quarter"), "\(kept)")
    }

    @Test func `The check of the bench fails if nothing can be compared`() throws {
        let lines = try check(try temporaryFile("nothing"), try results("2.00"))
        expect(lines.last, "status 1", "\(lines)")
    }
}
#endif
