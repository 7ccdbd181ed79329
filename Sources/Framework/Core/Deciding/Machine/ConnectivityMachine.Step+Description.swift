// The steps of the state machine on one line each, printable and short, for logs and for failures of tests.

extension ConnectivityMachine.Step: CustomStringConvertible {
    /// The input and the effects.
    public var description: String {
        let input =
            switch input {
            case .interfacesChanged(let snapshot): "interfaces: \(snapshot)"
            case .skipped(let interface, let time): "skips on \(interface.printable(limit: 20)) for \(time)"
            case .observed(let observation): "observed \(observation)"
            case .companionAsked(let count, let interface):
                "a companion asks \(count) over \(interface.printable(limit: 20))"
            case .waitEnded(let epoch): "wait of epoch \(epoch) ended"
            case .probeEnded(let index, let epoch, let exchange): "endpoint \(index) of epoch \(epoch): \(exchange)"
            }
        return "\(input) -> \(effects.isEmpty ? "nothing" : effects.map(\.line).joined(separator: ", "))"
    }
}

extension ConnectivityMachine.Effect {
    fileprivate var line: String {
        switch self {
        case .begin(.idle, let epoch): "begin idle as epoch \(epoch)"
        case .begin(.settle(let time), let epoch): "begin settle \(time) as epoch \(epoch)"
        case .begin(.grace(let time), let epoch): "begin grace \(time) as epoch \(epoch)"
        case .begin(.round(let requests, let limit), let epoch):
            "begin round of \(requests.count) endpoints within \(limit) as epoch \(epoch)"
        case .begin(.rest(let time), let epoch): "begin rest \(time) as epoch \(epoch)"
        case .ask(let requests, let first, let epoch):
            "request \(requests.count) more endpoints from index \(first) in epoch \(epoch)"
        case .discardRound: "discard the round"
        case .remind(let time, let epoch): "remind after \(time) in epoch \(epoch)"
        case .publish(let assessment): "publish \(assessment.access)\(assessment.isFinal ? "" : " (preliminary)")"
        }
    }
}
