import ConnectivityCore

extension SimulationTrace: CustomStringConvertible {
    /// The seed, followed by one line per event.
    public var description: String {
        (["seed \(seed)"] + entries.map(\.description)).joined(separator: "\n")
    }
}

extension SimulationTrace.Entry: CustomStringConvertible {
    /// The time in seconds and the event, on one line.
    public var description: String {
        let milliseconds = Int64(time / .milliseconds(1))
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let clock = "\(milliseconds / 1000).\(fraction)"
        return String(repeating: " ", count: max(0, 9 - clock.count)) + clock + "  \(event)"
    }
}

extension SimulationTrace.Event: CustomStringConvertible {
    /// The event on one line; text from the network is cut, and its control characters are replaced.
    public var description: String {
        switch self {
        case .reported(let snapshot): "interfaces: \(snapshot.summary)"
        case .probeBegan(let number, let request): "probe \(number) begins: \(request.question.subject.printed)"
        case .probeEnded(let number, let exchange): "probe \(number) ends: \(exchange.summary)"
        case .stepped(let step): "machine: \(step.summary)"
        case .told(let assessment): "told: \(assessment.summary)"
        case .listening(let number): "listener \(number) begins"
        case .received(let number, let assessment): "listener \(number) takes: \(assessment.summary)"
        case .jumped(let duration): "the clock jumps \(duration)"
        case .ended(let left):
            "run ends, \(left.probes) probes, \(left.observations) observations, \(left.sleepers) sleepers left"
        }
    }
}

extension String {
    /// The text with control characters replaced, cut to 120 scalars.
    var printed: String {
        String(unicodeScalars.prefix(120).map { $0.properties.generalCategory == .control ? "·" : Character($0) })
    }
}

extension InterfaceSnapshot {
    fileprivate var summary: String {
        let names = interfaces.map { "\($0.name)\($0.isUsable ? "" : " (not usable)")" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

extension ProbeExchange {
    /// The status, the redirect's target and the length of the body, or the failure.
    var summary: String {
        switch outcome {
        case .success(.http(let response)):
            "status \(response.status), \(response.body.count) bytes"
                + (response.headers["Location"].map { ", to \($0.printed)" } ?? "")
        case .success(.other(let kind, let facts)): "\(kind) \(facts)".printed
        case .failure(let failure): failure.kind.name
        }
    }
}

extension Assessment {
    /// The access, the interface and the reason.
    var summary: String {
        "\(access.name)\(isFinal ? "" : " as yet") on \(interface?.name ?? "nothing"): \(reason)".printed
    }
}

extension ConnectivityMachine.Step {
    fileprivate var summary: String {
        let made = effects.map { effect in
            if case .begin(let activity, let epoch) = effect { return "begin \(activity.summary) as epoch \(epoch)" }
            if case .publish(let assessment) = effect {
                return "publish \(assessment.access.name)\(assessment.isFinal ? "" : " as yet")"
            }
            if case .ask(let requests, let first, let epoch) = effect {
                return "ask \(requests.count) more from \(first) in epoch \(epoch)"
            }
            return "\(effect)"
        }
        return "\(input.summary) -> \(made.isEmpty ? "nothing" : made.joined(separator: ", "))"
    }
}

extension ConnectivityMachine.Input {
    fileprivate var summary: String {
        switch self {
        case .interfacesChanged(let snapshot): "interfaces \(snapshot.summary)"
        case .waitEnded(let epoch): "wait of epoch \(epoch) over"
        case .probeEnded(let index, let epoch, let exchange):
            "endpoint \(index) of epoch \(epoch): \(exchange.summary)"
        }
    }
}

extension ConnectivityMachine.Activity {
    fileprivate var summary: String {
        switch self {
        case .idle: "idle"
        case .settle(let time): "settle \(time)"
        case .round(let requests, let limit): "round of \(requests.count) within \(limit)"
        case .rest(let time): "rest \(time)"
        }
    }
}
