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

    @Test func `Of shared texts every secret is replaced, and every value of evidence stays`() throws {
        let file = URL.package.appending(path: "Tests/Redaction/texts.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let rows = try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
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
