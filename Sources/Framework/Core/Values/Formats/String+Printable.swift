extension String {
    /// Returns the text on one line, in a form that is safe for a terminal.
    ///
    /// Control and format characters are escaped, and the number of characters is limited, to one or more; an ellipsis ends a
    /// text that was cut. Text from the network may have escape sequences that rewrite a terminal, or marks that change the text
    /// direction.
    package func printable(limit: Int) -> String {
        var output = ""
        var count = 0
        for scalar in unicodeScalars {
            guard count < limit else { return output + "…" }
            count += 1
            if scalar.isControlOrFormat || [.privateUse, .unassigned].contains(scalar.properties.generalCategory) {
                output += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}

extension Unicode.Scalar {
    /// Whether this may control a terminal, end a line, or change the direction of the following text.
    var isControlOrFormat: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
