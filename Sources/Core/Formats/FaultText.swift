// How faults name the place that they are about.

extension [String] {
    /// The path to a value in a text, in front of what is wrong with it: `at endpoints[2].url: `; empty for the whole text.
    package var faultPrefix: String {
        let steps = map { step in Int(step).map(JSONFault.Step.element) ?? .member(step) }
        return isEmpty ? "" : "at \(steps.text): "
    }
}

extension TextPosition? {
    /// The place in front of what is wrong there: `line 2, column 7: `; empty without a place.
    package var faultPrefix: String { map { "\($0): " } ?? "" }
}
