/// Reads tables in files that are embedded in the code.
package enum EmbeddedTable {
    /// Returns the rows of a table with tabs between its columns; a line that begins with # is a comment.
    package static func rows(of file: [UInt8], columns: Int) -> [[String]] {
        file.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
            .map { line in
                let row = line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) }
                precondition(row.count == columns, "not \(columns) columns: \(String(decoding: line, as: UTF8.self))")
                return row
            }
    }

    /// Returns the texts of tables with two columns, by their first column.
    package static func texts(of files: [[UInt8]]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: files.flatMap { rows(of: $0, columns: 2) }.map { ($0[0], $0[1]) })
    }
}
