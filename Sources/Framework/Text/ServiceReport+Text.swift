public import ConnectivityCore

extension ServiceReport {
    /// Returns one line for people: the service, its state, and why.
    ///
    /// Text from the network is reduced to short, printable text.
    ///
    /// - Parameter sentences: The sentences for reasons.
    /// - Returns: A line such as `git.example: failing: their server refuses the connection; your network is fine`.
    public func line(_ sentences: Sentences) -> String {
        "\(name.printable(limit: 80)): \(state.rawValue): \(sentences.sentence(for: reason))"
    }
}

extension [ServiceReport] {
    /// The reports in the order of what concerns a reader: what fails comes first, what works last.
    public var byConcern: [ServiceReport] {
        [ServiceState.failing, .cutOff, .undecided, .working].flatMap { state in filter { $0.state == state } }
    }
}
