extension String {
    /// Returns the text in a form that is safe for a terminal.
    ///
    /// Control and format characters are escaped, and the length is limited. Text from the network may have escape
    /// sequences that rewrite a terminal, or marks that change the text direction.
    ///
    /// - Parameter limit: The number of characters to keep. Greater than zero.
    /// - Returns: The text on one line, ended by an ellipsis if it was cut.
    package func printable(limit: Int) -> String {
        var output = ""
        var count = 0
        for scalar in unicodeScalars {
            guard count < limit else { return output + "…" }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                output += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
