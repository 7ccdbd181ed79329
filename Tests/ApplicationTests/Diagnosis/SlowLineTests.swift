import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit
import TestSupport
import Testing

/// Lines so slow that this program's own limits end most exchanges.
extension `A diagnosis` {
    /// Answers over plain HTTP, each of which took this number of milliseconds from its request.
    private static func answered(_ times: [Int], over family: IPAddress.Family = .ipv4) throws -> [EndpointReport] {
        try times.enumerated().map { number, time in
            var report = try genuine(["a", "b", "c", "d"][number % 4])
            report.exchange.remoteAddress = family == .ipv4 ? "198.51.100.4" : "2001:db8:113::81"
            let (connect, response) = (Duration.milliseconds(10 + time / 20), Duration.milliseconds(time))
            report.exchange.timings = ProbeExchange.Timings(
                nameLookup: .milliseconds(10),
                connect: connect,
                response: response,
                total: .milliseconds(10) + connect + response
            )
            return report
        }
    }

    /// Questions that had no answer within the limit of five seconds.
    private static func late(
        _ phase: ProbeFailure.Phase,
        tls: Bool = true,
        over family: IPAddress.Family = .ipv4
    ) throws -> [EndpointReport] {
        try ["a", "b", "c", "d", "a", "b", "c", "d"].map { host in
            var report = try failed(host, .timedOut(phase), tls: tls)
            report.exchange.timings = ProbeExchange.Timings(nameLookup: .milliseconds(10), total: .seconds(5))
            if phase == .tls || phase == .response { report.exchange.timings.connect = .milliseconds(200) }
            if phase == .nameLookup { report.exchange.timings.nameLookup = nil }
            if family == .ipv6 { report.exchange.request.path.family = .ipv6 }
            return report
        }
    }

    private static func lateByAddress(_ phase: ProbeFailure.Phase) -> [ProbeExchange] {
        (["https://1.1.1.1/", "https://8.8.8.8/"] as [HTTPURL]).map { url in
            var exchange = byAddress(.failure(ProbeFailure(.timedOut(phase))), url)
            exchange.request.limits.total = .milliseconds(3_600)
            exchange.timings.total = .milliseconds(3_600)
            return exchange
        }
    }

    private static func confidence(_ cause: Cause, in diagnosis: Diagnosis) -> Confidence? {
        diagnosis.findings.first { $0.cause == cause }?.confidence
    }

    private static let slowTimes = [300, 410, 620, 790, 940, 970]

    @Test(arguments: [ProbeFailure.Phase.nameLookup, .connect, .tls])
    func `Requests that a slow line cannot finish within our limits count as late, and not as blocked`(
        phase: ProbeFailure.Phase
    ) throws {
        let reports = try Self.answered(Self.slowTimes) + Self.late(phase)
        let answers = Self.lateByAddress(phase == .nameLookup ? .connect : phase)
        let diagnosis = Self.diagnosis(.partial, reports, answers)
        expect(Self.first(diagnosis), "slow likely")
        #expect(diagnosis.causes.dropFirst().allSatisfy { $0.confidence == .possible })
        // Once the line is idle, echoes are quick.
        let idle = Self.diagnosis(.partial, reports, answers + [Self.echo("1.1.1.1", received: 5)])
        expect(Self.first(idle), "slow likely")
    }

    @Test func `Quick answers show that a port is blocked, and that the line is not slow`() throws {
        for times in [[20, 20, 22, 25, 31, 40], [90, 120, 160, 200, 260, 900]] {
            let reports = try Self.answered(times) + Self.late(.connect)
            let diagnosis = Self.diagnosis(.partial, reports, Self.lateByAddress(.connect))
            expect(Self.first(diagnosis), "tls-blocked likely", "\(times)")
            #expect(diagnosis.ruledOut.contains { $0.cause == "slow" }, "\(times)")
        }
        // Far away, every round trip takes long, and nothing else.
        var far = try Self.answered([660, 670, 690, 700])
        for index in far.indices { far[index].exchange.timings.connect = .milliseconds(640) }
        let diagnosis = Self.diagnosis(.partial, far + (try Self.late(.connect)), Self.lateByAddress(.connect))
        expect(Self.confidence("tls-blocked", in: diagnosis), .likely)
        expect(Self.confidence("slow", in: diagnosis), .likely)
    }

    @Test func `Few or mixed answers close to our limits leave open what the silence is`() throws {
        let few = Self.diagnosis(.partial, try Self.answered([500, 600]) + Self.late(.connect))
        #expect(Self.confidence("slow", in: few) == .possible && Self.confidence("tls-blocked", in: few) == .possible)
        // Most of the questions were answered in less than a second, and most of them late for a handshake.
        let mixed = Self.diagnosis(
            .partial,
            try Self.answered(Self.slowTimes + Self.slowTimes) + Self.late(.connect).prefix(2)
        )
        #expect(
            Self.confidence("slow", in: mixed) == .possible && Self.confidence("tls-blocked", in: mixed) == .possible
        )
    }

    @Test func `A slow line over both families is no family that does not work`() throws {
        var both = Self.ethernet
        both.addresses.append(.init("2001:db8::7", prefixLength: 64))
        var over4 = try Self.answered(Self.slowTimes)
        let silent = try Self.late(.connect, tls: false, over: .ipv6)
        let slow = Self.diagnosis(.partial, over4 + silent, on: both)
        #expect(Self.first(slow) == "slow likely" && Self.confidence("ipv6-broken", in: slow) == .possible)
        // Some answers over each.
        let mixed = try Self.answered([350, 800], over: .ipv6) + silent + over4 + Self.late(.tls)
        let either = Self.diagnosis(.partial, mixed, Self.lateByAddress(.tls), on: both)
        expect(Self.first(either), "slow likely")
        #expect(either.causes.dropFirst().allSatisfy { $0.confidence == .possible })
        // A failure that is reported is not late.
        var reported = silent
        for index in reported.indices { reported[index].exchange.outcome = .failure(ProbeFailure(.unreachable)) }
        let rejected = Self.diagnosis(.partial, over4 + reported + (try Self.late(.tls)), on: both)
        expect(Self.confidence("ipv6-broken", in: rejected), .certain)
        over4 = try Self.answered([20, 20, 25, 30])
        let quick = Self.diagnosis(.partial, over4 + silent, on: both)
        expect(Self.first(quick), "ipv6-broken certain")
    }

    @Test(arguments: [(20, "likely"), (600, "possible")])
    func `On a slow line, silence of a server or a proxy is no fault of theirs`(time: Int, expected: String) throws {
        var service = try Self.failed("git.example", .timedOut(.response), connected: true)
        service.exchange.timings.total = .seconds(5)
        let control = try Self.genuine("a", tls: true)
        let reports = try Self.answered([Int](repeating: time, count: 4)) + [control, service]
        let diagnosis = Self.diagnosis(.online, reports)
        expect(Self.confidence("service-failing", in: diagnosis)?.rawValue, expected)
        var proxied = try Self.late(.response)[0]
        proxied.exchange.request.path.isProxied = true
        proxied.exchange.outcome = .failure(ProbeFailure(.timedOut(.response), facts: ["proxy": "silent"]))
        let silent = Self.diagnosis(.partial, reports + (try Self.late(.connect)) + [proxied])
        expect(Self.confidence("proxy-silent", in: silent)?.rawValue, (time < 100 ? "certain" : "possible"))
    }
}
