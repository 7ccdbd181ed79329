import ConnectivityCore

extension SimulationTrace: CustomStringConvertible {
    /// The seed, followed by one line per event.
    var description: String {
        (["seed \(seed)"] + entries.map(\.description)).joined(separator: "\n")
    }
}

extension SimulationTrace.Entry: CustomStringConvertible {
    /// The time in seconds and the event, on one line.
    var description: String {
        let milliseconds = Int64(time / .milliseconds(1))
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let clock = "\(milliseconds / 1000).\(fraction)"
        return String(repeating: " ", count: max(0, 9 - clock.count)) + clock + "  \(event)"
    }
}

extension SimulationTrace.Event: CustomStringConvertible {
    /// The event on one line; text from the network is cut, and its control characters are replaced.
    var description: String {
        switch self {
        case .reported(let snapshot): "interfaces: \(snapshot)"
        case .probeBegan(let number, let request): "probe \(number) begins: \(request.question)"
        case .probeEnded(let number, let exchange): "probe \(number) ends: \(exchange)"
        case .stepped(let step): "machine: \(step)"
        case .announced(let assessment): "announced: \(assessment)"
        case .listening(let number): "listener \(number) begins"
        case .received(let number, let assessment): "listener \(number) receives: \(assessment)"
        case .jumped(let duration): "the clock jumps \(duration)"
        case .ended(let left):
            "run ended; active: \(left.probes) probes, \(left.observations) observations, \(left.sleepers) sleepers"
        }
    }
}
