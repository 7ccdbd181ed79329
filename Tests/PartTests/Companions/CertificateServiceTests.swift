import ConnectivityCore
import ConnectivityKit
import ConnectivityTLS
import TestSupport
import Testing

@testable import ConnectivityCompanions

extension `Services in addition to the network` {
    /// An answer over TLS whose certificate is valid for `days`, as a prober reports it.
    private static func certified(days: Double) -> ProbeExchange {
        var exchange = verified(200, "Sign in")
        let end = Timestamp(sinceEpoch: .seconds(1_794_474_000))
        let certificate = PeerCertificate(
            subject: "CN=git.example",
            issuer: "CN=ca",
            notBefore: Timestamp(sinceEpoch: .zero),
            notAfter: end,
            daysLeft: days
        )
        exchange.httpConnection.tls = TLSFindings(version: "TLSv1.3", cipher: "X", chain: [certificate])
        return exchange
    }

    @Test func `A service whose certificate is to expire works, with the severity warning and the day`() {
        let expectation = AllOf([CertificateLifetime(days: 30), BodyContains("Sign in")])
        let services = [Endpoint(Self.url, expecting: expectation)]
        func observation(_ exchange: ProbeExchange) -> CompanionObservation {
            Self.reports([exchange], of: services, control: Self.control(.online))[0].observation
        }
        let soon = observation(Self.certified(days: 29.5))
        #expect(soon.state == "working" && soon.severity == .warning)
        let sentence = "the certificate expires on 12 November 2026, in less than 30 days"
        #expect(Sentences.standard.sentence(for: soon.reason).contains(sentence))
        let later = observation(Self.certified(days: 30))
        #expect(later.state == "working" && later.severity == .notice)
        expect(later.facts["certificate"]?.record?["daysLeft"]?.number, 30)
        // What the rest of the expectation says still counts.
        var other = Self.certified(days: 29)
        other.outcome = .success(.http(ProbeResponse(status: 200, body: Array("Maintenance".utf8))))
        expect(observation(other).state, "failing")
        // The certificate of a gateway in between is not that of the service.
        var intercepted = Self.certified(days: 3)
        intercepted.authentication = .intercepted
        expect(observation(intercepted).facts["certificate"], nil)
        let expired = ProbeFailure(.tls(.expired), facts: ["certificate": .record(["notAfter": "x", "daysLeft": -2])])
        let failure = ProbeExchange(request: ProbeRequest(Self.url), outcome: .failure(expired))
        expect(observation(failure).facts["certificate"]?.record?["daysLeft"]?.number, -2)
    }

    @Test func `A service is reported as changed when its certificate begins to be a warning`() {
        let expectation = AllOf([CertificateLifetime(days: 30), BodyContains("Sign in")])
        var services = Services([Endpoint(Self.url, expecting: expectation)])
        var requests: [ProbeRequest] = []
        func changes(_ input: CompanionInput, at seconds: Int) -> [Bool] {
            let wall = Timestamp(sinceEpoch: .seconds(seconds))
            let moment = ConnectivityMachine.Moment(elapsed: .seconds(seconds), wall: wall)
            return services.handle(input, at: moment).compactMap { effect in
                if case .ask(let asked, _) = effect { requests = asked }
                return if case .report(let observation) = effect { observation.isChange } else { nil }
            }
        }
        _ = changes(.began(Self.context), at: 0)
        _ = changes(.assessed(Self.control(.online), isChange: true), at: 0)
        expect(requests.map { $0.http?.readsTLS }, [true], "the days of the certificate are asked for")
        expect(changes(.answered(1, [Self.certified(days: 30.1)]), at: 1), [true])
        _ = changes(.waited(2), at: 61)
        expect(changes(.answered(3, [Self.certified(days: 29.9)]), at: 62), [true])
        _ = changes(.waited(4), at: 122)
        expect(changes(.answered(5, [Self.certified(days: 29.8)]), at: 123), [false])
    }
}
