extension String {
    /// The text as it may stand on a terminal: at most a number of characters, control and format characters escaped.
    ///
    /// Text from the network may hold escape sequences that rewrite a terminal, or marks that turn its direction.
    ///
    /// - Parameter limit: The characters kept. Greater than zero.
    /// - Returns: The text on one line, ended by an ellipsis where it was cut.
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
