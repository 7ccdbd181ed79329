import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityText
import TestSupport
import Testing

@testable import ConnectivityDiagnosis

/// What this device itself does to its names and its uplinks.
extension `A diagnosis` {
    /// An assessment of the wired network with the given reports.
    private static func assessment(
        _ access: InternetAccess,
        _ reports: [EndpointReport],
        on interfaces: [NetworkInterface] = [ethernet],
        servers: [IPAddress] = []
    ) -> Assessment {
        Assessment(
            access: access,
            reason: Reason("x"),
            interface: interfaces[0],
            snapshot: InterfaceSnapshot(interfaces, nameServers: servers),
            endpoints: reports,
            startedAt: now
        )
    }

    @Test func `A dead uplink is named with the other one that works`() throws {
        var other = Self.ethernet
        (other.name, other.index) = ("eth1", 9)
        let reports = try ["a", "b"].map { try Self.failed($0, .timedOut(.connect)) }
        let assessment = Self.assessment(.unreachable, reports, on: [Self.ethernet, other])
        let questions = DiagnosticEvidence(assessment).nextRequests(within: .seconds(4))
            .filter { $0.path.interface == "eth1" }
        #expect(questions.count == 2 && questions.allSatisfy { $0.url?.scheme == .https })
        func first(_ outcome: Result<Answer, ProbeFailure>) -> String {
            let answer = ProbeExchange(request: questions[0], outcome: outcome)
            return Self.first(Diagnosis(of: DiagnosticEvidence(assessment, answers: [Self.silent, answer])))
        }
        expect(first(.success(.http(ProbeResponse(status: 200)))), "uplink-dead certain")
        #expect(!first(.failure(ProbeFailure(.timedOut(.connect)))).hasPrefix("uplink-dead"))
        let works = ProbeExchange(request: questions[0], outcome: .success(.http(ProbeResponse(status: 200))))
        let text = Diagnosis(of: DiagnosticEvidence(assessment, answers: [works])).answer()
        #expect(
            text?.hasPrefix("the preferred connection eth0 is dead, and another one, eth1, works (certain). Unplug")
                == true,
            "\(text ?? "")"
        )
    }

    @Test func `What this device itself does to names is named before the network`() throws {
        var ethernet = Self.ethernet
        ethernet.nameServers = []
        func first(_ reports: [EndpointReport], servers: [IPAddress]) -> String {
            let assessment = Self.assessment(.unreachable, reports, on: [ethernet], servers: servers)
            return Self.first(Diagnosis(of: DiagnosticEvidence(assessment)))
        }
        var led = try Self.failed("a", .connectionRefused)
        (led.exchange.caveats, led.exchange.hostAddresses) = ([.hostsFile], ["0.0.0.0"])
        expect(first([led], servers: ["192.0.2.53"]), "hosts-file certain")
        var lost = try Self.failed("a", .nameLookup)
        lost.exchange.outcome = .failure(ProbeFailure(.nameLookup, facts: ["cause": "server-closed"]))
        expect(first([lost], servers: ["127.0.0.53"]), "resolver-stopped certain")
        #expect(!first([lost], servers: ["192.0.2.53"]).hasPrefix("resolver-stopped"))
        #expect(!first([lost], servers: []).hasPrefix("no-name-server"))
        lost.exchange.outcome = .failure(
            ProbeFailure(.nameLookup, facts: ["cause": "server-closed", "asked": .list(["127.0.0.1"])])
        )
        expect(first([lost], servers: []), "no-name-server certain")
    }

    @Test func `A name server that is slow or silent is named by its address, also on an online network`() throws {
        func assessment(names: Int, connections: Int) throws -> Assessment {
            let reports = try ["a", "b", "c"].map { name in
                var report = try Self.genuine(name)
                report.exchange.timings.nameLookup = .milliseconds(names)
                report.exchange.timings.connect = .milliseconds(connections)
                report.exchange.timings.total = .milliseconds(names + connections)
                return report
            }
            return Self.assessment(.online, reports, servers: ["192.0.2.97"])
        }
        func first(names: Int, connections: Int) throws -> String? {
            let evidence = DiagnosticEvidence(try assessment(names: names, connections: connections))
            return Diagnosis(of: evidence).causes.first { $0.cause == "name-server-slow" }?.clause
        }
        let slow = "the DNS server 192.0.2.97 is slow or silent, so that each name takes 1800 ms"
        try expect(first(names: 1_800, connections: 20), slow)
        var late = try assessment(names: 1_800, connections: 20)
        late.paths[0].quality = PathQuality.Rules().quality(of: late.endpoints)
        let conclusion = late.conclusion(.standard)
        #expect(conclusion.hasSuffix(slow), "\(conclusion)")
        try expect(first(names: 1_800, connections: 700), nil)
        try expect(first(names: 300, connections: 20), nil)
    }

    @Test func `Advice to set another name server names one that this device does not use`() throws {
        let lost = try ["a", "b"].map { try Self.failed($0, .nameLookup) }
        let assessment = Self.assessment(.unreachable, lost, servers: ["9.9.9.9"])
        let found = Diagnosis(of: DiagnosticEvidence(assessment)).findings
        let remedy = found.first { $0.cause == "name-server-silent" }?.remedy
        expect(
            remedy,
            "Set another DNS server, such as 1.1.1.1, in place of 9.9.9.9 (/etc/resolv.conf), or restart the router."
        )
    }
}
