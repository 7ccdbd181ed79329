#if canImport(CCurl) && os(Linux)
import ConnectivityKit
import ConnectivityTestKit
import TestSupport
import Testing

@testable import ConnectivityCommandTools
@testable import ConnectivityCore

@Suite struct `The cost of watching` {
    private static func cost(
        of count: Int,
        every interval: Duration = .seconds(30),
        on interfaces: Int = 1,
        _ change: (inout PipelineConfiguration) -> Void = { _ in }
    ) throws -> WatchingCost? {
        var configuration = PipelineConfiguration()
        configuration.endpoints = try (0..<count).map {
            try Endpoint("http://192.0.2.\($0 % 250)/\($0)", owner: "owner-\($0)", expecting: StatusCode(204))
        }
        configuration.schedule = RoundSchedule(interval: interval)
        change(&configuration)
        let all = (0..<interfaces).map { number in
            var interface = NetworkInterface.ethernet
            interface.name = "eth\(number)"
            return interface
        }
        let assessment = Assessment(
            access: .online,
            reason: .notYetJudged,
            snapshot: InterfaceSnapshot(all),
            startedAt: .now
        )
        return WatchingCost(configuration, knowing: assessment)
    }

    @Test(arguments: [
        (1, Duration.seconds(30), 1), (10, .seconds(30), 1), (1500, .seconds(30), 1),
        (15_000, .seconds(30), 1), (1, .milliseconds(1), 1), (10, .milliseconds(50), 1), (20, .seconds(30), 10),
    ])
    func `The simulated requests have a bound, and their rate is that of the schedule`(
        count: Int,
        interval: Duration,
        interfaces: Int
    ) throws {
        let cost = try #require(
            try Self.cost(of: count, every: interval, on: interfaces) {
                if interfaces > 1 { $0.scope = .eachInterface }
            }
        )
        // The round in progress ends, and one after the first is needed.
        #expect(
            cost.simulatedCount <= WatchingCost.requestCountMax + 2 * count * interfaces + 2000,
            "\(cost.simulatedCount)"
        )
        let expected = Double(count * interfaces) * (Duration.seconds(3600) / interval)
        #expect(abs(Double(cost.requestsPerHour) / expected - 1) < 0.01, "\(cost.requestsPerHour) of \(expected)")
    }

    @Test func `A budget bounds the cost of a simulation that is shorter than an hour`() throws {
        let cost = try #require(try Self.cost(of: 100, every: .seconds(1)) { $0.schedule.requestsPerHour = 30_000 })
        #expect((25_000...30_100).contains(cost.requestsPerHour), "\(cost.requestsPerHour)")
    }

    @Test func `The requests of companions have a bound in the simulation`() throws {
        let cost = try #require(try Self.cost(of: 1) { $0.companions = [Restless()] })
        #expect(cost.simulatedCount <= 3 * WatchingCost.requestCountMax, "\(cost.simulatedCount)")
        #expect(cost.owners.first?.name == "restless.example")
        expect(cost.owners.first?.requestsPerHour, 3600)
    }
}

/// Asks each millisecond.
private struct Restless: Companion {
    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began, .waited:
            let request = ProbeRequest(.http(HTTPQuestion("http://restless.example/")))
            return [.ask([request], token: 1), .wait(.milliseconds(1), token: 2)]
        default: return []
        }
    }
}
#endif
