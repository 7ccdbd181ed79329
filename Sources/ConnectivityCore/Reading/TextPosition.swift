/// A place in a text, as editors count it.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    public var line: Int
    /// The number of the character in its line, from 1; Unicode scalars are counted.
    public var column: Int

    /// Creates a position.
    /// - Parameters:
    ///   - line: The number of the line, from 1.
    ///   - column: The number of the character in its line, from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public var description: String { "line \(line), column \(column)" }
}
