/// The reason why the parts of a pipeline do not fit together; it is thrown before anything runs.
@nonexhaustive
public enum PipelineSetupError: Error, Hashable, Sendable {
    /// The configuration has no source of interfaces.
    case noSource
    /// The pipeline runs in a simulation of ConnectivityTestKit, on a real clock.
    case realClock
    /// Two probers ask questions of one kind; the first value lists their types.
    case twoProbers([String], for: Question.Kind)
    /// No prober asks questions of the kind of an endpoint; `known` lists the supported kinds.
    case noProber(for: Question.Kind, endpoint: String, known: [Question.Kind])
    /// Two companions use this name, such as that of an endpoint, which their observations have.
    case repeatedName(String)
    /// The companions ask more endpoints than the number of observations that are kept.
    case tooManyEndpoints(limit: Int)
}

extension PipelineSetupError: CustomStringConvertible {
    /// The fault and the alternatives on one line.
    public var description: String {
        switch self {
        case .noSource:
            "the configuration has no source of interfaces; set source, or complete it with Pipeline(_:) of ConnectivityKit"
        case .realClock:
            "the pipeline has a real clock in a simulation, which does not wait for it; give it the clock of the simulation"
        case .twoProbers(let names, let kind):
            "\(names.joined(separator: " and ")) both answer questions of the kind \(kind); remove one of them"
        case .repeatedName(let name):
            "two companions use the name \(name.printable(limit: 80)); name them apart"
        case .tooManyEndpoints(let limit):
            "all companions together can ask \(limit) endpoints, because no more observations are kept; remove some"
        case .noProber(let kind, let endpoint, let known):
            "no prober supports questions of the kind \(kind), which \(endpoint.printable(limit: 100)) uses; "
                + (known.isEmpty
                    ? "no prober is configured"
                    : "\(kind.hint)supported kinds: \(known.map(\.rawValue).joined(separator: ", "))"
                        + known.map(\.rawValue).suggestion(for: kind.rawValue))
        }
    }
}

extension Question.Kind {
    /// The remedy if no prober supports the kind; the probers of this package are named after their kinds.
    fileprivate var hint: String {
        rawValue.contains(".") || self == .http ? "" : "add \"prober.\(rawValue)\" to \"prober\"; "
    }
}
