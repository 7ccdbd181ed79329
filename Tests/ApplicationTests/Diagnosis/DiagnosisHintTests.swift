import ConnectivityConnection
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityNames
import ConnectivityTLS
import ConnectivityTestKit
import ConnectivityText
import TestSupport
import Testing

/// Evidence that is at most a hint, or proves nothing.
extension `A diagnosis` {
    @Test func `QUIC is blocked if no owner answers it on a network that is online`() throws {
        let reports = [try Self.genuine("a"), try Self.genuine("b", tls: true)]
        func first(_ access: InternetAccess, _ answers: [ProbeExchange]) -> String {
            Self.first(Self.diagnosis(access, reports, answers))
        }
        let silent = [Self.quic(answered: false), Self.quic("8.8.8.8", answered: false)]
        expect(first(.online, silent + Self.bothAnswered), "quic-blocked likely")
        // An address that is blocked as a whole says nothing about QUIC.
        #expect(
            first(.online, silent + [Self.answered]) == "none" && first(.online, silent + Self.bothSilent) == "none"
        )
        expect(first(.online, [silent[0], Self.quic("8.8.8.8", answered: true)]), "none")
        // One host may have stopped to speak it.
        expect(first(.online, [silent[0]]), "none")
    }

    @Test func `On a slow network, a missing answer proves nothing`() throws {
        let failed = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect), tls: true) }
        func reports(_ response: Duration, connect: Duration? = nil) throws -> [EndpointReport] {
            try ["c", "d"].map { host in
                var report = try Self.genuine(host)
                report.exchange.timings.response = response
                report.exchange.timings.connect = connect ?? report.exchange.timings.connect
                return report
            } + failed
        }
        let slow = Self.diagnosis(.partial, try reports(.milliseconds(1_400)))
        #expect(Self.first(slow) == "slow likely" && slow.causes.contains { $0.cause == "tls-blocked" })
        // The hosts are far away, so that the limits are long enough for what the line carries.
        let far = Self.diagnosis(.partial, try reports(.milliseconds(1_400), connect: .milliseconds(1_390)))
        expect(Self.first(far), "slow likely")
        #expect(far.causes.contains { $0.cause == "tls-blocked" && $0.confidence == .possible })
        let quick = Self.diagnosis(.partial, try reports(.milliseconds(40)))
        #expect(Self.first(quick) == "tls-blocked likely" && quick.ruledOut.contains { $0.cause == "slow" })
        #expect(Self.diagnosis(.unreachable, failed).ruledOut.allSatisfy { $0.cause != "slow" })
    }

    @Test func `Configured name servers are at fault if those of the network answer`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "server-failure"]) }
        func diagnosis(_ answers: [ProbeExchange]) -> Diagnosis {
            let assessment = Assessment(
                access: .unreachable,
                reason: Reason("nothing-usable"),
                interface: Self.ethernet,
                snapshot: InterfaceSnapshot([Self.ethernet], nameServers: ["127.0.0.1"]),
                endpoints: reports,
                startedAt: Self.now
            )
            return Diagnosis(of: DiagnosticEvidence(assessment, answers: answers))
        }
        let found = Self.lookup("a.example", addresses: ["192.0.2.9"])
        let forbidden = Self.echo("1.1.1.1", ["cause": "prohibited", "reportedBy": "192.0.2.1"])
        expect(Self.first(diagnosis([forbidden, found])), "name-servers-blocked certain")
        for other in [Self.lookup("a.example"), Self.lookup("a.example", .refused)] {
            let diagnosis = diagnosis([forbidden, other])
            expect(Self.first(diagnosis), "prohibited likely")
            #expect(!diagnosis.causes.contains { $0.cause == "name-servers-blocked" })
        }
    }

    @Test func `An announcement of a further step by an access point makes a portal possible, and no more`() throws {
        var wifi = Self.ethernet
        wifi.wifi = .init(
            ssid: Array("Harbour".utf8),
            interworking: .init(hasInternet: false, requiresFurtherStep: true)
        )
        let failed = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect)) }
        let hinted = Self.diagnosis(.unreachable, failed, [Self.silent], on: wifi)
        let portal = try #require(hinted.causes.first { $0.cause == "portal" })
        #expect(portal.confidence == .possible && portal.evidence.first?.subject == "Harbour")
        let online = [try Self.genuine("a"), try Self.genuine("b", tls: true)]
        #expect(Self.diagnosis(.online, online, on: wifi).causes.isEmpty)
        wifi.wifi?.interworking?.requiresFurtherStep = false
        #expect(!Self.diagnosis(.unreachable, failed, on: wifi).causes.contains { $0.cause == "portal" })
    }

    @Test func `The issuer of a certificate that is refused is evidence`() throws {
        let refused = try ["a", "b"].map { try Self.failed($0, .tls(.unknownAuthority), tls: true) }
        let certificate = PeerCertificate(
            subject: "CN=a.example",
            issuer: "CN=Somebody",
            notBefore: Self.now,
            notAfter: Self.now,
            daysLeft: 1
        )
        let findings = TLSFindings(version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", chain: [certificate])
        let shown = ProbeExchange(
            request: ProbeRequest(ConnectionQuestion(to: "1.1.1.1", isVerified: false)),
            outcome: .success(Answer(ConnectionAnswer(from: "1.1.1.1", tls: findings)))
        )
        let diagnosis = Self.diagnosis(.partial, refused, [shown])
        expect(diagnosis.causes.first?.cause, "tls-intercepted")
        expect(diagnosis.causes.first?.evidence.first?.reason.facts["issuer"], "CN=Somebody")
    }
}
