// Tests which values a subscriber receives, and when.

import Combine
import ConnectivityCore
import ConnectivityPipeline
import Foundation

/// Records the values that it receives.
private final class Listener: Subscriber {
    typealias Input = Assessment
    typealias Failure = Never

    private let demand: Subscribers.Demand
    private let lock = NSLock()
    private var log: [String] = []
    private var subscription: (any Subscription)?

    init(demand: Subscribers.Demand) { self.demand = demand }

    func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
    func cancel() { subscription?.cancel() }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(demand)
    }

    func receive(_ input: Assessment) -> Subscribers.Demand {
        record(input.access.name)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { record("finished") }

    /// Waits at most five seconds until exactly these values have arrived.
    func expectLog(_ expected: [String], line: Int = #line) async {
        for _ in 0..<500 where current.count < expected.count { try? await Task.sleep(for: .milliseconds(10)) }
        // Surplus values arrive within this time.
        try? await Task.sleep(for: .milliseconds(20))
        guard current == expected else { fatalError("line \(line): \(current) in place of \(expected)") }
    }

    private var current: [String] { lock.withLock { log } }
    private func record(_ text: String) { lock.withLock { log.append(text) } }
}

private func assessment(_ access: InternetAccess) -> Assessment {
    Assessment(access: access, reason: Reason("no-usable-interface"), startedAt: Timestamp(sinceEpoch: .zero))
}

/// Checks that the publisher of assessments respects demand, sends the newest assessment first and ends correctly.
func checkDemand() async {
    let updates = AssessmentUpdates()
    let eager = Listener(demand: .unlimited)
    updates.receive(subscriber: eager)
    await eager.expectLog([])
    await updates.handle(.assessmentChanged(assessment(.online)))
    await eager.expectLog(["online"])
    await updates.handle(.assessmentChanged(assessment(.unreachable)))
    await eager.expectLog(["online", "unreachable"])

    let frugal = Listener(demand: .max(1))
    updates.receive(subscriber: frugal)
    await frugal.expectLog(["unreachable"])
    let silent = Listener(demand: .none)
    updates.receive(subscriber: silent)
    await updates.handle(.assessmentChanged(assessment(.disconnected)))
    await eager.expectLog(["online", "unreachable", "disconnected"])
    await updates.handle(.assessmentChanged(assessment(.online)))
    await eager.expectLog(["online", "unreachable", "disconnected", "online"])
    await frugal.expectLog(["unreachable"])
    frugal.request(.max(1))
    await frugal.expectLog(["unreachable", "online"])

    let gone = Listener(demand: .unlimited)
    updates.receive(subscriber: gone)
    await gone.expectLog(["online"])
    gone.cancel()
    await updates.handle(.runEnded(throwing: nil))
    await updates.handle(.runEnded(throwing: nil))
    await eager.expectLog(["online", "unreachable", "disconnected", "online", "finished"])
    // The end needs no demand, but it follows a value that waits for demand.
    await frugal.expectLog(["unreachable", "online", "finished"])
    await silent.expectLog([])
    silent.request(.max(1))
    await silent.expectLog(["online", "finished"])
    await gone.expectLog(["online"])

    // A subscriber between two runs waits for the next one.
    let late = Listener(demand: .unlimited)
    updates.receive(subscriber: late)
    await late.expectLog([])
    await updates.handle(.assessmentChanged(assessment(.online)))
    await late.expectLog(["online"])
}
