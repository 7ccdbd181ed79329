import ConnectivityCore
import ConnectivityKit
import Observation
import Synchronization
import Testing

// Code of the guide "Watching a network for long", which the tests of the guides compare with this file.

private func watched() async throws {
    let updates = AssessmentUpdates()
    let pipeline = try Pipeline.standard { updates }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pipeline.run() }
        for await assessment in updates { print(assessment.access.name) }
        try await group.waitForAll()  // throws what ended the run
    }
}

func uploaded(_ updates: AssessmentUpdates, upload: @Sendable () async throws -> Void) async throws -> Bool {
    guard try await updates.waitUntilOnline(timeout: .seconds(30)) else { return false }
    try await upload()
    return true
}

/// The data of a window.
@Observable @MainActor final class AccessModel {
    private(set) var access = InternetAccess.determining
    private(set) var signInURL: HTTPURL?

    func follow(_ updates: AssessmentUpdates) async {
        for await assessment in updates {
            access = assessment.access
            signInURL = assessment.access.portal?.signInURL
        }
    }
}

/// Keeps letters until the Internet is there.
actor Outbox {
    private var letters: [String] = []

    func add(_ letter: String) { letters.append(letter) }

    func deliver(_ updates: AssessmentUpdates, send: @Sendable (String) async throws -> Void) async throws {
        while try await updates.waitUntilOnline(), let letter = letters.first {
            try await send(letter)
            letters.removeFirst()
        }
    }
}

@Suite struct `The listeners of the guide` {
    @Test @MainActor func `A model, an outbox and a wait follow the access`() async throws {
        let portal = CaptivePortal(signInURL: "http://login.example/", kind: .redirect)
        func assessment(_ access: InternetAccess) -> Assessment {
            Assessment(access: access, reason: Reason("com.example.reason"), startedAt: Timestamp(sinceEpoch: .zero))
        }
        let (updates, model, outbox) = (AssessmentUpdates(), AccessModel(), Outbox())
        let following = Task { await model.follow(updates) }
        await updates.handle(.assessmentChanged(assessment(.captive(portal))))
        while model.access != .captive(portal) { await Task.yield() }
        #expect(model.signInURL == "http://login.example/")
        await outbox.add("one")
        await outbox.add("two")
        let sent = Mutex<[String]>([])
        let sending = Task { try await outbox.deliver(updates) { letter in sent.withLock { $0.append(letter) } } }
        await updates.handle(.assessmentChanged(assessment(.online)))
        #expect(try await uploaded(updates) {})
        try await sending.value
        #expect(sent.withLock { $0 } == ["one", "two"])
        await updates.handle(.runEnded(throwing: nil))
        await following.value
        #expect(model.access == .online && model.signInURL == nil)
        #expect(updates.newest == nil && !updates.isOnline)
    }
}
