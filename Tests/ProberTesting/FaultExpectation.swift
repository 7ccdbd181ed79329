// Shared by the tests of probers through symbolic links.

import ConnectivityCore
import Testing

@testable import ConnectivityTestServer

/// The failure that a client observes for a fault of the test server.
struct FaultExpectation: CustomTestStringConvertible {
    var testDescription: String
    var kind: ProbeFailure.Kind
    var partialBody: String?
    var fault: TestServer.Fault

    /// Whether the client's time limit ends the probe.
    var isSlow: Bool {
        if case .timedOut = kind { true } else { false }
    }

    init(
        _ name: String,
        _ kind: ProbeFailure.Kind,
        partialBody: String? = nil,
        _ change: (inout TestServer.Fault) -> Void
    ) {
        testDescription = name
        self.kind = kind
        self.partialBody = partialBody
        fault = TestServer.Fault(change)
    }
}

extension FaultExpectation {
    /// Expectations that hold for every client.
    static let common = [
        Self("late accept", .timedOut(.response)) { $0.delayBeforeAccept = .seconds(300) },
        Self("late header", .timedOut(.response)) { $0.delayBeforeHeader = .seconds(300) },
        Self("late body", .timedOut(.body), partialBody: "") { $0.delayBeforeBody = .seconds(300) },
        Self("closed at once", .emptyReply) { $0.cut = .init() },
        Self("reset at once", .connectionReset) { $0.cut = .init(by: .reset) },
        Self("silent at once", .timedOut(.response)) { $0.cut = .init(by: .stall) },
        Self("late reset", .connectionReset) {
            $0.delayBeforeHeader = .milliseconds(20)
            $0.cut = .init(by: .reset)
        },
        Self("reset in the header", .connectionReset) { $0.cut = .init(after: 20, by: .reset) },
        Self("cut in the body", .truncated, partialBody: "gen") { $0.cut = .init(after: 3, of: .body) },
        Self("reset in the body", .connectionReset, partialBody: "gen") {
            $0.cut = .init(after: 3, of: .body, by: .reset)
        },
        Self("silent in the body", .timedOut(.body), partialBody: "gen") {
            $0.cut = .init(after: 3, of: .body, by: .stall)
        },
        Self("slow header", .timedOut(.response)) { $0.drip = .init(bytes: 1, every: .milliseconds(100)) },
        Self("too long a length", .truncated, partialBody: "genuine") { $0.contentLength = 8 },
        Self("chunk without a size", .malformed) { $0.chunking = .badSize },
        Self("chunk too short", .truncated, partialBody: "genuine") { $0.chunking = .tooLong },
        Self("chunks without end", .truncated, partialBody: "genuine") { $0.chunking = .noEnd },
        Self("garbage", .malformed) { $0.instead = .garbage },
    ]
}

/// The observations of a client that trusts the authority of the scenario `trouble.json`, for each of its hosts.
enum TroubleScenario {
    static let expected: [(url: HTTPURL, kind: ProbeFailure.Kind?)] = [
        ("http://late.example/", .timedOut(.response)), ("http://stalls.example/", .timedOut(.body)),
        ("http://resets.example/", .connectionReset), ("http://closes.example/", .emptyReply),
        ("http://cuts.example/", .truncated), ("http://drips.example/", .timedOut(.response)),
        ("http://lies.example/", .truncated), ("http://chunks.example/", .malformed),
        ("http://garbage.example/", .malformed), ("http://loops.example/", nil),
        ("http://wants-sign-in.example/", nil), ("https://expired.example/", .tls(.expired)),
        ("https://self-signed.example/", .tls(.unknownAuthority)),
        ("https://wrong-host.example/", .tls(.wrongHost)), ("https://no-handshake.example/", .tls(.protocol)),
        ("https://late-handshake.example/", .timedOut(.tls)), ("https://good.example/", nil),
        ("http://good.example/", nil), ("https://late.example/", .tls(.protocol)),
    ]

    /// The limits with which a client that gets no answer gives up soon.
    static func limits(for kind: ProbeFailure.Kind?) -> ProbeRequest.Limits {
        let isSlow = if case .timedOut = kind { true } else { false }
        return ProbeRequest.Limits(total: .milliseconds(isSlow ? 300 : 5000))
    }
}
