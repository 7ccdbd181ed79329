import ConnectivityCore
import ConnectivityDecoding
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

/// Checks that the fixtures cover all verdicts, reasons and failures.
@Suite struct CoverageTests {
    @Test func `Every reason of a verdict occurs in a fixture`() throws {
        var seen: Set<String> = []
        for fixture in Fixture.readable {
            let reason = try fixture.verdict.reason
            seen.formUnion(reason.withParts)
        }
        for assessment in try Self.assessments {
            let reports = assessment.paths.compactMap(\.portalAPI)
            seen.formUnion(reports.map { $0.verdict.reason.code })
        }
        for round in try Self.rounds {
            seen.formUnion(round.reports.flatMap { $0.verdict.reason.withParts })
        }
        // The reasons of validators and witnesses in other packages, which no configuration here can name.
        let unreachable: Set<String> = [
            "own-answer-differs", "expected-but-signed", "bears", "refused", "stated", "testimony-missing",
            "testimony-late",
            "testimony-overruled", "plugin-failed",
        ]
        #expect(seen.isDisjoint(with: unreachable))
        // Reports of companions are not verdicts.
        let pluginCodes = try PluginRegistry.standard().sentenceTemplates.keys.filter { code in
            !["sign-in-", "service-"].contains(where: code.hasPrefix) && code != "answered"
        }
        let codes = try Self.codes("answers").union(pluginCodes.map(Self.code))
        let missing = codes.subtracting(seen).subtracting(unreachable)
        #expect(missing.isEmpty, "no fixture shows \(missing.sorted())")
    }

    @Test func `Every reason of an assessment occurs in a session`() throws {
        let stated = try SessionFixture.all.flatMap { try SessionRecording(parsing: $0.bytes).expectations.map(\.code) }
        // Not every round is published; for example, the reason for holding an access never is.
        let judged =
            try Self.rounds.compactMap { $0.reason.map { $0.code } }
            + Self.assessments.flatMap { $0.paths.map { $0.reason.code } }
        // These are the reasons of policies in other packages, which may give up early, of a pipeline in code without
        // endpoints, and of the drop-in that leaves out every URL.
        let unreachable: Set = ["no-verdict", "no-endpoint", "only-https", "cut-off"]
        let seen = Set(stated + judged)
        #expect(seen.isDisjoint(with: unreachable))
        let codes = try Self.codes("rounds").union(["expectation-missing"])
        let missing = codes.subtracting(seen).subtracting(unreachable)
        #expect(missing.isEmpty, "no session shows \(missing.sorted())")
    }

    @Test func `Every kind of failure occurs in a session`() throws {
        var seen: Set<FailureName> = []
        for fixture in SessionFixture.all {
            for asked in try SessionRecording(parsing: fixture.bytes).exchanges {
                if case .failure(let failure) = asked.exchange.outcome { seen.insert(FailureName(failure.kind)) }
            }
        }
        // The end of a round cuts a probe off; its prober then reports that it was cancelled.
        let missing = Set(FailureName.allCases).subtracting(seen).subtracting([.cutOff])
        #expect(missing.isEmpty, "no session holds \(missing.map { "\($0)" }.sorted())")
    }

    @Test func `Every Internet access is the expectation of a session`() throws {
        let seen = try SessionFixture.all.flatMap { try SessionRecording(parsing: $0.bytes).expectations.map(\.access) }
        let all = ["determining", "disconnected", "unreachable", "captive", "blocked", "partial", "online"]
        expect(Set(seen), Set(all))
    }

    @Test func `There are enough fixtures, and sessions are small and state their source`() throws {
        #expect(Fixture.all.count >= 120)
        #expect(SessionFixture.all.count >= 30)
        for fixture in SessionFixture.all {
            #expect(fixture.bytes.count <= 32 * 1024, "\(fixture.name) has \(fixture.bytes.count) bytes")
            let source = try SessionRecording(parsing: fixture.bytes).provenance.source
            let beginnings = [
                "recorded in our lab from ", "recorded in our lab: ", "modelled on ", "made for this case: ",
            ]
            #expect(beginnings.contains { source.hasPrefix($0) }, "\(fixture.name): \(source)")
        }
    }

    /// The codes in a table of Core's sentences.
    private static func codes(_ table: String) throws -> Set<String> {
        let file = URL.package.appending(path: "Sources/Framework/Text/Sentences/\(table).tsv")
        return Set(EmbeddedTable.texts(of: [Array(try Data(contentsOf: file))]).keys.map(code))
    }

    /// The code of reasons that a template is for.
    private static func code(_ key: String) -> String { String(key.prefix { $0 != "?" }) }

    /// The rounds that the policies of all sessions decided, with the reasons.
    private static var rounds: [NotingPolicy.Round] { get throws { try replayed.flatMap(\.rounds) } }

    /// The assessments of all sessions.
    private static var assessments: [Assessment] { get throws { try replayed.flatMap(\.assessments) } }

    private static var replayed: [(rounds: [NotingPolicy.Round], assessments: [Assessment])] {
        get throws {
            try SessionFixture.all.map { fixture in
                let session = try SessionRecording(parsing: fixture.bytes)
                var configuration = try fixture.configuration(of: session)
                let policy = NotingPolicy(configuration.policy)
                configuration.policy = policy
                let replay = SessionReplay(session, by: configuration.machine)
                return (policy.rounds, replay.assessments.map(\.assessment))
            }
        }
    }
}

/// A policy that decides like another policy and records the rounds.
private final class NotingPolicy: ThresholdPolicy {
    struct Round {
        var reports: [EndpointReport]
        var reason: Reason?
    }

    private let base: any ThresholdPolicy
    private let noted = Lock<[Round]>([])

    init(_ base: any ThresholdPolicy) { self.base = base }

    var rounds: [Round] { noted.withLock { $0 } }

    func begin(_ round: ProbeRound) -> any RoundJudge { Judge(policy: self, base: base.begin(round)) }

    private struct Judge: RoundJudge {
        let policy: NotingPolicy
        var base: any RoundJudge

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            let decision = base.decide(on: round, after: index)
            if case .decide(let verdict, final: true) = decision {
                policy.noted.withLock { $0.append(Round(reports: round.finished, reason: verdict.reason)) }
            }
            return decision
        }
    }
}

extension Fixture {
    /// The verdict on the recorded response.
    fileprivate var verdict: Verdict {
        get throws {
            let recording = try Recording(parsing: bytes)
            let endpoint = try #require(recording.endpoint, "\(name) names no built-in endpoint")
            let response = BodyDecoder().decoded(recording.response)
            let exchange = ProbeExchange(request: endpoint.request(), outcome: .success(response))
            return ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: endpoint.expectation)
        }
    }
}

extension Reason {
    /// The codes of the reason and of its parts.
    fileprivate var withParts: [String] { [code] + parts.flatMap(\.withParts) }
}
