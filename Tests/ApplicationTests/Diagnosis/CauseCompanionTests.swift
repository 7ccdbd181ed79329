import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityTestKit
import ConnectivityText
import ConnectivityToolkit
import TestSupport
import Testing

/// A network that behaves in another way from certain times on, and counts the questions to well-known addresses.
private final class ChangingNetwork: Prober {
    enum Fault { case none, namesRefused, silent }

    private let clock: VirtualClock
    private let course: [(from: Duration, fault: Fault)]
    private let count = Lock(0)

    init(_ clock: VirtualClock, _ course: [(from: Duration, fault: Fault)]) {
        (self.clock, self.course) = (clock, course)
    }

    var kinds: Set<Question.Kind> { [.http, "echo", "route", "connection", "dns"] }
    var questionCount: Int { count.withLock { $0 } }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        try? await clock.sleep(for: .milliseconds(20))
        let isAddressed = request.url?.address != nil
        if isAddressed { count.withLock { $0 += 1 } }
        let outcome: Result<Answer, ProbeFailure> =
            switch course.last(where: { $0.from <= clock.now.offset })?.fault ?? .none {
            case .none: .success(.http(ProbeResponse(status: 204)))
            case .namesRefused where isAddressed: .success(.http(ProbeResponse(status: 200)))
            case .namesRefused: .failure(ProbeFailure(.nameLookup, facts: ["cause": "refused"]))
            case .silent: .failure(ProbeFailure(.timedOut(.connect)))
            }
        return ProbeExchange(
            request: request,
            outcome: request.url == nil ? .failure(ProbeFailure(.unsupported)) : outcome
        )
    }
}

@Suite struct CauseCompanionTests {
    private static func run(
        _ course: [(from: Duration, fault: ChangingNetwork.Fault)],
        for time: Duration = .seconds(600),
        _ endpoints: [Endpoint] = Endpoint.standard
    ) throws -> (recorder: RecordingNotifier, questionCount: Int) {
        try simulate { clock in
            let (recorder, network) = (RecordingNotifier(), ChangingNetwork(clock, course))
            var configuration = Pipeline.Configuration(
                ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.ethernet])), (time, nil)], clock: clock),
                network,
                asking: endpoints.map { endpoint in
                    var endpoint = endpoint
                    endpoint.expectation = Unforgeable(StatusCode(204))
                    return endpoint
                }
            )
            configuration.companions = [CauseCompanion()]
            configuration.notifiers = [recorder]
            try await Pipeline.simulated(configuration, on: clock, drawing: 1).run()
            return (recorder, network.questionCount)
        }
    }

    @Test func `An outage is diagnosed once, again if its reason changes, and no more when it has ended`() throws {
        let (recorder, questionCount) = try Self.run([
            (.seconds(100), .namesRefused), (.seconds(250), .silent), (.seconds(400), .none),
        ])
        let observed = recorder.observations.filter { $0.kind == "cause" }
        expect(observed.map(\.state), ["name-server-refuses", "none", "gateway-silent", "none"])
        expect(recorder.assessments.map(\.access.name), ["determining", "online", "unreachable", "online"])
        expect(observed.map(\.severity), [.notice, .info, .notice, .info])
        let first = try #require(observed.first)
        let sentences = try PluginRegistry.standard(adding: [DiagnosisPlugin.self]).sentences
        let line = first.line(sentences)
        #expect(
            line.hasPrefix("cause eth0: name-server-refuses: ") && line.contains(" (likely). Set another DNS server"),
            "\(line)"
        )
        #expect(questionCount < 60, "\(questionCount)")
    }

    @Test func `A confirmation with another reason replaces the reason, and is no change`() throws {
        let (recorder, _) = try Self.run([(.seconds(100), .namesRefused), (.seconds(250), .silent)])
        let change = try #require(recorder.assessments.last)
        let newest = try #require(recorder.confirmations.last)
        expect(
            [change.reason.parts.first?.code, newest.reason.parts.first?.code],
            ["name-lookup-failed", "no-answer"]
        )
        #expect(newest.since == change.since && newest.endpoints.allSatisfy { $0.failure?.kind == .timedOut(.connect) })
    }

    @Test func `Without built-in endpoints, a diagnosis asks no well-known host`() throws {
        let own = [Endpoint("http://status.example/"), Endpoint("http://other.example/")]
        let (recorder, questionCount) = try Self.run([(.seconds(100), .silent)], own)
        #expect(questionCount == 0 && recorder.observations.contains { $0.kind == "cause" })
    }

    @Test func `An unstable reason leads to at most 20 diagnoses in an hour`() throws {
        let course = (1..<100).map {
            (Duration.seconds($0 * 70), $0 % 2 == 0 ? ChangingNetwork.Fault.namesRefused : .silent)
        }
        let (recorder, _) = try Self.run(course, for: .seconds(3600))
        let found = recorder.observations.filter { $0.kind == "cause" && $0.state != "none" }
        #expect((10...20).contains(found.count), "\(found.count)")
    }

    @Test func `The companion for causes keeps the laws of companions`() throws {
        for seed in 0..<20 {
            try CompanionLaws.check(CauseCompanion(), seed: UInt64(seed)) {
                ProbeExchange(request: $0, outcome: .failure(ProbeFailure(.timedOut(.connect))))
            }
        }
    }
}
