#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The size of a terminal, in cells.
struct TerminalSize: Hashable, Sendable {
    var columns, rows: Int

    /// Returns the size of a terminal; 80 by 24 if it is unknown.
    static func of(_ descriptor: CInt) -> TerminalSize {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}

/// The number of terminal cells of a printable text.
///
/// Terminals disagree on some characters. A character that may occupy two cells counts as two, and a combining mark counts
/// as one, so a line that fits by this count fits on the terminal.
extension StringProtocol {
    var cellCount: Int { unicodeScalars.reduce(0) { $0 + $1.cellCount } }

    /// Returns the text, clipped to a number of cells, with `~` in the last cell of a clipped text.
    func clipped(toCells count: Int) -> String {
        guard cellCount > count else { return String(self) }
        guard count > 0 else { return "" }
        var (kept, rest) = (String.UnicodeScalarView(), count - 1)
        for scalar in unicodeScalars {
            rest -= scalar.cellCount
            if rest < 0 { break }
            kept.append(scalar)
        }
        return String(kept) + "~"
    }

    /// Returns the text clipped or padded with spaces to a number of cells.
    func filled(toCells count: Int) -> String {
        let text = clipped(toCells: count)
        return text + String(repeating: " ", count: Swift.max(0, count - text.cellCount))
    }
}

extension Unicode.Scalar {
    /// The first wide characters are those of Hangul (Unicode Standard Annex 11); lines and blocks are narrow.
    fileprivate var cellCount: Int { value < 0x1100 || (0x2010...0x28FF).contains(value) ? 1 : 2 }
}
