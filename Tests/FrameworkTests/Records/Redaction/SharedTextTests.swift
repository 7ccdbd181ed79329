import ConnectivityCore
import ConnectivityRecords
import ConnectivityRedaction
import Foundation
import TestSupport
import Testing

/// Texts that people share with a recording, each with a secret that must go, or with evidence that must stay.
@Suite struct SharedTextTests {
    private struct Row: Decodable {
        let isSecret: Bool
        let kind: String
        let text: String
        let value: String
        /// The name of the field that has the text as its value; `nil` for a body.
        let field: String?
    }

    private static func rows() throws -> [Row] {
        let file = URL.package.appending(path: "Tests/Redaction/texts.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }

    @Test func `Redaction ends for shared texts that are cut, joined and damaged anywhere`() throws {
        let texts = try Self.rows().map { Array($0.text.utf8) }
        var random = SplitMix64(seed: 63)
        for text in texts {
            for _ in 0..<12 {
                let (start, end) = (
                    Int.random(in: 0..<text.count, using: &random), Int.random(in: 0...text.count, using: &random)
                )
                var bytes = Array(text[min(start, end)..<max(start, end)])
                if Bool.random(using: &random) { bytes += texts.randomElement(using: &random)?.prefix(40) ?? [] }
                for _ in 0..<2 where !bytes.isEmpty {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                        "\"'<>{}[]():;=,/.\\ \n%&-1a".utf8.randomElement(using: &random) ?? 0
                }
                var redactor = TextRedactor(.standard)
                _ = redactor.redacted(bytes, isField: Bool.random(using: &random))
            }
        }
        for text in [
            #"1:"abcdef1234567890""#, #"12:"0a1b2c3d4e5f6a7b""#, "<name>pin</name>", "<b>pin</b", "(at)", "pin:",
        ] {
            for end in 0...text.utf8.count {
                var redactor = TextRedactor(.standard)
                _ = redactor.redacted(Array(text.utf8.prefix(end)))
            }
        }
    }

    @Test func `Of shared texts every secret is replaced, and every value of evidence stays`() throws {
        let rows = try Self.rows()
        #expect(rows.count { $0.isSecret } > 600 && rows.count { !$0.isSecret } > 350)
        for row in rows {
            var response = ProbeResponse(status: 200)
            if let field = row.field {
                response.headers = HeaderFields([.init(name: field, value: row.text)])
            } else {
                response.body = Array(row.text.utf8)
            }
            let found = Redaction.standard.redacted(Recording(response)).response
            let bytes = row.field.map { Array((found.headers[$0] ?? "").utf8) } ?? found.body
            let texts = [bytes, DecodedText(bytes).bytes].map { String(decoding: $0, as: UTF8.self) }
            let isThere = texts.contains { $0.contains(row.value) }
            #expect(isThere != row.isSecret, "\(row.kind): \(row.text) became \(texts[0])")
        }
    }
}
