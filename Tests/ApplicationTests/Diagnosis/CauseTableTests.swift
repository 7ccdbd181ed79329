import Foundation
import TestSupport
import Testing

@testable import ConnectivityDiagnosis

@Suite struct `The table of causes` {
    private static let kinds = Array(
        "lost\tfault\tx\nlate\tfault\tx\nodd\tfault\tx\nweak\tfault\tx\nhint\tfact\tx\nproof\tfact\tx\n".utf8
    )

    /// The confidence in each cause of a small table, by its name.
    private static func confidences(_ rows: [String], seeing seen: Set<String>) -> [String: String] {
        let file = Array(rows.map { $0.replacing(", ", with: "\t") }.joined(separator: "\n").utf8)
        let found = CauseTable(rows: file, kinds: kinds).confidences(seeing: seen)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.key.rawValue, $0.value.confidence.rawValue) })
            .filter { $0.value != "undecided" }
    }

    @Test func `A cause is read by its name; another name gives nil`() throws {
        expect(Cause(rawValue: "no-uplink"), "no-uplink")
        expect(Cause(rawValue: "no-such-cause"), nil)
        let read = try JSONDecoder().decode([Cause].self, from: JSONEncoder().encode(Cause.allCases))
        #expect(read == Cause.allCases && Set(read).count == read.count)
    }

    @Test func `Every cause has a row, and every kind of evidence is in a row and has a sentence`() {
        let table = CauseTable.standard
        expect(Set(table.rows.compactMap(\.cause)), Set(Cause.allCases))
        let used = table.rows.flatMap { $0.shown + Array($0.expected) + Array($0.compatible) + $0.excluded }
        expect(Set(used), Set(table.needsCause.keys))
        // A kind that needs a cause has one.
        let explained = Set(table.rows.flatMap { $0.expected.union($0.compatible) })
        expect(Set(table.needsCause.filter(\.value).keys).subtracting(explained), [])
    }

    @Test func `A cause is certain if no two others explain what was seen`() {
        let rows = ["portal, lost, -, late, -", "filter, late, -, -, -", "lossy, lost, -, -, proof"]
        expect(Self.confidences(rows, seeing: ["lost", "proof"]), ["portal": "certain", "lossy": "ruled-out"])
        expect(Self.confidences(rows, seeing: ["lost"]), ["portal": "possible", "lossy": "possible"])
        let both = Self.confidences(rows, seeing: ["lost", "late", "proof"])
        expect(both, ["portal": "certain", "filter": "possible", "lossy": "ruled-out"])
    }

    @Test func `Two faults at once are two certain causes`() {
        let rows = ["portal, lost, -, -, -", "filter, late, -, -, -"]
        expect(Self.confidences(rows, seeing: ["lost", "late"]), ["portal": "certain", "filter": "certain"])
    }

    @Test func `A cause is likely if others explain what was seen only at a greater cost`() {
        let rows = ["portal, lost, late, -, -", "filter, hint, -, lost late, -", "lossy, late, -, -, -"]
        expect(Self.confidences(rows, seeing: ["lost", "late", "hint"])["portal"], "likely")
        // A cause that nothing shows is not considered.
        expect(Self.confidences(rows, seeing: ["lost", "late"])["filter"], nil)
    }

    @Test func `What chance explains makes no cause more than possible, and what it hardly explains none certain`() {
        let rows = ["portal, weak lost, -, -, -", "chance, -, weak, lost, -"]
        expect(Self.confidences(rows, seeing: ["weak"]), ["portal": "possible"])
        expect(Self.confidences(rows, seeing: ["lost"]), ["portal": "likely"])
    }

    @Test func `What nothing explains does not hide the causes of the rest`() {
        let rows = ["portal, lost, -, -, -"]
        expect(Self.confidences(rows, seeing: ["lost", "odd"]), ["portal": "certain"])
        expect(Self.confidences(rows, seeing: []), [:])
    }
}
