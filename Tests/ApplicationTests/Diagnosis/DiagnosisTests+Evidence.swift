import ConnectivityConnection
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityEcho
import ConnectivityNames
import ConnectivityTLS
import ConnectivityTestKit
import TestSupport

/// Evidence, as short as a test can write it.
extension `A diagnosis` {
    typealias Outcome = Result<Answer, ProbeFailure>

    static let gateway = IPAddress("192.0.2.1")
    static let ethernet = NetworkInterface(
        name: "eth0",
        index: 2,
        kind: .ethernet,
        addresses: [.init("192.0.2.7", prefixLength: 24)],
        defaultRoutes: [.init(family: .ipv4, gateway: gateway, metric: 0)],
        nameServers: [gateway]
    )
    static let other: NetworkInterface = {
        var other = ethernet
        (other.name, other.index) = ("eth1", 3)
        return other
    }()
    static let now = Timestamp(sinceEpoch: .seconds(1_795_000_000))

    /// Well-known hosts by a letter; other names are those of servers of the user.
    static let hosts = [
        "a": "captive.apple.com", "b": "cp.cloudflare.com", "c": "detectportal.firefox.com",
        "d": "connectivitycheck.gstatic.com",
    ]

    /// The report of a question to a host, with its class of failure or its answer.
    static func report(
        _ host: String,
        _ outcome: Outcome,
        tls: Bool = false,
        finding: Verdict.Finding? = nil,
        because code: String? = nil,
        connected: Bool = false
    ) throws -> EndpointReport {
        let url = try HTTPURL("\(tls ? "https" : "http")://\(hosts[host] ?? host)/")
        var timings = ProbeExchange.Timings(total: .milliseconds(5))
        if connected { timings.connect = .milliseconds(1) }
        let exchange = ProbeExchange(request: ProbeRequest(url), outcome: outcome, timings: timings)
        var reason = Reason("status-matches", ["status": 204])
        if case .failure(let failure) = outcome { reason = Reason("no-answer", failure.facts) }
        if let code { reason = Reason(code) }
        let verdict = Verdict(finding ?? ((try? outcome.get()) == nil ? .failed : .genuine), because: reason)
        return EndpointReport(name: host, owner: host, exchange: exchange, verdict: verdict)
    }

    static func genuine(_ host: String, tls: Bool = false, date: String? = nil) throws -> EndpointReport {
        let headers: HeaderFields = date.map { ["Date": $0] } ?? [:]
        return try report(host, .success(.http(ProbeResponse(status: 204, headers: headers))), tls: tls)
    }

    static func failed(
        _ host: String,
        _ kind: ProbeFailure.Kind,
        _ facts: Facts = [:],
        tls: Bool = false,
        connected: Bool = false
    ) throws -> EndpointReport {
        try report(host, .failure(ProbeFailure(kind, facts: facts)), tls: tls, connected: connected)
    }

    static func echo(_ host: String, received: Int? = nil, _ facts: Facts = [:], whole: Bool = false)
        -> ProbeExchange
    {
        let host: IPAddress = .init(stringLiteral: host)
        let times = [Duration](repeating: .milliseconds(10), count: received ?? 0)
        let failure = ProbeFailure(facts["cause"] == nil ? .timedOut(.response) : .unreachable, facts: facts)
        let outcome: Outcome =
            received == nil
            ? .failure(failure) : .success(Answer(EchoAnswer(from: host, sentCount: 5, times: times)))
        let timings = ProbeExchange.Timings(total: .seconds(2))
        let request = ProbeRequest(EchoQuestion(to: host, isWhole: whole))
        return ProbeExchange(request: request, outcome: outcome, timings: timings)
    }

    static func byAddress(_ outcome: Outcome, _ url: HTTPURL = "https://1.1.1.1/") -> ProbeExchange {
        ProbeExchange(request: ProbeRequest(url), outcome: outcome)
    }

    /// TLS to a host in small segments.
    static func segments(of size: Int?, pass: Bool) -> ProbeExchange {
        var exchange = ProbeExchange(
            request: ProbeRequest(ConnectionQuestion(to: "1.1.1.1", segmentSize: size)),
            outcome: .failure(ProbeFailure(.timedOut(.tls)))
        )
        if pass { exchange.outcome = .success(Answer(ConnectionAnswer(from: "1.1.1.1"))) }
        return exchange
    }

    static let answered = byAddress(.success(.http(ProbeResponse(status: 200))))
    static let silent = byAddress(.failure(ProbeFailure(.timedOut(.connect))))
    static let bothAnswered = [answered, byAddress(.success(.http(ProbeResponse(status: 200))), "https://8.8.8.8/")]
    static let bothSilent = [silent, byAddress(.failure(ProbeFailure(.timedOut(.connect))), "https://8.8.8.8/")]

    /// The way to an address, and what is known of the neighbour that takes the packets.
    static func route(to host: String, _ facts: Facts) -> ProbeExchange {
        let request = ProbeRequest(Question.other("route", ["to": .text(host)]))
        var all = facts
        if all["isOwn"] == nil { all["isOwn"] = false }
        return ProbeExchange(request: request, outcome: .success(.other("route", all)))
    }

    /// A refusal of this device itself.
    static func forbidden(_ question: Question) -> ProbeExchange {
        let failure = ProbeFailure(.unreachable, facts: ["cause": "prohibited"])
        return ProbeExchange(request: ProbeRequest(question), outcome: .failure(failure))
    }

    static func diagnosis(
        _ access: InternetAccess,
        _ reports: [EndpointReport],
        _ answers: [ProbeExchange] = [],
        on interface: NetworkInterface? = ethernet,
        because reason: Reason = Reason("nothing-usable")
    ) -> Diagnosis {
        let assessment = Assessment(
            access: access,
            reason: reason,
            interface: interface,
            snapshot: InterfaceSnapshot([interface ?? ethernet].filter { _ in interface != nil }),
            endpoints: reports,
            startedAt: now,
            duration: .seconds(2)
        )
        return Diagnosis(of: DiagnosticEvidence(assessment, answers: answers))
    }

    static func first(_ diagnosis: Diagnosis) -> String {
        diagnosis.causes.first.map { "\($0.cause.rawValue) \($0.confidence.rawValue)" } ?? "none"
    }

    static func quic(_ host: String = "1.1.1.1", answered: Bool) -> ProbeExchange {
        let question = Question.other("connection", ["to": .text("\(host):443"), "transport": "quic"])
        let failure = ProbeFailure(.timedOut(.response))
        let answer = Answer(ConnectionAnswer(from: .init(stringLiteral: host), quicVersions: [1]))
        return ProbeExchange(request: ProbeRequest(question), outcome: answered ? .success(answer) : .failure(failure))
    }

    /// The answer of the network's name server to a question for a name.
    static func lookup(
        _ name: DNSName,
        _ code: DNSResponseCode = .noError,
        addresses: [String] = []
    ) -> ProbeExchange {
        let records = addresses.map { DNSAnswer.Record(name, .a, ttl: 60, data: $0) }
        return ProbeExchange(
            request: ProbeRequest(DNSQuestion(name, of: "192.0.2.1")),
            outcome: .success(Answer(DNSAnswer(name, code, records: records)))
        )
    }
}
