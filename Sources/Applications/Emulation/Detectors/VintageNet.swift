import ConnectivityCore

extension Detector {
    /// The rule of Nerves' vintage_net for one interface.
    ///
    /// It opens a TCP connection to an address of the Internet; an established or refused connection is the Internet. If it
    /// fails, the next check tries the next address. After three failures in a row (strikes) the interface has only its local
    /// network. There is no state for a portal.
    ///
    /// vintage_net shuffles its five addresses and uses three; this detector uses the first three. Two facts are not modelled:
    /// traffic in the kernel's counters makes a check unnecessary, and addresses on the interface's own network are left out.
    /// Source: nerves-networking/vintage_net 0.13.11, lib/vintage_net/connectivity and mix.exs (249d5d2).
    package static let vintageNet = Detector(
        name: "vintage-net",
        system: "Nerves: vintage_net",
        questions: VintageNet.questions,
        expects: "a TCP connection that opens or is refused, within three checks",
        source: "nerves-networking/vintage_net 0.13.11: lib/vintage_net/connectivity, mix.exs (249d5d2)",
        rule: VintageNet.conclude
    )
}

private enum VintageNet {
    static let questions: [Detector.Question] = [
        .connection(to: "http://1.1.1.1:53/"), .connection(to: "http://8.8.8.8:53/"),
        .connection(to: "http://208.67.222.222:53/"),
    ]

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        for (strikes, question) in questions.enumerated() {
            let exchange = try answers.to(question)
            if exchange.hasConnected || exchange.isRefused {
                let reason = "a connection \(exchange.isRefused ? "was refused" : "opened"), after \(strikes) strikes"
                return DetectorConclusion(.online, "internet", because: reason)
            }
        }
        return DetectorConclusion(.offline, "lan", because: "no connection opened in \(questions.count) checks")
    }
}

extension ProbeExchange {
    fileprivate var isRefused: Bool { failure?.kind == .connectionRefused }
}
