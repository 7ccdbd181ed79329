/// Text in rows and columns, for people.
struct Table {
    private var rows: [[String]]

    init(_ header: [String]) { rows = [header] }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// The rows, each column as wide as its longest cell.
    var text: String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
        .joined(separator: "\n")
    }
}
