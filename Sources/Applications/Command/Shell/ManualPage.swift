import ConnectivityRegistry
import ConnectivityToolkit

/// A page of the manual, in mdoc(7).
struct ManualPage {
    /// The name of its file without the section.
    let name: String
    let section: Int
    private(set) var text: String

    init(_ name: String, section: Int = 1, about summary: String) {
        (self.name, self.section) = (name, section)
        text = """
            .Dd \(PackageVersion.date)
            .Dt \(name.uppercased()) \(section)
            .Os
            .Sh NAME
            .Nm \(name)
            .Nd \(Self.escaped(summary.hasSuffix(".") ? String(summary.dropLast()) : summary))
            """
    }

    init(_ grammar: Grammar) {
        self.init(Self.name(grammar), about: grammar.summary)
        add(".Sh SYNOPSIS\n.Nm connectivityctl \(grammar.name)")
        if !grammar.options.isEmpty { add(".Op Ar options") }
        // A single closing bracket would be a delimiter of mdoc.
        if let operands = grammar.operands {
            add(operands.split(separator: " ").map { ".Ar \(Self.argument(String($0)))" }.joined(separator: "\n"))
        }
        add(".Sh DESCRIPTION")
        add(prose: grammar.summary)
        if !grammar.notes.isEmpty {
            add(".Pp")
            add(prose: grammar.notes)
        }
        add(".Sh OPTIONS\n.Bl -tag -width Ds")
        let (options, others) = grammar.explained
        for option in options + [.flag("help", "print this help")] {
            let letter = option.letter.map { "Fl \($0) , " } ?? ""
            let value = option.value.map { " Ar \(Self.argument($0))" } ?? ""
            add(".It \(letter)Fl \\-\(option.name)\(value)")
            add(prose: option.help.prefix(1).uppercased() + option.help.dropFirst() + ".")
        }
        add(".El")
        if let others {
            add(".Pp")
            add(prose: others)
        }
        let check = others == nil ? "" : ".Xr connectivityctl-check 1 ,\n"
        add(".Sh SEE ALSO\n.Xr connectivityctl 1 ,\n\(check).Xr connectivityctl-configuration 5")
    }

    /// The page about the whole command.
    static func overview(_ grammars: [Grammar]) -> ManualPage {
        var page = ManualPage("connectivityctl", about: "report whether the Internet is really there, and if not, why")
        page.add(".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar options\n.Nm\n.Fl \\-version\n.Sh DESCRIPTION")
        page.add(prose: CommandLineTool.purpose)
        page.add(".Sh COMMANDS\n.Bl -tag -width Ds")
        for grammar in grammars {
            page.add(".It Cm \(grammar.name)")
            page.add(prose: grammar.summary)
        }
        page.add(".El")
        page.add(embedded: PackageResources.manual_overview_txt)
        page.add(".El\n.Sh EXIT STATUS")
        page.add(prose: CommandLineTool.statuses)
        page.add(".Sh SEE ALSO")
        let names = grammars.map { "\(name($0)) 1" }.sorted() + ["connectivityctl-configuration 5"]
        page.add(names.map { ".Xr \($0)" }.joined(separator: " ,\n"))
        return page
    }

    private static func name(_ grammar: Grammar) -> String {
        "connectivityctl-" + grammar.name.split(separator: " ").joined(separator: "-")
    }

    mutating func add(_ lines: String) { text += "\n" + lines }

    /// Adds an embedded text: a line that begins with a full stop is a macro, any other line is prose.
    mutating func add(embedded text: [UInt8]) {
        for line in String(embedded: text).split(separator: "\n").map(String.init) {
            if line.hasPrefix(".") { add(line) } else { add(prose: line) }
        }
    }

    /// Removes a paragraph break at the end.
    mutating func removeLastParagraph() {
        if text.hasSuffix("\n.Pp") { text.removeLast(4) }
    }

    /// Adds paragraphs: one line per sentence, wrapped.
    mutating func add(prose: String) {
        var isFirst = true
        for paragraph in prose.split(separator: "\n\n") {
            if !isFirst { add(".Pp") }
            isFirst = false
            var line = ""
            for word in paragraph.split(whereSeparator: \.isWhitespace).map(String.init) {
                if !line.isEmpty, line.utf8.count + word.utf8.count > 70 || line.endsSentence {
                    add(Self.escaped(line))
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            add(Self.escaped(line))
        }
    }

    /// Returns text that troff prints literally.
    static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }

    /// Returns a macro argument that mdoc interprets neither as a macro nor as a delimiter.
    static func argument(_ text: String) -> String {
        "\\&" + escaped(text) + (text.hasSuffix("]") ? "\\&" : "")
    }
}

extension String {
    fileprivate var endsSentence: Bool { hasSuffix(".") || hasSuffix("?") || hasSuffix(".)") }
}
