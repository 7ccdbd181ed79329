import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityText
import Foundation
import Testing

@Suite struct `A diagnosis` {
    @Test func `Every cause has a title and one thing to do`() {
        #expect(CauseSentences.names == Set(Cause.allCases.map(\.rawValue)))
    }

    @Test func `Every cause is considered exactly once, the most certain first`() throws {
        let diagnosis = Self.diagnosis(.unreachable, [try Self.failed("a", .unreachable)], [Self.silent])
        #expect(
            diagnosis.findings.map(\.cause).sorted { $0.rawValue < $1.rawValue }
                == Cause.allCases.sorted { $0.rawValue < $1.rawValue }
        )
        #expect(zip(diagnosis.findings, diagnosis.findings.dropFirst()).allSatisfy { $0.confidence >= $1.confidence })
    }

    @Test func `An online network has no cause, and all but what was not asked is ruled out`() throws {
        let diagnosis = Self.diagnosis(.online, [try Self.genuine("a"), try Self.genuine("b", tls: true)])
        #expect(diagnosis.causes.isEmpty)
        let open = diagnosis.findings.filter { $0.confidence == .undecided }.map(\.cause)
        #expect(open == [.quicBlocked, .slow] && diagnosis.ruledOut.count == Cause.allCases.count - open.count)
        #expect(diagnosis.explanation() == ["Nothing is wrong that this check can see."])
    }

    @Test func `Without an interface, the link and the address are told apart`() {
        var bare = Self.ethernet
        bare.addresses = []
        func diagnosis(_ interfaces: [NetworkInterface], asked name: String? = nil) -> Diagnosis {
            let reason = name.map { Reason("interface-not-usable", ["interface": .text($0)]) }
            let assessment = Assessment(
                access: .disconnected,
                reason: reason ?? Reason("no-usable-interface"),
                snapshot: InterfaceSnapshot(interfaces),
                startedAt: Self.now
            )
            return Diagnosis(of: DiagnosticEvidence(assessment))
        }
        #expect(Self.first(diagnosis([])) == "no-link certain")
        #expect(Self.first(diagnosis([bare])) == "no-address certain")
        bare.addresses = [.init("192.0.2.7", prefixLength: 24, state: .duplicate)]
        #expect(Self.first(diagnosis([bare])) == "duplicate-address certain")
        bare.hasCarrier = false
        #expect(Self.first(diagnosis([bare])) == "no-link certain")
        // The interface that was asked for counts, not others.
        #expect(Self.first(diagnosis([bare, Self.other], asked: "eth0")) == "no-link certain")
        #expect(diagnosis([bare, Self.other], asked: "no-such").causes.isEmpty)
    }

    @Test func `A gateway that has no hardware address is silent, and hides what is behind it`() throws {
        let reports = [
            try Self.failed("a", .nameLookup, ["cause": "no-answer"]),
            try Self.failed("b", .nameLookup, ["cause": "no-answer"]),
        ]
        let mute = Self.echo("192.0.2.1", ["cause": "no-neighbour"])
        let diagnosis = Self.diagnosis(.unreachable, reports, [mute, Self.silent])
        #expect(Self.first(diagnosis) == "gateway-silent certain")
        #expect(!diagnosis.ruledOut.contains { [.noUplink, .nameServerSilent, .tlsIntercepted].contains($0.cause) })
        // An answer of another host of the link does not excuse the gateway.
        let neighbour = Self.echo("192.0.2.53", received: 5)
        let beside = Self.diagnosis(.unreachable, reports, [Self.echo("192.0.2.1"), neighbour, Self.silent])
        #expect(!beside.ruledOut.contains { $0.cause == .gatewaySilent })
    }

    @Test func `A gateway that answers while nothing behind it does has no uplink, certainly if it says so`() throws {
        let reports = [
            try Self.failed("a", .nameLookup, ["cause": "no-answer"]),
            try Self.failed("b", .nameLookup, ["cause": "no-answer"]),
        ]
        let alive = Self.echo("192.0.2.1", received: 5)
        #expect(Self.first(Self.diagnosis(.unreachable, reports, [alive, Self.silent])) == "no-uplink likely")
        let said = Self.echo("1.1.1.1", ["cause": "no-route", "reportedBy": "192.0.2.1"])
        #expect(Self.first(Self.diagnosis(.unreachable, reports, [alive, said, Self.silent])) == "no-uplink certain")
        let forbidden = Self.echo("1.1.1.1", ["cause": "prohibited", "reportedBy": "192.0.2.1"])
        #expect(
            Self.first(Self.diagnosis(.unreachable, reports, [alive, forbidden, Self.silent])) == "prohibited certain"
        )
    }

    @Test(arguments: [
        ("no-answer", "name-server-silent"), ("server-closed", "name-server-silent"),
        ("refused", "name-server-refuses"),
        ("server-failure", "name-server-fails"), ("no-such-name", "names-withheld"),
    ])
    func `Name servers are at fault for certain if addresses answer`(cause: String, expected: String) throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": .text(cause)]) }
        let diagnosis = Self.diagnosis(.unreachable, reports, [Self.echo("192.0.2.1", received: 5), Self.answered])
        #expect(Self.first(diagnosis) == "\(expected) certain")
        #expect(diagnosis.ruledOut.contains { $0.cause == .noUplink })
    }

    @Test func `A server that says that it withholds names is believed (RFC 8914)`() throws {
        let blocked: Facts = ["cause": "server-failure", "extendedErrors": [.record(["code": 15])]]
        let diagnosis = Self.diagnosis(.unreachable, [try Self.failed("a", .nameLookup, blocked)], [Self.answered])
        #expect(Self.first(diagnosis) == "names-withheld certain")
    }

    @Test func `Certificates that are not valid now are the clock's fault if the date over plain HTTP is another`()
        throws
    {
        let expired = try ["a", "b"].map { try Self.failed($0, .tls(.expired), tls: true) }
        let old = try Self.genuine("c", date: "Sun, 06 Nov 1994 08:49:37 GMT")
        let wrong = Self.diagnosis(.partial, expired + [old])
        #expect(Self.first(wrong) == "clock-wrong certain")
        #expect(wrong.causes.first?.evidence.first?.reason.facts["days"]?.integer == -11_700)
        // 1,795,000,000 s after 1970 is 18 November 2026.
        let right = try Self.genuine("c", date: "Wed, 18 Nov 2026 11:06:40 GMT")
        let honest = Self.diagnosis(.partial, expired + [right])
        #expect(Self.first(honest) == "tls-intercepted certain")
        #expect(honest.ruledOut.contains { $0.cause == .clockWrong })
        #expect(Self.first(Self.diagnosis(.partial, expired + [try Self.genuine("c")])) == "clock-wrong likely")
    }

    @Test func `A blocked port, lost large packets and an interceptor are told apart`() throws {
        let plain = try ["c", "d"].map { try Self.genuine($0) }
        func partial(_ kind: ProbeFailure.Kind, connected: Bool = false, _ answers: [ProbeExchange] = []) throws
            -> Diagnosis
        {
            let failed = try ["a", "b"].map { try Self.failed($0, kind, tls: true, connected: connected) }
            return Self.diagnosis(.partial, plain + failed, answers)
        }
        #expect(Self.first(try partial(.connectionRefused)) == "tls-blocked certain")
        #expect(Self.first(try partial(.tls(.unknownAuthority))) == "tls-intercepted certain")
        // What the round gave up says nothing by itself; the questions to addresses decide.
        #expect(Self.first(try partial(.timedOut(.response), [Self.silent])) == "tls-blocked certain")
        let stalled = Self.byAddress(.failure(ProbeFailure(.timedOut(.tls))))
        let echoes = [Self.echo("192.0.2.1", received: 5), Self.echo("1.1.1.1", whole: true)]
        let large = try partial(.timedOut(.tls), connected: true, [stalled] + echoes)
        #expect(Self.first(large) == "large-packets-lost certain")
        #expect(large.ruledOut.contains { $0.cause == .tlsBlocked })
        let ownLink = Self.echo("1.1.1.1", ["cause": "too-big", "mtu": 1_420], whole: true)
        let tunnel = try partial(.timedOut(.tls), connected: true, [stalled, echoes[0], ownLink])
        #expect(!tunnel.causes.contains { $0.cause == .largePacketsLost && $0.confidence > .possible })
        let passing = Self.echo("1.1.1.1", received: 5, whole: true)
        let slow = try partial(.timedOut(.tls), connected: true, [stalled, echoes[0], passing])
        #expect(slow.ruledOut.contains { $0.cause == .largePacketsLost })
    }

    @Test func `Somebody who answers for addresses under a certificate of his own is no silence`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .timedOut(.nameLookup)) }
        let refused = ["1.1.1.1", "8.8.8.8"].map { host in
            ProbeExchange(
                request: ProbeRequest(host == "1.1.1.1" ? "https://1.1.1.1/" : "https://8.8.8.8/"),
                outcome: .failure(ProbeFailure(.tls(.unknownAuthority)))
            )
        }
        let diagnosis = Self.diagnosis(.unreachable, reports, [Self.echo("192.0.2.1", received: 5)] + refused)
        #expect(diagnosis.causes.map(\.cause) == [.tlsIntercepted, .nameServerSilent])
    }

    @Test func `A proxy, a portal, a filter and forged names are named`() throws {
        func answered(_ finding: Verdict.Finding, _ code: String) throws -> [EndpointReport] {
            try ["a", "b"].map {
                try Self.report($0, .success(.http(ProbeResponse(status: 200))), finding: finding, because: code)
            }
        }
        let proxy = Self.diagnosis(.blocked, try answered(.substituted, "proxy-authentication-required"))
        #expect(Self.first(proxy) == "proxy-required certain" && proxy.ruledOut.contains { $0.cause == .filter })
        #expect(Self.first(Self.diagnosis(.blocked, try answered(.substituted, "block-page"))) == "filter certain")
        let portal = Self.diagnosis(.captive(.unknown), try answered(.captive, "redirect"))
        #expect(Self.first(portal) == "portal certain")
        #expect(!portal.ruledOut.contains { [.noUplink, .namesForged].contains($0.cause) })
        #expect(
            Self.first(Self.diagnosis(.unreachable, try answered(.failed, "private-address"))) == "names-forged certain"
        )
    }

    @Test func `A dead tunnel is named if the network below it works`() throws {
        var tunnel = Self.ethernet
        (tunnel.name, tunnel.kind, tunnel.index) = ("wg0", .vpn, 9)
        let reports = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect)) }
        let assessment = Assessment(
            access: .unreachable,
            reason: Reason("nothing-usable"),
            interface: tunnel,
            snapshot: InterfaceSnapshot([tunnel, Self.ethernet]),
            endpoints: reports,
            startedAt: Self.now
        )
        let evidence = DiagnosticEvidence(assessment)
        let below = evidence.nextRequests(within: .seconds(4)).filter { $0.path.interface == "eth0" }
        #expect(below.count == 2 && below.allSatisfy { $0.url?.scheme == .https })
        let works = ProbeExchange(request: below[0], outcome: .success(.http(ProbeResponse(status: 200))))
        let diagnosis = Diagnosis(of: DiagnosticEvidence(assessment, answers: [Self.silent, works]))
        #expect(Self.first(diagnosis) == "tunnel-dead certain")
        let named = try #require(diagnosis.causes.first?.evidence.first)
        #expect(named.subject == "wg0" && named.reason.facts["below"] == "eth0")
    }

    @Test func `The questions are those that the evidence leaves open`() throws {
        func requests(_ access: InternetAccess, _ reports: [EndpointReport], _ answers: [ProbeExchange])
            -> [ProbeRequest]
        {
            let assessment = Assessment(
                access: access,
                reason: Reason("x"),
                interface: Self.ethernet,
                endpoints: reports,
                startedAt: Self.now
            )
            return DiagnosticEvidence(assessment, answers: answers).nextRequests(within: .seconds(4))
        }
        func kinds(_ requests: [ProbeRequest]) -> [String] { requests.map(\.question.kind.rawValue) }
        // An online network can lack QUIC, and packets if an answer was late.
        let online = requests(.online, [], [])
        #expect(kinds(online) == ["connection", "connection"] && online.allSatisfy { $0.limits.total <= .seconds(1) })
        var late = try Self.genuine("a")
        late.exchange.timings.total = .milliseconds(1_500)
        #expect(kinds(requests(.online, [late], [])) == ["connection", "connection", "echo", "echo"])
        #expect(requests(.online, [late], [Self.quic(answered: true), Self.echo("1.1.1.1", received: 5)]).isEmpty)
        #expect(requests(.captive(.unknown), [], []).isEmpty)

        let failed = [try Self.failed("a", .unreachable)]
        let first = requests(.unreachable, failed, [])
        #expect(
            Set(kinds(first)) == ["echo", "http"] && first.contains { $0.limits.total == .seconds(4) }
        )
        // Reports are rationed, so an echo without one is asked for again if a connection had one.
        #expect(kinds(requests(.unreachable, failed, [Self.silent])) == ["echo"])
        let told = Self.echo("1.1.1.1", ["cause": "prohibited", "reportedBy": "192.0.2.1"])
        #expect(requests(.unreachable, failed, [Self.silent, told]).isEmpty)
        #expect(requests(.unreachable, [try Self.failed("a", .timedOut(.connect))], [Self.silent]).isEmpty)
        let stalled = [try Self.failed("a", .timedOut(.tls), tls: true, connected: true)]
        let second = requests(.partial, stalled, [Self.silent])
        #expect(kinds(second) == ["echo", "echo"] && second.allSatisfy { $0.limits.total < .seconds(2) })
        #expect(requests(.partial, stalled, [Self.silent, Self.echo("1.1.1.1", whole: true)]).isEmpty)
        let refused = Self.byAddress(.failure(ProbeFailure(.tls(.unknownAuthority))))
        #expect(kinds(requests(.partial, [try Self.failed("a", .timedOut(.connect))], [refused])) == ["connection"])
        let nameless = [try Self.failed("a", .nameLookup, ["cause": "no-answer"])]
        let asked = requests(.unreachable, nameless, [Self.silent])
        #expect(kinds(asked) == ["dns"] && asked.first?.question.subject.contains("192.0.2.1") == true)
    }

    @Test func `QUIC is blocked if no owner answers it on a network that is online`() throws {
        let reports = [try Self.genuine("a"), try Self.genuine("b", tls: true)]
        func first(_ access: InternetAccess, _ answers: [ProbeExchange]) -> String {
            Self.first(Self.diagnosis(access, reports, answers))
        }
        let silent = [Self.quic(answered: false), Self.quic("8.8.8.8", answered: false)]
        #expect(first(.online, silent) == "quic-blocked likely")
        #expect(first(.online, [silent[0], Self.quic("8.8.8.8", answered: true)]) == "none")
        // One host may have stopped to speak it.
        #expect(first(.online, [silent[0]]) == "none")
    }

    @Test func `On a slow network, what does not come in time proves nothing`() throws {
        let failed = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect), tls: true) }
        func reports(_ response: Duration) throws -> [EndpointReport] {
            try ["c", "d"].map { host in
                var report = try Self.genuine(host)
                report.exchange.timings.response = response
                return report
            } + failed
        }
        let slow = Self.diagnosis(.partial, try reports(.milliseconds(1_400)))
        #expect(Self.first(slow) == "slow likely" && slow.causes.contains { $0.cause == .tlsBlocked })
        let quick = Self.diagnosis(.partial, try reports(.milliseconds(40)))
        #expect(Self.first(quick) == "tls-blocked certain" && quick.ruledOut.contains { $0.cause == .slow })
        #expect(Self.diagnosis(.unreachable, failed).ruledOut.allSatisfy { $0.cause != .slow })
    }

    @Test func `Name servers of one's own choice are at fault if those of the network answer`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "server-failure"]) }
        func lookup(_ facts: Facts) -> ProbeExchange {
            let question = Question.other("dns", ["name": "a.example", "server": "192.0.2.1"])
            return ProbeExchange(request: ProbeRequest(question), outcome: .success(.other("dns", facts)))
        }
        let found = lookup(["rcode": "NOERROR", "records": [.record(["data": "192.0.2.9"])]])
        let forbidden = Self.echo("1.1.1.1", ["cause": "prohibited", "reportedBy": "192.0.2.1"])
        #expect(
            Self.first(Self.diagnosis(.unreachable, reports, [forbidden, found])) == "name-servers-blocked certain"
        )
        for other in [lookup(["rcode": "NOERROR", "records": []]), lookup(["rcode": "REFUSED", "records": []])] {
            let diagnosis = Self.diagnosis(.unreachable, reports, [forbidden, other])
            #expect(Self.first(diagnosis) == "prohibited certain")
            #expect(diagnosis.ruledOut.contains { $0.cause == .nameServersBlocked })
        }
    }

    @Test func `What an access point announces is a hint, never proof`() throws {
        var wifi = Self.ethernet
        wifi.wifi = .init(
            ssid: Array("Harbour".utf8),
            interworking: .init(hasInternet: false, requiresFurtherStep: true)
        )
        let failed = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect)) }
        let hinted = Self.diagnosis(.unreachable, failed, [Self.silent], on: wifi)
        let portal = try #require(hinted.causes.first { $0.cause == .portal })
        #expect(portal.confidence == .possible && portal.evidence.first?.subject == "Harbour")
        let online = [try Self.genuine("a"), try Self.genuine("b", tls: true)]
        #expect(Self.diagnosis(.online, online, on: wifi).causes.isEmpty)
        wifi.wifi?.interworking?.requiresFurtherStep = false
        #expect(!Self.diagnosis(.unreachable, failed, on: wifi).causes.contains { $0.cause == .portal })
    }

    @Test func `The issuer of a certificate that is refused is evidence`() throws {
        let refused = try ["a", "b"].map { try Self.failed($0, .tls(.unknownAuthority), tls: true) }
        let question = Question.other("connection", ["to": "1.1.1.1:443", "verify": false])
        let answer: Facts = ["tls": .record(["chain": [.record(["issuer": "CN=Somebody"])]])]
        let shown = ProbeExchange(request: ProbeRequest(question), outcome: .success(.other("connection", answer)))
        let diagnosis = Self.diagnosis(.partial, refused, [shown])
        #expect(diagnosis.causes.first?.cause == .tlsIntercepted)
        #expect(diagnosis.causes.first?.evidence.first?.reason.facts["issuer"] == "CN=Somebody")
    }

    @Test func `The JSON has causes with evidence and remedy, those ruled out, and those undecided`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "refused"]) }
        let diagnosis = Self.diagnosis(.unreachable, reports, [Self.answered])
        let json = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(diagnosis)) as? [String: Any])
        #expect(json.keys.sorted() == ["causes", "ruledOut", "undecided"])
        let first = try #require((json["causes"] as? [[String: Any]])?.first)
        #expect(first["cause"] as? String == "name-server-refuses" && first["confidence"] as? String == "certain")
        #expect((first["remedy"] as? String)?.hasSuffix(".") == true && (first["evidence"] as? [Any])?.isEmpty == false)
    }
}
