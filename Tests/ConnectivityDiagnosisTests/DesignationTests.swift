import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityQuestions
import ConnectivityTestKit
import Testing

/// Name servers that designate encrypted resolvers (RFC 9462).
extension `A diagnosis` {
    private static func network(
        server: IPAddress = "192.168.1.1",
        _ resolvers: [EncryptedResolver] = []
    ) -> NetworkInterface {
        var stated = Provisioning(origin: "/etc/systemd/resolved.conf")
        stated.encryptedResolvers = resolvers
        return NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.168.1.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.168.1.1", metric: 100)],
            egress: [.ipv4],
            nameServers: [server, "192.168.1.2", "192.168.1.3"],
            provisioning: stated.isEmpty ? [] : [stated]
        )
    }

    private static func evidence(
        _ answers: [ProbeExchange] = [],
        on interface: NetworkInterface = network(),
        access: InternetAccess = .online
    ) throws -> DiagnosticEvidence {
        let assessment = Assessment(
            access: access,
            reason: Reason("nothing-usable"),
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            endpoints: [try genuine("a"), try genuine("b", tls: true)],
            startedAt: now
        )
        var evidence = DiagnosticEvidence(assessment, answers: answers)
        evidence.asksDesignations = true
        return evidence
    }

    /// The names of the requests about names, in order.
    private static func asked(_ evidence: DiagnosticEvidence) -> [ProbeRequest] {
        evidence.nextRequests(within: .seconds(4)).filter { request in
            request.question.dnsRecords != nil || request.question.kind == ConnectionQuestion.kind && request.isOverTLS
        }
    }

    /// Priority 1, dns.example, the protocol dot and an address, as a name server sends them.
    private static func record(_ hint: IPAddress, _ owner: DNSName = "_dns.resolver.arpa") -> DNSAnswer.Record {
        let host: [UInt8] = [3] + Array("dns".utf8) + [7] + Array("example".utf8) + [0]
        let bytes = [0, 1] + host + [0, 1, 0, 4, 3] + Array("dot".utf8) + [0, 4, 0, 4] + hint.bytes
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return .init(owner, .svcb, ttl: 60, data: ##"\# \##(bytes.count) \##(digits)"##)
    }

    private static func designating(
        _ records: [DNSAnswer.Record],
        by server: IPAddress = "192.168.1.1"
    ) -> ProbeExchange {
        let name: DNSName = "_dns.resolver.arpa"
        return ProbeExchange(
            request: ProbeRequest(DNSQuestion(name, .svcb, of: NameServer(server))),
            outcome: .success(Answer(DNSAnswer(name, records: records)))
        )
    }

    @Test func `Only explain asks name servers whom they designate, and the first two at most`() throws {
        let all = Self.asked(try Self.evidence())
        #expect(all.map { $0.question.dnsRecords?.type } == [.svcb, .svcb])
        let servers = all.compactMap { $0.question.dnsRecords?.server?.address }
        #expect(servers == ["192.168.1.1", "192.168.1.2"])
        var rounds = try Self.evidence()
        rounds.asksDesignations = false
        #expect(Self.asked(rounds).isEmpty)
        // Whoever answered is not asked again, and neither is a network that designates resolvers in its lease.
        #expect(Self.asked(try Self.evidence([Self.designating([])])).isEmpty)
        let known = Self.network([EncryptedResolver(.designated, .tls, name: "dns.example", addresses: ["192.0.2.53"])])
        #expect(Self.asked(try Self.evidence(on: known)).map { $0.question.kind } == [DoTQuestion.kind])
        // Without an access, names must be the matter.
        #expect(
            Self.asked(try Self.evidence(access: .unreachable)).allSatisfy { $0.question.dnsRecords?.type != .svcb }
        )
    }

    @Test
    func `A designated resolver must have the name server's address in its certificate, or be it on a private address`()
        throws
    {
        func question(_ hint: IPAddress, by server: IPAddress = "192.168.1.1") throws -> DoTQuestion? {
            let answer = Self.designating([Self.record(hint)], by: server)
            let requests = Self.asked(try Self.evidence([answer], on: Self.network(server: server)))
            #expect(requests.count == 1)
            return requests.first?.question.decoded()
        }
        let same = try question("192.168.1.1")
        #expect(same?.host == "192.168.1.1" && same?.serverName == nil && same?.isVerified == false)
        let other = try question("203.0.113.9")
        #expect(other?.host == "203.0.113.9" && other?.serverName == "192.168.1.1" && other?.isVerified == true)
        let near = try question("192.168.1.9")
        #expect(near?.serverName == "192.168.1.1" && near?.isVerified == true)
        let public53 = try question("192.0.2.53", by: "192.0.2.53")
        #expect(public53?.serverName == nil && public53?.isVerified == true)
    }

    @Test func `What cannot be read designates nothing, and no more than two resolvers are asked`() throws {
        var alias = Self.record("192.168.1.1")
        alias.data = ##"\# 5 0000026173"##
        var cut = Self.record("192.168.1.1")
        cut.data.removeLast(2)
        var other = Self.record("192.168.1.1")
        other.data = "1 dns.example. alpn=dot"
        for record in [alias, cut, other, Self.record("192.168.1.1", "dns.example"), Self.record("127.0.0.1")] {
            let evidence = try Self.evidence([Self.designating([record])])
            #expect(Self.asked(evidence).isEmpty, "\(record)")
        }
        let many = (1...40).map { Self.record(IPAddress(bytes: [203, 0, 113, $0]) ?? "203.0.113.1") }
        let evidence = try Self.evidence([Self.designating(many)])
        #expect(Self.asked(evidence).count == 2 && evidence.designationNotes().count == EncryptedResolver.countMax)
    }

    @Test func `A designation alone is a note and no cause, whatever comes of it`() throws {
        let answer = Self.designating([Self.record("203.0.113.9")])
        let request = try #require(Self.asked(try Self.evidence([answer])).first)
        func note(_ outcome: Outcome) throws -> String {
            let evidence = try Self.evidence([answer, ProbeExchange(request: request, outcome: outcome)])
            let causes = Diagnosis(of: evidence).causes.map(\.cause)
            #expect(causes.allSatisfy { $0 != .encryptedNamesBlocked && $0 != .encryptedNamesUntrusted }, "\(causes)")
            let notes = evidence.designationNotes()
            #expect(notes.count == 1)
            return notes.first ?? ""
        }
        let found = DNSAnswer("example.com", records: [.init("example.com", .a, ttl: 60, data: "203.0.113.80")])
        let works = try note(.success(.other(DoTQuestion.kind, found.facts)))
        #expect(works.contains("tls dns.example (203.0.113.9)") && works.contains("certificate has the address"))
        #expect(try note(.failure(ProbeFailure(.tls(.wrongHost)))).contains("it is not trusted"))
        #expect(try note(.failure(ProbeFailure(.timedOut(.connect)))).contains("no cause follows"))
        #expect(try Self.evidence([answer]).designationNotes().first?.contains("it was not asked") == true)
    }
}

extension ProbeRequest {
    fileprivate var isOverTLS: Bool {
        guard let asked: ConnectionQuestion = question.decoded() else { return false }
        return asked.transport == .tls
    }
}
