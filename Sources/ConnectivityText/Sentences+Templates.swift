extension Sentences {
    /// The templates of every code in this package, from the files of the folder Sentences.
    package static let standardTemplates = templates([
        PackageResources.answers_tsv, PackageResources.failures_tsv, PackageResources.rounds_tsv,
        PackageResources.qualities_tsv, PackageResources.services_tsv, PackageResources.diagnoses_tsv,
        PackageResources.sign_ins_tsv,
    ])

    /// The codes of verdicts on one answer.
    package static let answerCodes = codes(PackageResources.answers_tsv)
    /// The codes of rounds, paths and the device.
    package static let roundCodes = codes(PackageResources.rounds_tsv)

    private static func codes(_ file: [UInt8]) -> Set<String> {
        Set(templates([file]).keys.map { key in String(key.prefix { $0 != "?" }) })
    }

    private static func templates(_ files: [[UInt8]]) -> [String: String] {
        let rows = files.flatMap { Self.rows(of: $0, columns: 2) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// Returns the rows of a table, whose columns have a tab between them; a line that begins with # is a comment.
    static func rows(of file: [UInt8], columns: Int) -> [[String]] {
        file.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
            .map { line in
                let row = line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) }
                precondition(row.count == columns, "not \(columns) columns: \(String(decoding: line, as: UTF8.self))")
                return row
            }
    }
}
