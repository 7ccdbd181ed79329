import ConnectivityCommandTools

/// Text for a terminal of eighty columns.
enum WrappedText {
    static let width = 80
    /// The maximum width of the column of names; the text of a longer name begins on the next line.
    private static let nameWidthMax = 27

    /// Returns rows of a name and a text, in two columns.
    static func table(_ rows: [(name: String, text: String)]) -> String {
        let names = rows.map(\.name.count).filter { $0 <= nameWidthMax }
        let indent = (names.max() ?? nameWidthMax) + 2
        return rows.map { name, text in
            let margin = String(repeating: " ", count: indent)
            let rest = text.wrapped(to: width - indent).joined(separator: "\n\(margin)")
            let isShort = name.count <= nameWidthMax
            return (isShort ? name.padded(to: indent) : "\(name)\n\(margin)") + rest
        }
        .joined(separator: "\n")
    }

    /// Returns wrapped paragraphs, separated by empty lines; a line that begins with two spaces is unchanged.
    static func paragraphs(_ text: String) -> String {
        var done: [String] = []
        var open: [Substring] = []
        func close() {
            if !open.isEmpty { done += open.joined(separator: " ").wrapped(to: width) }
            open = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || line.hasPrefix("  ") {
                close()
                done.append(String(line))
            } else {
                open.append(line)
            }
        }
        close()
        return done.joined(separator: "\n")
    }
}
