import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityNames
import ConnectivityTestKit

// The answers of a drawn network to questions of every kind, as the probers of this package give them.

extension FaultyNetwork {
    /// The time and the result of a probe.
    struct Outcome {
        var timings = ProbeExchange.Timings()
        var outcome: Result<Answer, ProbeFailure>
        var peer: IPAddress?
        var isVerified = false
        /// The address that the file of names of this device has for the host; `nil` if it has none.
        var listed: IPAddress?
    }

    /// A prober that answers as this network does.
    func prober(on clock: VirtualClock) -> ClosureProber {
        ClosureProber(kinds: [.http, "echo", "connection", "dns", "dot", "route"]) { request in
            // The time makes the draws of a second request for the same page different.
            let stamp = UInt64(clock.now.offset / .microseconds(1))
            var draws = SplitMix64(
                seed: "\(request.question)".utf8.reduce(self.seed &* 31 &+ stamp) { $0 &* 131 &+ UInt64($1) }
            )
            var reply = self.reply(to: request, &draws)
            let total = reply.timings.total
            if total > request.limits.total { reply.timings.total = request.limits.total }
            try? await clock.sleep(for: reply.timings.total)
            if Task.isCancelled { reply.outcome = .failure(ProbeFailure(.cancelled)) }
            var exchange = ProbeExchange(
                request: request,
                outcome: reply.outcome,
                remoteAddress: reply.peer,
                timings: reply.timings
            )
            if case .success = reply.outcome, reply.isVerified { exchange.authentication = .verified }
            if let listed = reply.listed {
                exchange.hostAddresses = [listed]
                exchange.caveats = [.hostsFile]
            }
            return exchange
        }
    }

    private func reply(to request: ProbeRequest, _ draws: inout SplitMix64) -> Outcome {
        switch request.question {
        case .http(let question): page(question.url, request, &draws)
        case .other("echo", let facts): echo(facts, request, &draws)
        case .other("route", let facts): route(facts, request, &draws)
        case .other("dns", let facts): lookup(facts, request, &draws)
        case .other("dot", let facts): encryptedLookup(facts, request, &draws)
        case .other("connection", let facts): connection(facts, request, &draws)
        case .other: Outcome(outcome: .failure(ProbeFailure(.unsupported)))
        }
    }

    /// The time of one round trip, with what is lost sent again after 1 s, 2 s and 4 s (RFC 6298).
    func trip(_ draws: inout SplitMix64) -> Duration {
        var (time, wait) = (roundTrip, Duration.seconds(1))
        for _ in 0..<4 where isLost(&draws) {
            time += wait
            wait *= 2
        }
        return time
    }

    func isLost(_ draws: inout SplitMix64) -> Bool {
        (0..<2).contains { _ in Double(draws.next(below: 10_000)) < loss * 10_000 }
    }

    // MARK: HTTP

    private func page(_ url: HTTPURL, _ request: ProbeRequest, _ draws: inout SplitMix64) -> Outcome {
        var clock = Clock(limit: request.limits.total)
        func failed(_ kind: ProbeFailure.Kind, _ facts: Facts = [:], _ peer: IPAddress? = nil) -> Outcome {
            Outcome(timings: clock.timings, outcome: .failure(ProbeFailure(kind, facts: facts)), peer: peer)
        }
        let wanted = request.path.family.map { [$0] } ?? families.reversed()
        var addresses: [IPAddress] = []
        if let literal = url.address {
            addresses = [literal]
        } else if let listed = listedAddress(of: url.host) {
            // Nobody answers there.
            clock.spend(listed == Self.nowhere ? .milliseconds(1) : clock.limit)
            let kind: ProbeFailure.Kind = listed == Self.nowhere ? .connectionRefused : .timedOut(.connect)
            var outcome = failed(kind, [:], listed)
            outcome.listed = listed
            return outcome
        } else {
            let (found, failure) = resolve(url.host, wanted, request.path.interface, &clock, &draws)
            guard let found else { return failed(failure?.kind ?? .nameLookup, failure?.facts ?? [:]) }
            addresses = found
        }
        if addresses.allSatisfy(\.isLoopback) { return failed(.connectionRefused, [:], addresses.first) }
        let isOverTLS = url.scheme == .https
        var last = failed(.unreachable)
        for address in addresses {
            let port = UInt16(clamping: url.port ?? (isOverTLS ? 443 : 80))
            var packet = Packet(kind: .tcp(port), to: address, interface: request.path.interface)
            let fate = url.host == Self.serviceHost && has("service-unreachable") ? .vanishes : fate(of: packet)
            switch fate {
            case .vanishes: last = clock.runOut() ? failed(.timedOut(.connect), [:], address) : last
            case .noNeighbour:
                clock.spend(.seconds(3))
                last = failed(clock.isOver ? .timedOut(.connect) : .unreachable, [:], address)
            // The system distinguishes a missing route from other reports.
            case .noRoute: last = failed(.unreachable, ["cause": "no-route"], address)
            case .reported("no-route", _):
                clock.spend(roundTrip)
                last = failed(.unreachable, ["cause": "no-route"], address)
            case .refusedHere, .reported:
                clock.spend(roundTrip)
                last = failed(.unreachable, [:], address)
            case .reset:
                clock.spend(roundTrip)
                last = failed(.connectionRefused, [:], address)
            case .arrives, .answeredByGateway:
                clock.timings.connect = clock.spend(trip(&draws))
                if clock.isOver {
                    clock.timings.connect = nil
                    return failed(.timedOut(.connect), [:], address)
                }
                packet.isLarge = true
                let isAnsweredByOther = fate == .answeredByGateway
                switch course(of: packet, isOverTLS: isOverTLS, fate) {
                case .silent:
                    clock.spend(clock.limit)
                    return failed(.timedOut(isOverTLS ? .tls : .response), [:], address)
                case .reset:
                    clock.spend(roundTrip)
                    return failed(.connectionReset, [:], address)
                case .closed(let time):
                    clock.spend(time + roundTrip)
                    return failed(isOverTLS ? .tls(.protocol) : .emptyReply, [:], address)
                case .served: break
                }
                if isOverTLS {
                    clock.timings.tls = clock.spend(trip(&draws) + trip(&draws))
                    if clock.isOver {
                        clock.timings.tls = nil
                        return failed(.timedOut(.tls), [:], address)
                    }
                    if let fault = certificateFault(of: url.host, at: address, isAnsweredByOther) {
                        return failed(.tls(fault), [:], address)
                    }
                }
                clock.timings.response = clock.spend(trip(&draws) + (isOverTLS ? .zero : plainDelay))
                if clock.isOver {
                    clock.timings.response = nil
                    return failed(.timedOut(.response), [:], address)
                }
                if url.host == Self.serviceHost, has("service-failing"), variant == .refuse, !isOverTLS,
                    !isAnsweredByOther
                {
                    return failed(.connectionRefused, [:], address)
                }
                let answer = isAnsweredByOther ? intercepted(url, at: address) : served(url, at: address)
                return Outcome(
                    timings: clock.timings,
                    outcome: .success(.http(answer)),
                    peer: address,
                    isVerified: isOverTLS
                )
            }
        }
        return last
    }

    /// The time of a probe and its phases.
    struct Clock {
        var limit: Duration
        var timings = ProbeExchange.Timings()
        var isOver: Bool { timings.total >= limit }

        init(limit: Duration) { self.limit = limit }

        @discardableResult mutating func spend(_ time: Duration) -> Duration {
            timings.total = min(timings.total + time, limit)
            return time
        }

        /// Waits for the next address for a part of the time, and with the last for all of it.
        mutating func runOut() -> Bool {
            spend(limit / 2)
            return true
        }
    }

    private func resolve(
        _ host: String,
        _ wanted: [IPAddress.Family],
        _ interface: String?,
        _ clock: inout Clock,
        _ draws: inout SplitMix64
    ) -> (found: [IPAddress]?, failure: ProbeFailure?) {
        func failure(_ kind: ProbeFailure.Kind, _ cause: String, _ code: String? = nil) -> ProbeFailure {
            var facts: Facts = ["cause": .text(cause)]
            if let code { facts["rcode"] = .text(code) }
            return ProbeFailure(kind, facts: facts)
        }
        guard let server = (interface == nil ? systemServers : servers).first else {
            return (nil, failure(.nameLookup, "no-server"))
        }
        switch fate(of: Packet(kind: .udp(53), to: server, interface: interface)) {
        case .arrives, .answeredByGateway: break
        case .reset where server.isLoopback: return (nil, failure(.nameLookup, "server-closed"))
        case .refusedHere, .noRoute: return (nil, failure(.nameLookup, "server-unreachable"))
        case .reported, .reset:
            clock.spend(roundTrip)
            return (nil, failure(.nameLookup, "server-unreachable"))
        case .vanishes, .noNeighbour:
            clock.spend(clock.limit)
            return (nil, failure(.timedOut(.nameLookup), "no-answer"))
        }
        clock.timings.nameLookup = clock.spend(
            server.isLoopback ? .milliseconds(1) : trip(&draws) + lateness(of: server)
        )
        var found: [IPAddress] = []
        var code: String?
        for family in wanted {
            switch reply(about: host, family, by: server) {
            case nil:
                clock.spend(clock.limit)
                clock.timings.nameLookup = nil
                return (nil, failure(.timedOut(.nameLookup), "no-answer"))
            case .address(let address): found.append(address)
            case .code(let other): code = other
            }
        }
        if clock.isOver {
            clock.timings.nameLookup = nil
            return (nil, failure(.timedOut(.nameLookup), "no-answer"))
        }
        guard found.isEmpty else { return (found, nil) }
        clock.timings.nameLookup = nil
        let causes = ["REFUSED": "refused", "SERVFAIL": "server-failure", "NXDOMAIN": "no-such-name"]
        return (nil, failure(.nameLookup, causes[code ?? ""] ?? "other-code", code))
    }

    /// When the pipeline begins, as this device believes: 1,795,000,000 s after 1970 is 18 November 2026.
    var civilStart: Timestamp { Timestamp(sinceEpoch: .seconds(1_795_000_000) + clockError) }

    // MARK: Names

    /// By how much an answer of a name server is late.
    func lateness(of server: IPAddress) -> Duration {
        has("name-server-slow") && server == servers.first ? .milliseconds(1_200 + manner * 800 / 60) : .zero
    }

    private static let nowhere: IPAddress = "0.0.0.0"

    /// The address that the file of names of this device has for a host; `nil` if it has none.
    private func listedAddress(of host: String) -> IPAddress? {
        let listed: Set = ["Apple", "Google", "Microsoft", "Mozilla"]
        guard has("hosts-file"), let owner = Self.owners[host], listed.contains(owner) else { return nil }
        return variant == .refuse ? Self.nowhere : "203.0.113.67"
    }

    // MARK: Other kinds

    private func echo(_ facts: Facts, _ request: ProbeRequest, _ draws: inout SplitMix64) -> Outcome {
        let host = facts["to"]?.text.flatMap { try? IPAddress($0) } ?? "192.0.2.1"
        guard maySendEchoes else { return Outcome(outcome: .failure(ProbeFailure(.unsupported))) }
        let count = Int(facts["count"]?.integer ?? 3)
        let sending = Duration.seconds((facts["interval"]?.number ?? 0.2) * Double(count - 1))
        let isLarge = facts["size"]?.integer ?? 0 > 1_000
        let packet = Packet(kind: .echo, to: host, isLarge: isLarge, interface: request.path.interface)
        func trouble(_ cause: String, by reporter: IPAddress? = nil, after time: Duration) -> Outcome {
            var facts: Facts = ["cause": .text(cause)]
            if let reporter { facts["reportedBy"] = .text("\(reporter)") }
            return Outcome(
                timings: ProbeExchange.Timings(total: time),
                outcome: .failure(ProbeFailure(.unreachable, facts: facts))
            )
        }
        let silence = Outcome(
            timings: ProbeExchange.Timings(total: request.limits.total),
            outcome: .failure(ProbeFailure(.timedOut(.response)))
        )
        switch fate(of: packet) {
        case .refusedHere: return trouble("prohibited", after: .zero)
        case .noRoute: return trouble("no-route", after: .zero)
        case .noNeighbour:
            return request.limits.total > .seconds(3) ? trouble("no-neighbour", after: .seconds(3)) : silence
        case .reported(let cause, let router): return trouble(cause, by: router, after: roundTrip)
        case .vanishes, .reset, .answeredByGateway: return silence
        case .arrives:
            let isNear = Self.gateways.values.contains(host)
            let time = isNear ? .milliseconds(2) : roundTrip
            let back = (0..<count).count { number in
                let sent = sending * (Double(number) / Double(max(count - 1, 1)))
                let isInTime = sent + time < request.limits.total
                return isInTime && (isNear ? true : !isLost(&draws))
            }
            guard back > 0 else { return silence }
            let times = [Fact](repeating: .number(time / .seconds(1)), count: back)
            let answer: Facts = ["from": .text("\(host)"), "sent": Fact(count), "times": .list(times), "errors": []]
            return Outcome(
                timings: ProbeExchange.Timings(
                    response: time,
                    total: min(sending + time + .seconds(1), request.limits.total)
                ),
                outcome: .success(.other("echo", answer)),
                peer: host
            )
        }
    }

    private func route(_ facts: Facts, _ request: ProbeRequest, _ draws: inout SplitMix64) -> Outcome {
        let host = facts["to"]?.text.flatMap { try? IPAddress($0) } ?? "192.0.2.1"
        guard seed % 20 != 7 else { return Outcome(outcome: .failure(ProbeFailure(.unsupported))) }
        if has("no-route") { return Outcome(outcome: .failure(ProbeFailure(.unreachable))) }
        var answer: Facts = ["isOwn": false]
        var time = Duration.milliseconds(1)
        let isNobody = Self.nobodies.values.contains(host)
        let isNear = isNobody || Self.gateways.values.contains(host)
        if isInOwnNetwork(host) {
            answer["interface"] = "docker0"
            (answer["neighbour"], time) = ("failed", .seconds(3))
        } else if hasTunnel, !isNear {
            answer["interface"] = "tun0"
            answer["neighbour"] = "unasked"
        } else {
            answer["interface"] = "eth0"
            if !isNear { answer["gateway"] = Self.gateways[host.family].map { .text("\($0)") } }
            let isDead = has("gateway-silent") || isNobody
            answer["neighbour"] = isDead ? "failed" : "reachable"
            if isDead { time = .seconds(3) } else { answer["confirmed"] = .number(Double(draws.next(below: 40))) }
        }
        let isTooLate = time > request.limits.total
        if isTooLate { answer["neighbour"] = "asked" }
        return Outcome(timings: ProbeExchange.Timings(total: time), outcome: .success(.other("route", answer)))
    }

    private func lookup(_ facts: Facts, _ request: ProbeRequest, _ draws: inout SplitMix64) -> Outcome {
        let server = facts["server"]?.text.flatMap { try? IPAddress($0) } ?? "192.0.2.1"
        let name = facts["name"]?.text ?? ""
        func failed(_ kind: ProbeFailure.Kind, _ facts: Facts = [:], after time: Duration) -> Outcome {
            Outcome(timings: ProbeExchange.Timings(total: time), outcome: .failure(ProbeFailure(kind, facts: facts)))
        }
        switch fate(of: Packet(kind: .udp(53), to: server, interface: request.path.interface)) {
        case .refusedHere: return failed(.unreachable, ["cause": "prohibited"], after: .zero)
        case .noRoute: return failed(.unreachable, after: .zero)
        case .reported, .reset: return failed(.unreachable, after: roundTrip)
        case .vanishes, .noNeighbour: return failed(.timedOut(.response), after: request.limits.total)
        case .arrives, .answeredByGateway: break
        }
        let time = trip(&draws) + lateness(of: server)
        let family: IPAddress.Family = facts["type"] == "AAAA" ? .ipv6 : .ipv4
        guard time < request.limits.total, let said = reply(about: name, family, by: server) else {
            return failed(.timedOut(.response), after: request.limits.total)
        }
        var answer = DNSAnswer(DNSName(name) ?? .root)
        switch said {
        case .code(let code): answer.code = DNSResponseCode(name: code) ?? .noError
        case .address(let address):
            answer.records = [.init(answer.name, family == .ipv4 ? .a : .aaaa, ttl: 60, data: "\(address)")]
        }
        return Outcome(timings: ProbeExchange.Timings(response: time, total: time), outcome: .success(Answer(answer)))
    }
}
