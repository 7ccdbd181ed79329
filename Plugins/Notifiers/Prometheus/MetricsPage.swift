import ConnectivityCore
import ConnectivityToolkit

/// The metrics of the run in progress, shared by the events and the readers.
final class MetricsPage: Sendable {
    private struct State {
        var metrics: Metrics
        var run: NotifierRun?
        /// The last page, until an event changes it.
        var made: (text: String, at: ContinuousClock.Instant)?
        /// The number of events that made a page outdated.
        var number = 0

        mutating func forgetPage() {
            made = nil
            number += 1
        }
    }

    /// The time for which a page may lack the newest statistics of notifiers, so that many requests cost little.
    private static let age = Duration.milliseconds(500)
    let detail: MetricsDetail
    let captures: [String]
    private let state: Lock<State>

    init(_ detail: MetricsDetail, capturing captures: [String] = []) {
        self.detail = detail
        self.captures = captures
        state = Lock(State(metrics: Metrics(detail, capturing: captures)))
    }

    /// The page as text, with every event so far.
    var text: String {
        let (metrics, run, made, number) = state.withLock { ($0.metrics, $0.run, $0.made, $0.number) }
        let now = ContinuousClock.now
        if let made, now - made.at < Self.age { return made.text }
        let text = metrics.page(run?.statistics ?? [])
        // An event in the meantime makes this page outdated.
        state.withLock { if $0.number == number { $0.made = (text, now) } }
        return text
    }

    func begin(_ run: NotifierRun) {
        state.withLock { state in
            state.run = run
            state.forgetPage()
        }
    }

    /// Records an event; the end of the run clears the page.
    func record(_ event: PipelineEvent) {
        switch event {
        case .runBegan(from: let earlier): if let earlier { update { $0.confirm(earlier) } }
        case .assessmentChanged(let assessment): update { $0.change(to: assessment) }
        case .assessmentConfirmed(let assessment): update { $0.confirm(assessment) }
        case .probeEnded(let report): update { $0.endProbe(report) }
        case .observed(let observation): update { $0.observe(observation) }
        case .sourceFailed: update { $0.failSource() }
        case .roundEnded(let assessment): update { $0.endRound(assessment) }
        case .runEnded: clear()
        case .runHandedOver: break
        }
    }

    private func update(_ change: (inout Metrics) -> Void) {
        state.withLock { state in
            change(&state.metrics)
            state.forgetPage()
        }
    }

    private func clear() {
        state.withLock { state in
            (state.metrics, state.run) = (Metrics(detail, capturing: captures), nil)
            state.forgetPage()
        }
    }
}
