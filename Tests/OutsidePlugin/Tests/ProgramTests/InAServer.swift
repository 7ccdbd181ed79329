import ConnectivityKit
import ConnectivityTestKit
import Dispatch
import Foundation
import Synchronization
import Testing

// Code of the guide "In a server", which the tests of the guides compare with this file.

private func untilTerminated() async throws {
    signal(SIGTERM, SIG_IGN)
    let running = Task { try await InternetService().run() }
    let terminated = DispatchSource.makeSignalSource(signal: SIGTERM)
    terminated.setEventHandler { @Sendable in running.cancel() }
    terminated.resume()
    try await running.value
}

/// The requirement of the protocol of the same name in swift-service-lifecycle.
protocol Service: Sendable {
    func run() async throws
}

/// Keeps knowing whether the Internet is there, for as long as the server runs.
struct InternetService: Service {
    let updates: AssessmentUpdates
    let pipeline: Pipeline

    init(_ make: (AssessmentUpdates) throws -> Pipeline = { updates in try .standard { updates } }) rethrows {
        updates = AssessmentUpdates()
        pipeline = try make(updates)
    }

    func run() async throws {
        do { try await pipeline.run() } catch is CancellationError {}
    }
}

/// The answer of the server to its supervisor.
struct Health: Sendable {
    let updates: AssessmentUpdates

    func answer(_ path: String) -> (status: Int, text: String) {
        let text = updates.newest.map { "\($0.access.name): \($0.reason.sentence)" } ?? "not known yet"
        return switch path {
        case "/livez": (200, text)
        case "/readyz": (updates.isOnline ? 200 : 503, text)
        default: (404, "no such page")
        }
    }
}

func logged(_ log: @escaping @Sendable (String) -> Void) throws -> InternetService {
    try InternetService { updates in
        try Pipeline.standard {
            updates
            ClosureNotifier { assessment in log("internet \(assessment.access.name): \(assessment.reason.sentence)") }
        }
    }
}

/// A notifier whose call does not return.
private struct HangingNotifier: Notifier {
    var mailbox: NotifierMailbox { .all(.changes, upTo: 10) }

    func handle(_ event: PipelineEvent) async {
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
}

@Suite struct `The service of a server` {
    private func service(on clock: VirtualClock, hangs: Bool) -> InternetService {
        let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi]))], clock: clock, ends: false)
        let prober = ReplayProber([ProbeResponse(status: 204)], from: Endpoint.google.question, clock: clock)
        return InternetService { updates in
            Pipeline(source: source, prober: prober, clock: clock) {
                Endpoint.google
            } notifiers: {
                updates
                if hangs { HangingNotifier() }
            }
        }
    }

    @Test func `A server lives without the Internet and is ready with it`() throws {
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])
        try simulate { clock in
            let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi]))], clock: clock, ends: false)
            let answers = [portal, ProbeResponse(status: 204)]
            let prober = ReplayProber(answers, from: Endpoint.google.question, clock: clock)
            let service = InternetService { updates in
                Pipeline(source: source, prober: prober, clock: clock) {
                    Endpoint.google
                } notifiers: {
                    updates
                }
            }
            let health = Health(updates: service.updates)
            #expect(health.answer("/readyz") == (503, "not known yet"))
            await withTaskGroup { group in
                group.addTask { try? await service.run() }
                try? await clock.sleep(for: .seconds(2))
                #expect(health.answer("/livez").status == 200)
                #expect(health.answer("/readyz").text.hasPrefix("captive: "))
                try? await clock.sleep(for: .seconds(5))
                #expect(health.answer("/readyz").status == 200)
                group.cancelAll()
            }
            #expect(health.answer("/readyz") == (503, "not known yet"))
        }
    }

    @Test func `A cancelled service returns within two seconds, whatever its parts do`() throws {
        for hangs in [false, true] {
            try simulate { clock in
                let service = service(on: clock, hangs: hangs)
                let cancelled = await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    try? await clock.sleep(for: .seconds(5))
                    group.cancelAll()
                    return clock.now
                }
                #expect(cancelled.duration(to: clock.now) <= .seconds(2))
                #expect(service.pipeline.abandonedParts == (hangs ? ["HangingNotifier"] : []))
            }
        }
    }
}
