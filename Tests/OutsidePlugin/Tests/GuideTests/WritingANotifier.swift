import ConnectivityCore
import ConnectivityTestKit
import Testing

// Code of the guide "Writing a notifier", which the tests of the guides compare with this file.

/// Switches something on while the Internet is there.
struct Beacon: Notifier {
    let set: @Sendable (Bool) async throws -> Void

    var mailbox: NotifierMailbox { .newest(.changes) }

    func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment): try await set(assessment.access == .online)
        case .runEnded: try await set(false)
        default: break
        }
    }
}

/// Looks again every ten minutes, and says how many events were lost and when the source fails.
struct Inspector: Notifier {
    let say: @Sendable (String) -> Void

    func handle(_ event: PipelineEvent) async throws {
        if case .sourceFailed(let error, restartingAfter: let pause) = event { say("\(error), again in \(pause)") }
    }

    func serve(_ run: NotifierRun) async throws {
        while true {
            try await Task.sleep(for: .seconds(600))
            run.lookNow()
            say("\(run.statistics.map(\.dropped).reduce(0, +)) events lost")
        }
    }
}

@Suite struct `The notifier of the guide` {
    @Test func `A beacon keeps the laws of notifiers`() async throws {
        try await NotifierLaws.check(Beacon { _ in }, clock: .continuous)
    }
}
