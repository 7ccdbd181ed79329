package import ConnectivityCore
package import ConnectivityPipeline
import ConnectivityToolkit

extension ProgressLine {
    /// Returns a pipeline that shows the awaited answers of its rounds, and with `isRepeated` the time until the next round;
    /// `observer` also receives each step.
    package func following(
        _ pipeline: Pipeline,
        isRepeated: Bool = false,
        _ observer: @escaping @Sendable (ConnectivityMachine.Step) -> Void = { _ in }
    ) -> Pipeline {
        let course = Lock(PipelineCourse())
        return pipeline.observing { step in
            observer(step)
            guard self.isActive else { return }
            let new = course.withLock { course in
                course.apply(step)
                return course
            }
            if isRepeated || new.end == nil {
                self.show(new.text, until: new.end, late: isRepeated ? nil : new.lateText)
            }
        }
    }

    /// Returns a prober that shows the recipients of its questions.
    package func following(_ prober: any Prober) -> any Prober {
        isActive ? ShownProber(prober: prober, line: self) : prober
    }
}

/// A prober that shows the recipients of its questions on a progress line.
private final class ShownProber: Prober {
    private let prober: any Prober
    private let line: ProgressLine
    /// The questions in progress, in the order of their beginnings.
    private let waiting = Lock<(next: Int, questions: [(number: Int, text: String)])>((0, []))

    init(prober: any Prober, line: ProgressLine) { (self.prober, self.line) = (prober, line) }

    var kinds: Set<Question.Kind> { prober.kinds }
    var connectsToHost: Bool { prober.connectsToHost }
    var usesAddresses: Bool { prober.usesAddresses }
    var takesSecrets: Bool { prober.takesSecrets }
    var takesProxies: Bool { prober.takesProxies }
    var caFile: String? { prober.caFile }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let number = waiting.withLock { waiting in
            waiting.next += 1
            waiting.questions.append((waiting.next, request.question.whomItAsks))
            return waiting.next
        }
        show()
        let exchange = await prober.probe(request)
        waiting.withLock { $0.questions.removeAll { $0.number == number } }
        show()
        return exchange
    }

    private func show() {
        let (first, others) = waiting.withLock { ($0.questions.first?.text, $0.questions.count - 1) }
        guard let first else { return }
        line.show("asking \(first)" + (others > 0 ? " and \(others) more" : ""))
    }
}

extension Question {
    /// The recipient of the question, for people.
    fileprivate var whomItAsks: String {
        switch self {
        case .http(let question): return question.url.host
        case .other(let kind, let facts):
            switch kind {
            case "echo":
                let host = facts["to"]?.text ?? ""
                return ((try? IPAddress(host))?.isPrivate == true ? "the gateway " : "") + host
            case "route": return "this device for its routes"
            case "dns": return facts["server"]?.text.map { "the name server \($0)" } ?? "the name servers"
            case "doh": return facts["url"]?.text.flatMap { try? HTTPURL($0) }?.host ?? kind.rawValue
            case "dot": return facts["to"]?.text.map { "the name server \($0)" } ?? kind.rawValue
            default: return facts["to"]?.text ?? kind.rawValue
            }
        }
    }
}
