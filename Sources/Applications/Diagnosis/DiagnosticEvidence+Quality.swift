import ConnectivityCore
import ConnectivityEcho

// How well the line works: QUIC, lost packets, slowness, and the limits of this process.

extension DiagnosticEvidence {
    var qualityKinds: Kinds {
        let (lost, pace, isSilenceOwn, isEachHandshakeSlow) = (lost, pace, isSilenceOwn, isEachHandshakeSlow)
        return [
            "quic-silent": quicSilent, "quic-answers": quic.filter(\.isAnswered).map(\.observation),
            isEachHandshakeSlow ? "packets-lost-in-queue" : "packets-lost": lost,
            "line-slow": !isCrawling && !isStatedSlow ? [] : pace.isEmpty ? plainly : pace,
            "limits-short": isSilenceOwn ? pace : [], "limits-long": isSilenceOwn ? [] : plainly,
            "line-quick": isQuick ? pace : [],
        ].merging(nameTimeKinds) { old, _ in old }
    }

    /// QUIC is supported or not by a whole owner, so two owners are enough if they answer over TCP.
    private var quicSilent: Seen {
        guard !quic.contains(where: \.isAnswered), assessment.access == .online || isBeyondProved else { return [] }
        let silent = quic.filter { !$0.isRefusedHere && $0.peerOfConnection.map(provedAddresses.contains) ?? false }
        let met = reports.compactMap { report in report.exchange.remoteAddress.map { ($0, report.owner) } }
        let names = Dictionary(met, uniquingKeysWith: { first, _ in first })
        let owners = Set(silent.compactMap(\.peerOfConnection).map { names[$0] ?? "\($0)" })
        return owners.count > 1 ? silent.map(\.observation) : []
    }

    /// The share of lost packets above which a network is lossy.
    private static let lossMax = 0.1
    /// The share of late connections above which a network is lossy; each connection needs two packets.
    private static let resendMax = 0.2
    /// The approximate time until a packet that opens a connection is sent again.
    private static let resendTimes = Duration.milliseconds(950)...(.milliseconds(1_150))

    /// Echoes from beyond the gateway that are missing, or connections that needed a second packet.
    private var lost: Seen {
        let far = echoes.filter { exchange in
            exchange.echo.map { !$0.isWhole && $0.loss != nil && !isGateway($0.host) } ?? false
        }
        let sent = far.reduce(0) { $0 + ($1.echo?.sentCount ?? 0) }
        let lost = far.reduce(0) { $0 + max(($1.echo?.sentCount ?? 0) - ($1.echo?.times.count ?? 0), 0) }
        // On any network, one packet of a few can be lost.
        if lost > 2, Double(lost) > Self.lossMax * Double(sent) { return far.map(\.observation) }
        // A lost first packet of a connection is sent again after a second (RFC 6298, section 2.1).
        let connects = requested.filter { $0.timings.connect != nil }
        let quickest = connects.compactMap(\.timings.connect).min() ?? .zero
        let again = connects.filter { Self.resendTimes.contains(($0.timings.connect ?? .zero) - quickest) }
        return again.count > 3 && Double(again.count) > Self.resendMax * Double(connects.count)
            ? again.map(\.observation) : []
    }

    /// The time from a request to its answer at which a missing answer of a network proves nothing.
    private static let slowness = Duration.seconds(1)
    /// The size of a TLS handshake with its certificates, in multiples of the small answers of the probed hosts.
    private static let handshakeSize = 10

    /// The requests over HTTP through the network.
    private var requested: [ProbeExchange] { visits.map(\.exchange) }

    /// The times of their answers, without connections that were cut off.
    private var answerTimes: [Duration] { requested.filter { !$0.isCut }.compactMap(\.timings.response) }

    /// Whether every handshake exceeded its round trips, and nearly all connections opened at once or nearly all answers were
    /// slow.
    ///
    /// Under packet loss, many connections open late and many answers are quick; on a line with a low rate, neither is true.
    /// The full queue of such a line drops packets as well.
    private var isEachHandshakeSlow: Bool {
        let timings = reports.map(\.exchange.timings)
        let (connects, handshakes) = (timings.compactMap(\.connect), timings.compactMap(\.tls))
        let answers = timings.compactMap(\.response)
        let quickest = connects.min() ?? .zero
        // A handshake takes at most two round trips (RFC 5246, section 7.3).
        let least = max(Self.slowness / 2, quickest * 3)
        guard handshakes.count > 2, handshakes.allSatisfy({ $0 >= least }) else { return false }
        let late = connects.count { $0 - quickest >= Self.resendTimes.lowerBound }
        let quick = answers.count { $0 < least }
        return late * 8 <= connects.count || quick * 8 <= answers.count
    }

    /// Whether the time limits are too short for the rate of the line, according to the received answers.
    ///
    /// Simultaneous questions share the rate of the line, and wait in its queue behind the handshakes. So if a handshake would
    /// take as long as the limit, at the rate of half of the answers, a time-out is due to the limit. The round trip is left
    /// out: to a distant host, it is long for every packet alike.
    private var areLimitsShort: Bool {
        let answers = answerTimes.sorted()
        let limits = requested.filter(\.isLate).map(\.request.limits.total)
        guard !answers.isEmpty, let limit = limits.min() else { return false }
        let roundTrip = requested.compactMap(\.timings.connect).min() ?? .zero
        return (answers[answers.count / 2] - roundTrip) * Self.handshakeSize >= limit
    }

    /// The typical time of an answer; `nil` without any.
    ///
    /// If the limits are too short, missing answers count with their waiting time; two answers show no rate. Echoes are small and
    /// arrive while the line is idle: they count only without answers.
    private var typicalTime: Duration? {
        let echoed = echoes.filter { !isGateway($0.echo?.host) }.flatMap { $0.echo?.times ?? [] }
        let answers = answerTimes
        let awaited = areLimitsShort && answers.count > 2 ? requested.filter(\.isLate).map(\.timings.total) : []
        let times = (answers.isEmpty ? echoed : answers + awaited).sorted()
        return times.isEmpty ? nil : times[times.count / 2]
    }

    /// The typical time of an answer, or without any of a connection, as an observation.
    private var pace: Seen {
        guard let time = typicalTime ?? (roundTrip > .zero ? roundTrip : nil) else { return [] }
        let facts: Facts = ["milliseconds": Fact(Int(time / .milliseconds(1)))]
        return [.init(subject: interface?.name ?? "", reason: Reason("round-trip", facts))]
    }

    /// Whether the answers are so slow that a missing one proves nothing, while packet loss delays only some.
    private var isCrawling: Bool {
        guard let typicalTime, typicalTime >= Self.slowness || isEachHandshakeSlow else { return false }
        // A repeated packet takes a second more, even on a fast path.
        let connects = (reports.map(\.exchange) + byAddress).compactMap(\.timings.connect)
        let all = (answerTimes + connects).sorted()
        return all.isEmpty || lost.isEmpty || isEachHandshakeSlow || all[all.count / 4] >= Self.slowness
    }

    /// Whether the limits of this process can explain missing answers, so that these prove nothing.
    var isSilenceOwn: Bool { isCrawling || areLimitsShort }

    /// Whether the line is slow by the measure of the assessment: its quality, or its bound if too few owners answered; losses do
    /// not count.
    private var isStatedSlow: Bool {
        let required = assessment.reason.contains(code: "quality-below")
        let reason = required ? assessment.reason : assessment.quality?.reason
        if reason?.contains(code: "quality-loss") == true { return false }
        switch assessment.quality?.level {
        case .slow, .poor: return true
        case .good: return required
        default: return required || roundTrip >= PathQuality.Rules().slowConnection
        }
    }

    /// The typical time of a connection; zero without any.
    var roundTrip: Duration {
        let connects = requested.compactMap(\.timings.connect).sorted()
        return connects.isEmpty ? .zero : connects[connects.count / 2]
    }

    /// Whether half of the connections come quickly, or without any half of the answers.
    private var isQuick: Bool {
        let typical = roundTrip == .zero ? typicalTime : roundTrip
        return !isSilenceOwn && !isStatedSlow && typical.map { $0 < PathQuality.Rules().slowConnection } ?? false
    }
}
