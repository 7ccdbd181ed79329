// Evidence and conclusions on one line each, printable and short, for logs and for failures of tests.

extension InterfaceSnapshot: CustomStringConvertible {
    /// The names of the interfaces, and which of them are not usable.
    public var description: String {
        interfaces.isEmpty ? "no interfaces" : interfaces.map(\.description).joined(separator: ", ")
    }
}

extension NetworkInterface: CustomStringConvertible {
    /// The name and the kind, and whether it is not usable.
    public var description: String {
        "\(name.printable(limit: 40)) (\(kind.rawValue)\(isUsable ? "" : ", not usable"))"
    }
}

extension ProbeResponse: CustomStringConvertible {
    /// The status, the length of the body and the target of a redirect.
    public var description: String {
        let target = headers["Location"].map { ", to \($0.printable(limit: 120))" } ?? ""
        return "status \(status), \(body.count) bytes\(target)"
    }
}

extension ProbeFailure: CustomStringConvertible {
    /// The kind, and what the system or the library says.
    public var description: String { "\(kind)\(detail.isEmpty ? "" : ": \(detail.printable(limit: 120))")" }
}

extension ProbeExchange: CustomStringConvertible {
    /// What was asked, and what the outcome is.
    public var description: String {
        let outcome =
            switch outcome {
            case .success(.http(let response)): "\(response)"
            case .success(.other(let kind, let facts)): "\(kind) \(facts)".printable(limit: 120)
            case .failure(let failure): "\(failure)"
            }
        return "\(request.question): \(outcome)"
    }
}

extension Verdict: CustomStringConvertible {
    /// The finding and the reason.
    public var description: String { "\(finding.rawValue): \(reason)" }
}

extension EndpointReport: CustomStringConvertible {
    /// The name of the endpoint and the verdict.
    public var description: String { "\(name.printable(limit: 60)): \(verdict)" }
}

extension InternetAccess: CustomStringConvertible {
    /// The name of the access.
    public var description: String { name }
}

extension RoundVerdict: CustomStringConvertible {
    /// The access and the reason.
    public var description: String { "\(access): \(reason)" }
}

extension PathAssessment: CustomStringConvertible {
    /// The path, the access and the reason.
    public var description: String { "\(path): \(access)\(isFinal ? "" : " (preliminary)"): \(reason)" }
}

extension Assessment: CustomStringConvertible {
    /// The access, the interface and the reason.
    public var description: String {
        "\(access)\(isFinal ? "" : " (preliminary)") on \(interface.map(\.description) ?? "no interface"): \(reason)"
    }
}

extension ConnectivityMachine.Step: CustomStringConvertible {
    /// What the machine received, and what it does.
    public var description: String {
        let input =
            switch input {
            case .interfacesChanged(let snapshot): "interfaces: \(snapshot)"
            case .signInBegan: "sign-in began"
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
