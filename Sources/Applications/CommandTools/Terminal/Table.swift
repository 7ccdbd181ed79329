/// Text in rows and columns, for people.
package struct Table {
    private var rows: [[String]]

    package init(_ header: [String]) { rows = [header] }

    package mutating func add(_ row: [String]) { rows.append(row) }

    /// The rows, each column as wide as its longest cell.
    package var text: String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
        .joined(separator: "\n")
    }
}

extension String {
    /// Returns the text padded with spaces to a width.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
