import ConnectivityConnection
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityEcho
import ConnectivityNames
import ConnectivityTLS
import ConnectivityTestKit
import TestSupport
import Testing

/// Networks of which a diagnosis once said something wrong.
extension `A diagnosis` {
    private static func assessment(
        _ reports: [EndpointReport],
        on interface: NetworkInterface? = ethernet,
        and others: [NetworkInterface] = [],
        access: InternetAccess = .unreachable,
        nameServers: [IPAddress] = []
    ) -> Assessment {
        Assessment(
            access: access,
            reason: Reason("nothing-usable"),
            interface: interface,
            snapshot: InterfaceSnapshot([interface].compactMap(\.self) + others, nameServers: nameServers),
            endpoints: reports,
            startedAt: now
        )
    }

    @Test func `One silent gateway of two, or one name without another question, proves nothing`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect)) }
        let answers = [Self.echo("192.0.2.1", ["cause": "no-neighbour"]), Self.silent]
        var double = Self.ethernet
        double.defaultRoutes.append(.init(family: .ipv4, gateway: "192.0.2.2", metric: 100))
        expect(Self.first(Self.diagnosis(.unreachable, reports, answers)), "gateway-silent certain")
        expect(Self.first(Self.diagnosis(.unreachable, reports, answers, on: double)), "gateway-silent likely")
        let refused = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "refused"]) }
        expect(Self.first(Self.diagnosis(.unreachable, refused)), "name-server-refuses certain")
        expect(Self.first(Self.diagnosis(.unreachable, [refused[0]])), "name-server-refuses possible")
    }

    @Test func `This device's own firewall is named, and not the network`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "server-unreachable"]) }
        let echo = Self.forbidden(.other("echo", ["to": "1.1.1.1"]))
        let quic = Self.forbidden(.other("connection", ["to": "1.1.1.1:443", "transport": "quic"]))
        let answers = [echo, quic] + Self.bothSilent
        let diagnosis = Self.diagnosis(.unreachable, reports, answers)
        expect(Self.first(diagnosis), "own-firewall certain")
        #expect(diagnosis.causes.dropFirst().allSatisfy { $0.confidence == .possible })
        // Many firewalls forbid only echoes.
        #expect(
            Self.diagnosis(.unreachable, reports, [echo] + Self.bothSilent).causes.allSatisfy {
                $0.confidence < .likely
            }
        )
        let works = Self.diagnosis(.partial, reports, [echo, quic] + Self.bothAnswered)
        expect(works.causes.first { $0.cause == "own-firewall" }?.confidence, .possible)
        let route = Self.forbidden(.other("route", ["to": "1.1.1.1"]))
        expect(Self.first(Self.diagnosis(.unreachable, reports, [route] + Self.bothSilent)), "own-firewall certain")
    }

    @Test func `A network of containers that has the address of the name server is named`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "no-answer"]) }
        let bridge = NetworkInterface(
            name: "docker0",
            index: 7,
            kind: .bridge,
            addresses: [.init("172.17.0.1", prefixLength: 16)]
        )
        var uplink = Self.ethernet
        uplink.nameServers = ["172.17.4.4"]
        let assessment = Self.assessment(reports, on: uplink, and: [bridge])
        let asked = DiagnosticEvidence(assessment).nextRequests(within: .seconds(4))
        #expect(asked.contains { $0.question.kind == "route" && $0.question.subject.contains("172.17.4.4") })
        func diagnosis(_ facts: Facts, _ more: ProbeExchange...) -> Diagnosis {
            let answers = [Self.route(to: "172.17.4.4", facts)] + Self.bothAnswered + more
            return Diagnosis(of: DiagnosticEvidence(assessment, answers: answers))
        }
        let inside = diagnosis(["interface": "docker0", "neighbour": "failed"])
        expect(Self.first(inside), "own-network certain")
        #expect(inside.causes.dropFirst().allSatisfy { $0.confidence == .possible })
        // The way is known at once. That no host there has the address is known after three seconds, when the time can be over.
        let way = try #require(
            asked.first { $0.question.kind == "route" && $0.question.subject.contains("172.17.4.4") }
        )
        #expect(way.limits.total < .seconds(3))
        let unknown: Facts = ["interface": "docker0", "neighbour": "asked"]
        expect(Self.first(diagnosis(unknown)), "own-network likely")
        let mute = Self.echo("172.17.4.4", ["cause": "no-neighbour"])
        expect(Self.first(diagnosis(unknown, mute)), "own-network certain")
        let outside = diagnosis(["interface": "eth0", "gateway": "192.0.2.1", "neighbour": "reachable"])
        #expect(
            Self.first(outside) == "name-server-silent certain"
                && outside.ruledOut.contains { $0.cause == "own-network" }
        )
        // The same with the address of a sign-in page.
        let page = CaptivePortal(signInURL: "http://172.17.0.9/login", kind: .redirect)
        let portal = Self.assessment([], on: uplink, and: [bridge], access: .captive(page))
        let questions = DiagnosticEvidence(portal).nextRequests(within: .seconds(4))
        expect(questions.map(\.question.kind), ["route", .http])
        let toPage = Self.route(to: "172.17.0.9", ["interface": "docker0", "neighbour": "failed"])
        expect(Self.first(Diagnosis(of: DiagnosticEvidence(portal, answers: [toPage]))), "own-network certain")
    }

    @Test func `A tunnel without carrier that holds the routes is dead`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect)) }
        var tunnel = NetworkInterface(name: "tun0", index: 9, kind: .vpn, hasCarrier: false)
        tunnel.addresses = [.init("10.8.0.2", prefixLength: 24)]
        tunnel.egress = [.ipv4]
        let assessment = Self.assessment(reports, and: [tunnel])
        let below = DiagnosticEvidence(assessment).nextRequests(within: .seconds(4)).filter {
            $0.path.interface == "eth0"
        }
        #expect(below.contains { $0.url?.scheme == .https })
        let dead = Diagnosis(of: DiagnosticEvidence(assessment, answers: Self.bothSilent))
        expect(Self.first(dead), "tunnel-dead certain")
        // A translator for IPv4 is no VPN (RFC 6877).
        tunnel.addresses = [.init("192.0.0.4", prefixLength: 32)]
        let translated = Self.assessment(reports, and: [tunnel])
        let other = Diagnosis(of: DiagnosticEvidence(translated, answers: Self.bothSilent))
        #expect(!other.causes.contains { $0.cause == "tunnel-dead" })
        tunnel.hasCarrier = true
        expect(InterfaceSnapshot([Self.ethernet, tunnel]).preferred?.name, "eth0")
    }

    @Test func `A proxy that works while the direct way is closed is named`() throws {
        var evidence = DiagnosticEvidence(Self.assessment([try Self.failed("a", .timedOut(.connect))]))
        evidence.proxies = ["proxy.example:3128"]
        let asked = evidence.nextRequests(within: .seconds(4)).first { $0.question.subject.contains("proxy.example") }
        let question = try #require(asked)
        func first(_ line: String) -> String {
            var answered = evidence
            let answer = ConnectionAnswer(from: "192.0.2.3", stepCount: 2, received: Array(line.utf8))
            let exchange = ProbeExchange(request: question, outcome: .success(Answer(answer)))
            answered.answers = [exchange] + Self.bothSilent
            return Self.first(Diagnosis(of: answered))
        }
        expect(first("HTTP/1.1 200 Connection established\r\n\r\n"), "proxy-unused certain")
        #expect(first("HTTP/1.1 407 ProbeExchange.Authentication required\r\n\r\n") != "proxy-unused certain")
    }

    @Test func `Name servers that find other names are not silent`() throws {
        let lost = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "no-answer"]) }
        let found = try Self.genuine("c", tls: true)
        let diagnosis = Self.diagnosis(.partial, lost + [found], [Self.answered])
        expect(diagnosis.causes.first { $0.cause == "name-server-silent" }?.confidence, .possible)
        // Nor is one that answers when it is asked again.
        let again = Self.lookup("a.example", addresses: ["192.0.2.9"])
        #expect(Self.diagnosis(.partial, lost, [Self.answered, again]).causes.allSatisfy { $0.confidence < .likely })
        // Requests that the round cut off show nothing.
        let cutOff = try ["a", "b"].map { try Self.failed($0, .cutOff) }
        #expect(Self.diagnosis(.partial, cutOff + [found], [Self.answered]).causes.isEmpty)
    }

    @Test func `A hole for large packets over IPv6 is not a family that does not work`() throws {
        var both = Self.ethernet
        both.addresses.append(.init("2001:db8::7", prefixLength: 64))
        var stalled = try ["a", "b"].map { try Self.failed($0, .timedOut(.tls), tls: true, connected: true) }
        for index in stalled.indices {
            stalled[index].exchange.request.path.family = .ipv6
            stalled[index].exchange.remoteAddress = "2001:db8:113::81"
        }
        var works = try Self.genuine("c", tls: true)
        works.exchange.remoteAddress = "198.51.100.4"
        let reason = Reason("broken", ["part": "ipv6"])
        let host = "2606:4700:4700::1111"
        let address = Self.byAddress(.failure(ProbeFailure(.timedOut(.tls))), "https://[2606:4700:4700::1111]/")
        let echoes = [Self.echo(host, received: 5), Self.echo(host, whole: true)]
        let answers =
            [Self.answered, address, Self.segments(of: nil, pass: false), Self.segments(of: 1_220, pass: true)] + echoes
        let diagnosis = Self.diagnosis(.partial, stalled + [works], answers, on: both, because: reason)
        expect(Self.first(diagnosis), "large-packets-lost certain")
        #expect(!diagnosis.causes.contains { $0.cause == "ipv6-broken" })
    }

    @Test(arguments: [
        (ProbeFailure.Kind.connectionRefused, Facts(), "service-failing" as Cause),
        (.nameLookup, ["cause": "no-such-name", "rcode": "NXDOMAIN"] as Facts, "service-name-unknown"),
        (.tls(.wrongHost), Facts(), "service-certificate"), (.timedOut(.connect), Facts(), "service-unreachable"),
    ])
    func `The user's own server is at fault if others answer`(
        kind: ProbeFailure.Kind,
        facts: Facts,
        expected: Cause
    ) throws {
        let service = try Self.failed("git.example", kind, facts, tls: kind == .tls(.wrongHost))
        let genuine = [try Self.genuine("a"), try Self.genuine("b", tls: true), try Self.genuine("c", tls: true)]
        for (access, reports) in [(InternetAccess.online, genuine + [service]), (.unreachable, [service])] {
            let lookup = Self.lookup("example.com", addresses: ["192.0.2.9"])
            let diagnosis = Self.diagnosis(access, reports, Self.bothAnswered + [lookup])
            expect(Self.first(diagnosis), "\(expected.rawValue) likely")
            expect(diagnosis.causes.count, 1)
        }
        // Without anybody to compare with, nothing is sure.
        let alone = Self.diagnosis(.unreachable, [service])
        #expect(alone.causes.allSatisfy { $0.confidence == .possible })
        if kind == .tls(.wrongHost) {
            let both = Self.diagnosis(.unreachable, [service], Self.bothAnswered)
            #expect(both.ruledOut.contains { $0.cause == "tls-intercepted" })
        }
    }

    @Test func `A statement of a server over verified TLS is certain`() throws {
        var service = try Self.report(
            "git.example",
            .success(.http(ProbeResponse(status: 503))),
            tls: true,
            finding: .failed,
            because: "endpoint-failure"
        )
        service.exchange.authentication = .verified
        expect(Self.first(Self.diagnosis(.unreachable, [service], Self.bothAnswered)), "service-failing certain")
        service.exchange.authentication = nil
        expect(Self.first(Self.diagnosis(.unreachable, [service], Self.bothAnswered)), "service-failing likely")
    }

    @Test func `Without witnesses no host outside the network is asked`() throws {
        let service = try Self.failed("git.example", .nameLookup, ["cause": "no-answer"])
        for access in [InternetAccess.unreachable, .online] {
            var evidence = DiagnosticEvidence(Self.assessment([service], access: access))
            evidence.asksWitnesses = false
            evidence.proxies = ["proxy.example:3128"]
            for answers in [[], [Self.echo("192.0.2.1")]] {
                evidence.answers = answers
                let subjects = evidence.nextRequests(within: .seconds(4)).map(\.question.subject)
                #expect(subjects.allSatisfy { $0.contains("192.0.2.1") }, "\(subjects)")
            }
        }
    }

    @Test func `Echoes that our own limit cuts off are not lost`() throws {
        let reports = try ["a", "b"].map { try Self.genuine($0, tls: true) }
        func diagnosis(after total: Duration) -> Diagnosis {
            let times = [Duration](repeating: .milliseconds(500), count: 4)
            let echo = ProbeExchange(
                request: ProbeRequest(EchoQuestion(to: "1.1.1.1", count: 8, interval: .milliseconds(400))),
                outcome: .success(Answer(EchoAnswer(from: "1.1.1.1", sentCount: 8, times: times))),
                timings: ProbeExchange.Timings(total: total)
            )
            return Self.diagnosis(.online, reports, [echo])
        }
        // Six requests were sent 0.75 s or more before the end.
        #expect(!diagnosis(after: .seconds(3)).causes.contains { $0.cause == "lossy" && $0.confidence >= .likely })
        #expect(diagnosis(after: .seconds(6)).causes.contains { $0.cause == "lossy" && $0.confidence == .likely })
    }

    @Test(arguments: [(Duration.milliseconds(30), "lossy likely"), (.milliseconds(1_700), "slow likely")])
    func `A line of a low rate is slow, and packets dropped by its queue do not count as loss`(
        shortest: Duration,
        expected: String
    ) throws {
        let reports = try (0..<8).map { number in
            var report = try Self.genuine("host\(number).example", tls: true)
            let connect: Duration = number < 4 ? .milliseconds(60) : .milliseconds(1_080)
            let tls = number == 0 ? shortest : .milliseconds(1_700)
            report.exchange.timings = ProbeExchange.Timings(
                connect: connect,
                tls: tls,
                response: .milliseconds(600),
                total: connect + tls + .milliseconds(600)
            )
            return report
        }
        expect(Self.first(Self.diagnosis(.online, reports)), expected)
    }
}
