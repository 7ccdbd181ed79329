import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Notes what is said of services, and of the network.
private final class ServiceLog: Notifier {
    private let lines = Lock<[String]>([])
    var log: [String] { lines.withLock { $0 } }
    var mailbox: NotifierMailbox { .all([.changes, .observations, .confirmations], upTo: 100) }

    func handle(_ event: PipelineEvent) {
        switch event {
        case .assessmentChanged(let assessment): add(assessment.access.name)
        case .observed(let observation):
            add("\(observation.subject) \(observation.isChange ? observation.state : "again")")
        default: break
        }
    }
    private func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite struct `A run with services` {
    private static func pipeline(
        _ clock: VirtualClock,
        _ log: ServiceLog,
        service: Endpoint? = nil,
        breaksAfter seconds: Int = .max,
        endsAfter end: Int
    ) throws -> Pipeline {
        let steps: [(after: Duration, snapshot: InterfaceSnapshot?)] = [
            (.zero, InterfaceSnapshot([.wifi])), (.seconds(end), nil),
        ]
        let prober = ClosureProber { request in
            try? await clock.sleep(for: .milliseconds(20))
            let isService = request.url?.host == "git.example"
            let isBroken = isService && clock.now.offset >= .seconds(seconds)
            return ProbeExchange(
                request: request,
                outcome: isBroken ? .failure(.init(.connectionRefused)) : .success(ProbeResponse(status: 204))
            )
        }
        var services = Services([service ?? Endpoint("https://git.example/", name: "git", expecting: StatusCode(204))])
        services.interval = .seconds(40)
        return try .simulated(
            source: ScriptedInterfaceSource(steps, clock: clock),
            prober: prober,
            companions: [services],
            clock: clock,
            notifier: log
        )
    }

    @Test func `A service is judged after the network, and its failure changes nothing but itself`() throws {
        let log = ServiceLog()
        try simulate { clock in
            try await Self.pipeline(clock, log, breaksAfter: 60, endsAfter: 100).run()
        }
        expect(log.log, ["determining", "online", "git working", "git again", "git failing"], "\(log.log)")
    }

    @Test func `A single assessment has the services that are asked after it, with itself as control`() throws {
        let assessment = try simulate { clock in
            try await Self.pipeline(clock, ServiceLog(), breaksAfter: 0, endsAfter: 9).assess()
        }
        let reports = assessment.observations.compactMap { $0.decoded(as: ServiceReport.self) }
        #expect(assessment.access == .online && reports.map(\.state) == [.failing])
        expect(reports.first?.reason.code, "service-refused")
        expect(reports.first?.control?.access, "online")
    }

    @Test func `A service whose kind no prober asks is an error at set-up`() throws {
        #expect(throws: PipelineSetupError.self) {
            try simulate { clock in
                let question = Question.other("com.example.none", [:])
                let service = Endpoint(question, owner: "x")
                try await Self.pipeline(clock, ServiceLog(), service: service, endsAfter: 1).run()
            }
        }
    }
}
