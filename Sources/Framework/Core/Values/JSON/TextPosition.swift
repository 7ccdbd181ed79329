/// A position in a text, counted as in editors.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line number, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int
    /// The index of the text among several that were read together, such as the files of a folder.
    package var source: UInt16 = 0

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public var description: String { "line \(line), column \(column)" }
}

extension TextPosition? {
    /// The position as a prefix of a message: `line 2, column 7: `; empty without a position.
    package var faultPrefix: String { map { "\($0): " } ?? "" }
}
