/// Texts that a network may send to control a terminal or mislead its reader: one set for the tests of all outputs.
public enum HostileText: Sendable {
    /// Control sequences of terminals in both forms, ends of lines, marks of direction, and what is invisible.
    private static let controls = [
        "\u{1B}]0;x\u{7}", "\u{9B}31m", "\u{9D}0;x\u{9C}", "\u{7F}", "\u{85}", "\u{B}", "\u{2028}", "\u{2029}",
        "\u{202E}",
        "\u{2066}", "\u{200F}", "\u{200B}", "\u{FEFF}", "\u{E0041}",
    ]
    /// The signs of the formats that we write; a combining mark makes one character of both, which equals no sign.
    private static let signs = ["|", "'", "\"", "<", ">", "&", "=", "\\", "}", ","].map { $0 + "\u{301}" }

    /// All of them in one text, without a line feed.
    public static let text = (controls + signs).joined(separator: " x")

    /// The text in a string of JSON that has no hostile character itself.
    public static var inJSON: String {
        text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// The characters of an output that could control its reader, by number; a line feed is the output's own.
    public static func dangerous(in output: some StringProtocol) -> Set<String> {
        let found = output.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        return Set(found.map { String($0.value, radix: 16) })
    }
}
