import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit
import ConnectivityText
import TestSupport
import Testing

@Suite struct `A diagnosis` {
    @Test func `A diagnosis is one line with the cause and what to do, and three with what shows it`() throws {
        let reports = [
            try Self.failed("a", .nameLookup, ["cause": "no-answer"]),
            try Self.failed("b", .nameLookup, ["cause": "no-answer"]),
        ]
        let mute = Self.echo("192.0.2.1", ["cause": "no-neighbour"])
        let dead = Self.diagnosis(.unreachable, reports, [mute, Self.silent])
        let remedy = "Switch it off and on, and check the cable to it."
        expect(dead.answer(), "the router does not answer (certain). \(remedy)")
        expect(dead.explanation(Sentences()).first, "The router does not answer (certain). \(remedy)")
        let lines = dead.summary(Sentences())
        expect(lines.first, "Evidence: echo 192.0.2.1: no host on the link has the address.")
        #expect(lines.last?.hasPrefix("Ruled out: the link and the address") == true && lines.count < 4, "\(lines)")
        // For people, a cause without evidence is not listed as ruled out, and no code is shown.
        #expect(!lines.joined().contains("your server") && !lines.joined().contains("no-link"))
        let fine = Self.diagnosis(.online, [try Self.genuine("a"), try Self.genuine("b", tls: true)])
        #expect(fine.answer() == nil && fine.summary(Sentences()).isEmpty)
    }

    @Test func `A diagnosis leaves out answers that the end of its time cut off`() async throws {
        let assessment = Assessment(
            access: .unreachable,
            reason: Reason("nothing-usable"),
            interface: Self.ethernet,
            snapshot: InterfaceSnapshot([Self.ethernet]),
            endpoints: [try Self.failed("a", .timedOut(.connect))],
            startedAt: Self.now
        )
        let prober = ClosureProber(kinds: ["http", "echo", "connection", "dns", "route"]) { request in
            // The route is known at once; nothing else comes.
            if request.question.kind == "route" {
                return ProbeExchange(request: request, outcome: .success(.other("route", ["interface": "eth0"])))
            }
            try? await ContinuousClock().sleep(for: .seconds(300))
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
        }
        let found = await withTaskGroup(of: DiagnosticEvidence?.self) { group in
            group.addTask { await Diagnosis.completing(DiagnosticEvidence(assessment), asking: prober) }
            group.addTask {
                try? await ContinuousClock().sleep(for: .milliseconds(200))
                return nil
            }
            while let evidence = await group.next() {
                if let evidence { return evidence }
                group.cancelAll()
            }
            return DiagnosticEvidence(assessment)
        }
        #expect(!found.answers.isEmpty)
        #expect(found.answers.allSatisfy { $0.request.question.kind == "route" }, "\(found.answers)")
    }

    @Test func `Every cause is considered exactly once, the most certain first`() throws {
        let diagnosis = Self.diagnosis(.unreachable, [try Self.failed("a", .unreachable)], [Self.silent])
        expect(
            diagnosis.findings.map(\.cause).sorted { $0.rawValue < $1.rawValue },
            Cause.allCases.sorted { $0.rawValue < $1.rawValue }
        )
        #expect(zip(diagnosis.findings, diagnosis.findings.dropFirst()).allSatisfy { $0.confidence >= $1.confidence })
    }

    @Test func `An online network has no cause, and every cause that was examined is ruled out`() throws {
        let diagnosis = Self.diagnosis(.online, [try Self.genuine("a"), try Self.genuine("b", tls: true)])
        #expect(diagnosis.causes.isEmpty)
        let open = diagnosis.findings.filter { $0.confidence == .undecided }.map(\.cause)
        #expect(
            open == ["name-server-slow", "quic-blocked", "lossy", "slow"]
                && diagnosis.ruledOut.count == Cause.allCases.count - open.count
        )
        expect(diagnosis.explanation(Sentences()), ["Nothing is wrong that this check can see."])
    }

    @Test func `Distinguishes a missing interface, link and address`() {
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
        expect(Self.first(diagnosis([])), "no-link certain")
        expect(Self.first(diagnosis([bare])), "no-address certain")
        bare.addresses = [.init("192.0.2.7", prefixLength: 24, state: .duplicate)]
        expect(Self.first(diagnosis([bare])), "duplicate-address certain")
        bare.hasCarrier = false
        expect(Self.first(diagnosis([bare])), "no-link certain")
        // The interface that was asked for counts, not others.
        expect(Self.first(diagnosis([bare, Self.other], asked: "eth0")), "no-link certain")
        #expect(diagnosis([bare, Self.other], asked: "no-such").causes.isEmpty)
    }

    @Test func `A gateway without a hardware address is silent, and hides the devices behind it`() throws {
        let reports = [
            try Self.failed("a", .nameLookup, ["cause": "no-answer"]),
            try Self.failed("b", .nameLookup, ["cause": "no-answer"]),
        ]
        let mute = Self.echo("192.0.2.1", ["cause": "no-neighbour"])
        let diagnosis = Self.diagnosis(.unreachable, reports, [mute, Self.silent])
        expect(Self.first(diagnosis), "gateway-silent certain")
        #expect(
            !diagnosis.ruledOut.contains { ["no-uplink", "name-server-silent", "tls-intercepted"].contains($0.cause) }
        )
        // An answer of another host of the link does not excuse the gateway.
        let neighbour = Self.echo("192.0.2.53", received: 5)
        let other = Self.diagnosis(.unreachable, reports, [Self.echo("192.0.2.1"), neighbour, Self.silent])
        #expect(!other.ruledOut.contains { $0.cause == "gateway-silent" })
    }

    @Test func `A gateway that answers alone has no uplink, certainly if it reports that`() throws {
        let reports = [
            try Self.failed("a", .nameLookup, ["cause": "no-answer"]),
            try Self.failed("b", .nameLookup, ["cause": "no-answer"]),
        ]
        let alive = Self.echo("192.0.2.1", received: 5)
        expect(Self.first(Self.diagnosis(.unreachable, reports, [alive, Self.silent])), "no-uplink likely")
        let said = Self.echo("1.1.1.1", ["cause": "no-route", "reportedBy": "192.0.2.1"])
        expect(Self.first(Self.diagnosis(.unreachable, reports, [alive, said, Self.silent])), "no-uplink likely")
        expect(
            Self.first(Self.diagnosis(.unreachable, reports, [alive, said] + Self.bothSilent)),
            "no-uplink certain"
        )
        // One address may be blocked on its way, so that what is said of it is not true of others.
        let connected = try Self.failed("c", .timedOut(.response), connected: true)
        let partly = Self.diagnosis(.unreachable, reports + [connected], [alive, said] + Self.bothSilent)
        expect(Self.first(partly), "no-uplink likely")
        let forbidden = Self.echo("1.1.1.1", ["cause": "prohibited", "reportedBy": "192.0.2.1"])
        expect(
            Self.first(Self.diagnosis(.unreachable, reports, [alive, forbidden, Self.silent])),
            "prohibited likely"
        )
        // A portal forbids as well, and answers over plain HTTP.
        let page = Self.byAddress(.failure(ProbeFailure(.unreachable)), "http://1.1.1.1/")
        let whole = Self.diagnosis(.unreachable, reports, [alive, forbidden, Self.silent, page])
        expect(Self.first(whole), "prohibited certain")
    }

    @Test(arguments: [
        ("no-answer", "name-server-silent"), ("server-closed", "name-server-silent"),
        ("refused", "name-server-refuses"),
        ("server-failure", "name-server-fails"), ("no-such-name", "names-withheld"),
    ])
    func `Name servers are at fault for certain if addresses answer`(cause: String, expected: String) throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": .text(cause)]) }
        let way = Self.route(to: "192.0.2.1", ["interface": "eth0"])
        let answers = [Self.echo("192.0.2.1", received: 5), Self.answered]
        let diagnosis = Self.diagnosis(.unreachable, reports, answers + [way])
        expect(Self.first(diagnosis), "\(expected) certain")
        // A network of this device can have the server's address if the route of its packets is unknown.
        let unknown = Self.diagnosis(.unreachable, reports, answers)
        expect(Self.first(unknown), "\(expected) \(expected == "name-server-silent" ? "likely" : "certain")")
        #expect(diagnosis.ruledOut.contains { $0.cause == "no-uplink" })
    }

    @Test func `A server that reports that it withholds names is trusted (RFC 8914)`() throws {
        let blocked: Facts = ["cause": "server-failure", "extendedErrors": [.record(["code": 15])]]
        let diagnosis = Self.diagnosis(.unreachable, [try Self.failed("a", .nameLookup, blocked)], [Self.answered])
        expect(Self.first(diagnosis), "names-withheld certain")
    }

    @Test func `Certificates that are not valid now are the clock's fault if the date over plain HTTP is another`()
        throws
    {
        let expired = try ["a", "b"].map { try Self.failed($0, .tls(.expired), tls: true) }
        let old = try Self.genuine("c", date: "Sun, 06 Nov 1994 08:49:37 GMT")
        let wrong = Self.diagnosis(.partial, expired + [old])
        expect(Self.first(wrong), "clock-wrong certain")
        expect(wrong.causes.first?.evidence.first?.reason.facts["days"]?.integer, -11_700)
        // 1,795,000,000 s after 1970 is 18 November 2026.
        let right = try Self.genuine("c", date: "Wed, 18 Nov 2026 11:06:40 GMT")
        let honest = Self.diagnosis(.partial, expired + [right])
        expect(Self.first(honest), "tls-intercepted certain")
        #expect(honest.ruledOut.contains { $0.cause == "clock-wrong" })
        expect(Self.first(Self.diagnosis(.partial, expired + [try Self.genuine("c")])), "clock-wrong likely")
    }

    @Test func `A sentence does not claim that the router answers if it has not`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "no-answer"]) }
        let asked = ProbeExchange(
            request: ProbeRequest(Question.other("echo", ["to": "192.0.2.1"])),
            outcome: .failure(ProbeFailure(.unsupported))
        )
        let unknown = Self.diagnosis(.unreachable, reports, [asked] + Self.bothSilent)
        #expect(unknown.causes.allSatisfy { $0.confidence == .possible })
        // Without a privilege, a connection to the gateway and its place in the table of neighbours show that it is there.
        let tcp = Question.other("connection", ["to": "192.0.2.1:53", "transport": "tcp"])
        let refusal = ProbeExchange(
            request: ProbeRequest(tcp),
            outcome: .failure(ProbeFailure(.connectionRefused))
        )
        let confirmed = Self.route(to: "192.0.2.1", ["interface": "eth0", "neighbour": "reachable", "confirmed": 0.4])
        let old = Self.route(to: "192.0.2.1", ["interface": "eth0", "neighbour": "reachable", "confirmed": 29])
        for sign in [refusal, confirmed] {
            expect(Self.first(Self.diagnosis(.unreachable, reports, [sign] + Self.bothSilent)), "no-uplink likely")
        }
        #expect(
            Self.diagnosis(.unreachable, reports, [old] + Self.bothSilent).causes.allSatisfy {
                $0.confidence == .possible
            }
        )
        let dead = Self.route(to: "1.1.1.1", ["interface": "eth0", "gateway": "192.0.2.1", "neighbour": "failed"])
        expect(Self.first(Self.diagnosis(.unreachable, reports, [dead] + Self.bothSilent)), "gateway-silent certain")
    }

    @Test func `Distinguishes a blocked port, lost large packets and an interceptor`() throws {
        let plain = try ["c", "d"].map { try Self.genuine($0) }
        func partial(_ kind: ProbeFailure.Kind, connected: Bool = false, _ answers: [ProbeExchange] = []) throws
            -> Diagnosis
        {
            let failed = try ["a", "b"].map { try Self.failed($0, kind, tls: true, connected: connected) }
            return Self.diagnosis(.partial, plain + failed, answers)
        }
        expect(Self.first(try partial(.connectionRefused)), "tls-blocked likely")
        expect(Self.first(try partial(.tls(.unknownAuthority))), "tls-intercepted likely")
        // A request that the round gave up says nothing by itself; the questions to addresses decide.
        expect(Self.first(try partial(.timedOut(.response), [Self.silent])), "tls-blocked likely")
        let stalled = Self.byAddress(.failure(ProbeFailure(.timedOut(.tls))))
        let echoes = [Self.echo("1.1.1.1", received: 5), Self.echo("1.1.1.1", whole: true)]
        let large = try partial(.timedOut(.tls), connected: true, [stalled] + echoes)
        // Large echoes are filtered for other reasons; small segments show the difference.
        expect(Self.first(large), "large-packets-lost possible")
        let passes = try partial(
            .timedOut(.tls),
            connected: true,
            [stalled, Self.segments(of: nil, pass: false), Self.segments(of: 1_220, pass: true)]
        )
        expect(Self.first(passes), "large-packets-lost certain")
        expect(passes.causes.first?.remedy, "Set a smaller MTU, at most 1280 (ip link set dev eth0 mtu 1280).")
        let swallowed = try partial(
            .timedOut(.tls),
            connected: true,
            [stalled, Self.segments(of: nil, pass: false), Self.segments(of: 1_220, pass: false)] + echoes
        )
        expect(Self.first(swallowed), "tls-stopped likely")
        #expect(swallowed.ruledOut.contains { $0.cause == "large-packets-lost" })
        #expect(large.ruledOut.contains { $0.cause == "tls-blocked" })
        // Small ones of the same host that are lost as well are loss, and a host that returns none shows nothing.
        for small in [Self.echo("1.1.1.1", received: 3), Self.echo("192.0.2.1", received: 5)] {
            let unclear = try partial(.timedOut(.tls), connected: true, [stalled, small, echoes[1]])
            expect(unclear.causes.first { $0.cause == "large-packets-lost" }?.confidence, .possible)
        }
        let ownLink = Self.echo("1.1.1.1", ["cause": "too-big", "mtu": 1_420], whole: true)
        let tunnel = try partial(.timedOut(.tls), connected: true, [stalled, echoes[0], ownLink])
        #expect(!tunnel.causes.contains { $0.cause == "large-packets-lost" && $0.confidence > .possible })
        let passing = Self.echo("1.1.1.1", received: 5, whole: true)
        let slow = try partial(.timedOut(.tls), connected: true, [stalled, echoes[0], passing])
        #expect(slow.ruledOut.contains { $0.cause == "large-packets-lost" })
    }

    @Test func `A peer that answers for addresses under its own certificate does not count as silence`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .timedOut(.nameLookup)) }
        let refused = ["1.1.1.1", "8.8.8.8"].map { host in
            ProbeExchange(
                request: ProbeRequest(host == "1.1.1.1" ? "https://1.1.1.1/" : "https://8.8.8.8/"),
                outcome: .failure(ProbeFailure(.tls(.unknownAuthority)))
            )
        }
        let diagnosis = Self.diagnosis(.unreachable, reports, [Self.echo("192.0.2.1", received: 5)] + refused)
        expect(Set(diagnosis.causes.prefix(2).map(\.cause)), ["tls-intercepted", "name-server-silent"])
        #expect(diagnosis.ruledOut.contains { $0.cause == "no-uplink" })
    }

    @Test func `A proxy, a portal, a filter and forged names are named`() throws {
        func answered(_ finding: Verdict.Finding, _ code: String) throws -> [EndpointReport] {
            try ["a", "b"].map {
                try Self.report($0, .success(.http(ProbeResponse(status: 200))), finding: finding, because: code)
            }
        }
        let proxy = Self.diagnosis(.blocked, try answered(.substituted, "proxy-authentication-required"))
        #expect(Self.first(proxy) == "proxy-required certain" && !proxy.causes.contains { $0.cause == "filter" })
        expect(Self.first(Self.diagnosis(.blocked, try answered(.substituted, "block-page"))), "filter certain")
        let portal = Self.diagnosis(.captive(.unknown), try answered(.captive, "redirect"))
        expect(Self.first(portal), "portal certain")
        #expect(!portal.ruledOut.contains { ["no-uplink", "names-forged"].contains($0.cause) })
        expect(
            Self.first(Self.diagnosis(.unreachable, try answered(.failed, "private-address"))),
            "names-forged certain"
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
        #expect(below.filter { $0.url?.scheme == .https }.count == 2 && below.contains { $0.url?.scheme == .http })
        let works = ProbeExchange(request: below[0], outcome: .success(.http(ProbeResponse(status: 200))))
        let diagnosis = Diagnosis(of: DiagnosticEvidence(assessment, answers: [Self.silent, works]))
        expect(Self.first(diagnosis), "tunnel-dead certain")
        let named = try #require(diagnosis.causes.first?.evidence.first)
        #expect(named.subject == "wg0" && named.reason.facts["below"] == "eth0")
        // A sign-in page below explains that nothing comes back.
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])
        let pages = below.filter { $0.url?.scheme == .http }.map {
            ProbeExchange(request: $0, outcome: .success(.http(portal)))
        }
        let signIn = Diagnosis(of: DiagnosticEvidence(assessment, answers: [Self.silent] + pages))
        expect(Self.first(signIn), "portal-below-tunnel certain")
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
        expect(kinds(requests(.online, [late], [])), ["connection", "connection", "echo", "echo"])
        #expect(requests(.online, [late], [Self.quic(answered: true), Self.echo("1.1.1.1", received: 5)]).isEmpty)
        #expect(requests(.captive(.unknown), [], []).isEmpty)

        let failed = [try Self.failed("a", .unreachable)]
        let first = requests(.unreachable, failed, [])
        #expect(
            Set(kinds(first)) == ["echo", "http", "route", "connection"]
                && first.contains { $0.limits.total == .seconds(4) }
        )
        expect(first.filter { $0.url?.scheme == .https }.count, 3)
        // Reports are rationed, so an echo without one is asked for again if a connection had one; whether this device itself
        // refuses, and whether a portal answers over plain HTTP, is asked, too.
        let again = requests(.unreachable, failed, [Self.silent])
        expect(kinds(again), ["echo", "connection", "http", "http"])
        #expect(again.filter { $0.question.kind == .http }.allSatisfy { $0.url?.scheme == .http })
        let reported = Self.echo("1.1.1.1", ["cause": "prohibited", "reportedBy": "192.0.2.1"])
        expect(kinds(requests(.unreachable, failed, [Self.silent, reported])), ["http", "http"])
        let answered = [try Self.genuine("c"), try Self.failed("a", .timedOut(.connect))]
        #expect(requests(.unreachable, answered, [Self.silent, Self.echo("1.1.1.1")]).isEmpty)
        let stalled = Self.byAddress(.failure(ProbeFailure(.timedOut(.tls))))
        let second = requests(.partial, answered, [stalled, Self.echo("1.1.1.1", received: 5)])
        #expect(kinds(second) == ["echo", "echo", "connection", "connection", "connection"])
        #expect(second.prefix(2).allSatisfy { $0.question.subject.contains("whole") })
        expect(second.suffix(3).map { $0.question.subject.contains("segment") }, [true, true, false])
        let refused = Self.byAddress(.failure(ProbeFailure(.tls(.unknownAuthority))))
        let echo = Self.echo("1.1.1.1", received: 5)
        expect(kinds(requests(.partial, answered, [refused, echo])), ["connection"])
        let nameless = [try Self.failed("a", .nameLookup, ["cause": "no-answer"])]
        let asked = requests(.unreachable, nameless, [Self.silent, echo]).filter { $0.question.kind == "dns" }
        #expect(asked.count == 1 && asked.first?.question.subject.contains("192.0.2.1") == true)
        // No question is asked twice.
        let known = asked.map { ProbeExchange(request: $0, outcome: .failure(ProbeFailure(.timedOut(.response)))) }
        #expect(!requests(.unreachable, nameless, [Self.silent, echo] + known).contains { $0.question.kind == "dns" })
    }
}
