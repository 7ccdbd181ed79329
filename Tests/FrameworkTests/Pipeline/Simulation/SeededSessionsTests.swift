import ConnectivityCore
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct `Random sessions` {
    /// The seed to run alone, with its trace: `CONNECTIVITY_SEED=17 swift test --filter 'Seeded sessions'`.
    ///
    /// If `CONNECTIVITY_SESSION` names a file, the run is written to it as a recorded session, for
    /// `Fixtures/sessions`.
    private static let only = ProcessInfo.processInfo.environment["CONNECTIVITY_SEED"].flatMap(UInt64.init)

    #if ThreadSanitizer
    private static let seeds: Range<UInt64> = 0..<300
    #else
    /// More of them with `CONNECTIVITY_SESSIONS=1000000`; `Tests/Sessions/run` builds them with optimization.
    private static let seeds: Range<UInt64> =
        0..<(ProcessInfo.processInfo.environment["CONNECTIVITY_SESSIONS"].flatMap(UInt64.init)
        ?? UInt64(LongForm.count(400, orLong: 10_000)))
    #endif

    /// Returns what is wrong with a session, with its trace; `nil` if nothing is wrong.
    private static func fault(of seed: UInt64) -> String? {
        let session = RandomSession(seed: seed)
        do {
            let trace = try session.run()
            var faults = trace.violations(waitMax: .seconds(8), isGenuine: \.isGenuine204).map(\.description)
            faults += Oracle(session).objections(to: trace)
            return faults.isEmpty ? nil : (faults + [trace.description]).joined(separator: "\n")
        } catch {
            return "seed \(seed): \(error)"
        }
    }

    /// Returns at most a few seeds that fail, each with what is wrong.
    ///
    /// One dedicated thread per processor handles every n-th seed. The threads get their share of a busy machine
    /// and leave the threads of the pool to the other tests. This thread waits for them directly, so that the test
    /// ends with them and need not wait for its turn among hundreds of tests.
    private static func failures() -> [(seed: UInt64, fault: String)] {
        let failures = Lock<[(seed: UInt64, fault: String)]>([])
        let running = DispatchGroup()
        let stripes = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
        for stripe in 0..<stripes {
            running.enter()
            DedicatedThread.start {
                defer { running.leave() }
                for seed in seeds where seed % stripes == stripe {
                    guard let fault = fault(of: seed) else { continue }
                    return failures.withLock { $0.append((seed, fault)) }
                }
            }
        }
        running.wait()
        return failures.withLock { $0 }
    }

    @Test func `Seeded sessions keep the invariants`() {
        if let seed = Self.only {
            print((try? RandomSession(seed: seed).run().description) ?? "seed \(seed) has no trace")
            if let file = ProcessInfo.processInfo.environment["CONNECTIVITY_SESSION"] {
                #expect(throws: Never.self) {
                    try Data(Self.session(of: seed).session.encoded()).write(to: URL(filePath: file))
                }
            }
            expect(Self.fault(of: seed), nil)
            return
        }
        for failure in Self.failures() {
            let command = "CONNECTIVITY_SEED=\(failure.seed) swift test --filter 'Seeded sessions'"
            let keep = "CONNECTIVITY_SESSION=$PWD/Fixtures/sessions/seed-\(failure.seed).session.json"
            Issue.record("run it again: \(command)\nkeep it as a fixture: \(keep) \(command)\n\(failure.fault)")
        }
    }

    /// Returns a run as a recorded session, and the assessments that were announced in it.
    private static func session(of seed: UInt64) throws -> (session: SessionRecording, announced: [Assessment]) {
        let session = RandomSession(seed: seed)
        let trace = try session.run()
        let configuration = String(decoding: try JSONEncoder().encode(session.configuration), as: UTF8.self)
        return (trace.session(configuration: configuration), trace.announced)
    }

    @Test(arguments: simulationSeeds(200))
    func `A run written as a recorded session leads to the same assessments`(seed: UInt64) throws {
        let (session, announced) = try Self.session(of: seed)
        let read = try SessionRecording(parsing: session.encoded())
        let configuration = RandomSession(seed: seed).configuration
        let machine = ConnectivityMachine(
            DecisionRules(
                endpoints: configuration.endpoints,
                validators: configuration.validators,
                policy: configuration.policy
            ),
            schedule: configuration.schedule,
            limits: configuration.limits
        )
        let replay = SessionReplay(read, by: machine)
        #expect(replay.deviations.isEmpty, "\(replay.deviations)")
        let expected = announced.map(SessionRecording.Expectation.init)
        expect(replay.assessments.map { .init($0.assessment) }, expected)
        expect(read.expectations, expected)
    }

    @Test(arguments: simulationSeeds(50))
    func `The same seed gives the same trace, bit for bit`(seed: UInt64) throws {
        try expect(RandomSession(seed: seed).run(), RandomSession(seed: seed).run())
    }

    /// Without this the second judge would prove nothing.
    @Test func `The second judge objects if an access is announced that the script does not allow`() throws {
        var objections: [String: Int] = [:]
        let seeds = simulationSeeds(300)
        for seed in seeds {
            let session = RandomSession(seed: seed)
            let trace = try session.run()
            // The last announcement follows a quiet time, so that the script allows exactly one.
            let last = try #require(trace.entries.lastIndex { if case .announced = $0.event { true } else { false } })
            guard case .announced(var assessment) = trace.entries[last].event else { continue }
            for access in [
                .online, .disconnected, .unreachable, .captive(CaptivePortal(signInURL: nil, kind: .unknown)),
            ] as [InternetAccess]
            where access.name != session.truth {
                assessment.access = access
                var wrong = trace
                wrong.entries[last].event = .announced(assessment)
                // One objection is to the end; the others are to the announcement by itself.
                if Oracle(session).objections(to: wrong).count > 1 { objections[access.name, default: 0] += 1 }
            }
        }
        #expect(objections["online", default: 0] > seeds.count / 3, "\(objections)")
        #expect(objections["disconnected", default: 0] > seeds.count / 3, "\(objections)")
        #expect(objections["captive", default: 0] > seeds.count / 3, "\(objections)")
        #expect(objections["unreachable", default: 0] > seeds.count / 10, "\(objections)")
    }

    /// Without this the sessions would prove nothing.
    @Test func `The random sessions cover all accesses, failures and disturbances`() throws {
        var met: Set<String> = []
        for seed in 0..<300 as Range<UInt64> {
            for entry in try RandomSession(seed: seed).run().entries {
                switch entry.event {
                case .announced(let assessment): met.insert(assessment.access.name)
                case .probeEnded(_, let exchange): met.insert(exchange.failure?.kind.name ?? "answer")
                case .jumped: met.insert("jump")
                case .received: met.insert("received")
                case .reported, .probeBegan, .stepped, .listening, .ended: continue
                }
            }
        }
        #expect(
            met.isSuperset(of: [
                "determining", "disconnected", "unreachable", "captive", "partial", "online", "answer", "cancelled",
                "timed-out.response", "timed-out.connect", "connection-refused", "connection-reset", "jump", "received",
            ]),
            "\(met.sorted())"
        )
    }
}

extension ProbeExchange {
    /// Whether the exchange has exactly the genuine answer of the simulated endpoints.
    var isGenuine204: Bool { (try? outcome.get()) == .http(.genuine) }

    /// The failure of the exchange; `nil` if it has an answer.
    fileprivate var failure: ProbeFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }
}
