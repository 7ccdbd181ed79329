/// Text in rows and columns, for people.
package struct Table {
    /// The margin of the lines that continue a row which is too wide for a terminal.
    private static let indent = 4

    private var rows: [[String]]

    package init(_ header: [String]) { rows = [header] }

    package mutating func add(_ row: [String]) { rows.append(row) }

    /// The rows, each column as wide as its longest cell.
    package var text: String { text(within: nil) }

    /// Returns the rows; in a terminal of so many columns, cells are wrapped at spaces, and the last columns are continued on
    /// further lines if that is not enough.
    package func text(within width: Int?) -> String {
        let bands = bands(within: width ?? .max)
        return rows.flatMap { row in bands.flatMap { lines(of: row, $0) } }.joined(separator: "\n")
    }

    /// Columns that are next to each other on one line, with their widths.
    private typealias Band = (columns: Range<Int>, widths: [Int], indent: Int)

    /// Divides the columns, so that each part fits if its cells are wrapped.
    private func bands(within width: Int) -> [Band] {
        var bands: [Band] = []
        var rest = (rows.first ?? []).indices
        while !rest.isEmpty {
            let indent = bands.isEmpty ? 0 : Self.indent
            var count = rest.count
            while count > 1, total(rest.prefix(count).map(wordWidth)) + indent > width { count -= 1 }
            let columns = rest.prefix(count)
            bands.append((columns, widths(columns, within: width - indent), indent))
            rest = rest.dropFirst(count)
        }
        return bands
    }

    /// Returns the widths of columns; the widest are narrowed until all fit, but not below their longest words.
    private func widths(_ columns: Range<Int>, within width: Int) -> [Int] {
        let least = columns.map(wordWidth)
        var widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        while total(widths) > width,
            let widest = widths.indices.filter({ widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
        {
            widths[widest] -= 1
        }
        return widths.map { min($0, width) }
    }

    private func wordWidth(_ column: Int) -> Int {
        rows.map { $0[column].split(separator: " ").map(\.count).max() ?? 0 }.max() ?? 0
    }

    private func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }

    private func lines(of row: [String], _ band: Band) -> [String] {
        let cells = zip(row[band.columns], band.widths).map { $0.count <= $1 ? [$0] : $0.wrapped(to: $1) }
        guard band.indent == 0 || cells.contains(where: { $0 != [""] }) else { return [] }
        return (0..<(cells.map(\.count).max() ?? 0)).map { number in
            let parts = zip(cells, band.widths).map { (number < $0.count ? $0[number] : "").padded(to: $1) }
            var line = String(repeating: " ", count: band.indent) + parts.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

extension String {
    /// Returns the text padded with spaces to a width.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

    /// Returns the lines of one paragraph; only a word that is wider than a line makes a longer one.
    package func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for word in split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.isEmpty ? [""] : lines
    }
}
