import ConnectivityCore
import ConnectivityTestKit
import Testing

// Code of the guide "Writing a notifier", which the tests of the guides compare with this file.

/// Switches something on while the Internet is there.
struct Beacon: Notifier {
    let set: @Sendable (Bool) async throws -> Void

    var mailbox: NotifierMailbox { .newest(.changes) }

    func assessmentChanged(_ assessment: Assessment) async throws {
        try await set(assessment.access == .online)
    }

    func runEnded(throwing error: (any Error)?) async throws { try await set(false) }
}

/// Looks again every ten minutes, and says how many events were lost.
struct Inspector: ServingNotifier {
    let say: @Sendable (String) -> Void

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
