import ConnectivityCore
import ConnectivityKit

/// The activity of a pipeline at a moment, for a waiting person.
struct PipelineCourse: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        case readingInterfaces, settling, idle
        /// The numbers of sent and unanswered questions of a round.
        case asking(waiting: Int, of: Int)
        /// The next round begins at this moment.
        case resting(until: ContinuousClock.Instant)
    }

    private(set) var phase = Phase.readingInterfaces
    /// The name of the newest access; `nil` before the first assessment.
    private(set) var access: String?
    private var isAnswered = false

    mutating func apply(_ step: ConnectivityMachine.Step, at now: ContinuousClock.Instant = .now) {
        if let assessment = step.assessment { access = assessment.access.name }
        if case .probeEnded(_, _, let exchange) = step.input, case .asking(let waiting, of: let asked) = phase {
            phase = .asking(waiting: max(0, waiting - 1), of: asked)
            if (try? exchange.outcome.get()) != nil || exchange.response != nil { isAnswered = true }
        }
        for effect in step.effects {
            switch effect {
            case .begin(.round(let requests, limit: _), epoch: _):
                phase = .asking(waiting: requests.count, of: requests.count)
                isAnswered = false
            case .begin(.settle, epoch: _), .begin(.grace, epoch: _): phase = .settling
            case .begin(.rest(let time), epoch: _): phase = .resting(until: now + time)
            case .begin(.idle, epoch: _): phase = .idle
            case .ask(let requests, from: _, epoch: _):
                guard case .asking(let waiting, of: let asked) = phase else { break }
                phase = .asking(waiting: waiting + requests.count, of: asked + requests.count)
            case .remind, .discardRound, .publish: break
            }
        }
    }

    /// The phase in words, without its time.
    var text: String {
        switch phase {
        case .readingInterfaces: "reading the interfaces"
        case .settling: "waiting for the network to settle"
        case .idle: "waiting for a network"
        case .asking(let waiting, of: let asked):
            "waiting for \(waiting) of \(asked) \(asked == 1 ? "endpoint" : "endpoints")"
        case .resting: "\(access ?? "determining") now; the next check is"
        }
    }

    /// The text for a long round; before an answer, a preliminary result, which is never final.
    var lateText: String {
        if case .asking = phase, !isAnswered { "unreachable so far: \(text)" } else { text }
    }

    /// The end of the phase, if known.
    var end: ContinuousClock.Instant? { if case .resting(let end) = phase { end } else { nil } }
}
