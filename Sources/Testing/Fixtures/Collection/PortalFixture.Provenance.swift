extension PortalFixture {
    /// Where an answer comes from.
    @nonexhaustive
    public enum Provenance: Hashable, Sendable {
        /// A program that this package did not write gave the answer; the value is its name and version, such as `squid 5.7`.
        case recorded(of: String)
        /// The answer follows a documented fact, in the words of ``PortalFixture/source``.
        case modelled(on: String)
        /// The answer was made for one case.
        case made

        /// Reads the beginning of a source; `nil` if it is of no kind.
        init?(source: String) {
            func rest(after beginning: String) -> String? {
                guard source.hasPrefix(beginning) else { return nil }
                return String(source.dropFirst(beginning.count).prefix { $0 != ";" && $0 != ":" })
            }
            if let program = rest(after: "recorded in our lab from ") {
                self = .recorded(of: program)
            } else if let fact = rest(after: "modelled on ") {
                self = .modelled(on: fact)
            } else if source.hasPrefix("made for ") {
                self = .made
            } else {
                return nil
            }
        }
    }
}
