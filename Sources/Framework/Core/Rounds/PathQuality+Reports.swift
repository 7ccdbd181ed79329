// The figures of a path in the reports of a round.

extension PathQuality {
    /// The connection time from which a connection counts as lost once: TCP has sent its first packet again (RFC 6298 section 2).
    private static let late = Duration.seconds(1)

    private struct Samples {
        var nameLookup: [Duration] = []
        var connection: [Duration] = []
        var tls: [Duration] = []
        var firstByte: [Duration] = []
        var isGenuine = false
        var isSilent = false
    }

    /// Computes the figures from the reports of a round.
    ///
    /// A probe without an answer counts if others of the same scheme and address family were answered; its connection time is at
    /// least the time until the probe ended. Probes that this program cut off, or that use a proxy, do not count.
    init(figuresOf reports: [EndpointReport]) {
        self = .notMeasured
        let direct = reports.lazy.filter {
            $0.exchange.request.path.proxy == nil && !$0.exchange.request.path.isProxied
        }
        let answered = Set(direct.lazy.filter(\.isTimely).map(SchemeAndFamily.init))
        var samples: [String: Samples] = [:]
        var lossOwners: Set<String> = []
        for report in direct {
            let timings = report.exchange.timings
            var own = samples[report.owner] ?? Samples()
            defer { samples[report.owner] = own }
            if let echoes = report.echoes {
                attempts += echoes.sent
                lost += echoes.sent - echoes.received
                if echoes.received < echoes.sent { lossOwners.insert(report.owner) }
            } else if report.isTimely {
                if let time = timings.nameLookup { own.nameLookup.append(time) }
                guard let connection = timings.connect else { continue }
                own.isGenuine = true
                own.connection.append(connection)
                if let time = timings.tls { own.tls.append(time) }
                if let time = timings.firstByte { own.firstByte.append(time) }
                attempts += 1
                if connection >= Self.late { count(lossOf: report.owner, &lossOwners) }
            } else if let phase = report.silentPhase, answered.contains(SchemeAndFamily(report)) {
                own.isSilent = true
                own.firstByte.append(timings.total)
                if let time = timings.connect {
                    own.connection.append(time)
                } else if phase == .connect {
                    own.connection.append(max(.zero, timings.total - (timings.nameLookup ?? .zero)))
                }
                guard timings.total >= Self.late else { continue }
                attempts += 1
                count(lossOf: report.owner, &lossOwners)
            }
        }
        owners = samples.values.count(where: \.isGenuine)
        silentOwners = samples.values.count { $0.isSilent && !$0.isGenuine }
        lostOwners = lossOwners.sorted()
        func figure(_ phase: KeyPath<Samples, [Duration]>) -> Figure? {
            // One value per owner, so that no owner counts twice.
            let times = samples.values.compactMap { $0[keyPath: phase].lowerMedian }.sorted()
            guard let median = times.lowerMedian else { return nil }
            return Figure(median: median, spread: times[times.count * 3 / 4] - times[times.count / 4])
        }
        guard owners > 0 else { return }
        nameLookup = figure(\.nameLookup)
        connection = figure(\.connection)
        tls = figure(\.tls)
        firstByte = figure(\.firstByte)
    }

    /// The median time of a name lookup if names take three times as long as connections, and at least 0.8 s; otherwise `nil`.
    package var lateNames: Duration? {
        guard let names = nameLookup?.median, let connection = connection?.median else { return nil }
        return names >= max(connection * 3, .milliseconds(800)) ? names : nil
    }

    /// Whether late connections of the round are losses: if most take a second, that is the round trip.
    package var showsLosses: Bool { connection.map { $0.median < Self.late } ?? true }

    private mutating func count(lossOf owner: String, _ owners: inout Set<String>) {
        lost += 1
        owners.insert(owner)
    }

    /// The scheme and the address family of a request, each of which can be the common cause of failures.
    private struct SchemeAndFamily: Hashable {
        var scheme: HTTPURL.Scheme?
        var family: IPAddress.Family?

        init(_ report: EndpointReport) {
            scheme = report.scheme
            family = report.exchange.request.path.family
        }
    }
}

extension EndpointReport {
    /// Whether the answer is the expected one, even if its author is unproven.
    private var isAsExpected: Bool { isGenuine || verdict.reason.code == Reason.unprovenKindCode }

    /// Whether the times of the answer count: it is genuine, even if too late for ``ResponseTime``.
    fileprivate var isTimely: Bool {
        isAsExpected || verdict.finding == .failed && verdict.reason.contains(code: Reason.lateCode)
    }

    /// The phase in which the probe got no answer; `nil` if it got one, or if the failure shows nothing about the line.
    fileprivate var silentPhase: ProbeFailure.Phase? {
        guard verdict.finding == .failed, case .failure(let failure) = exchange.outcome else { return nil }
        return switch failure.kind {
        case .timedOut(.body): nil
        case .timedOut(let phase): phase
        case .nameLookup: failure.facts["cause"]?.text == "no-answer" ? .nameLookup : nil
        default: nil
        }
    }

    /// The counts of requests for an echo (kind `echo`); `nil` for other questions.
    fileprivate var echoes: (sent: Int, received: Int)? {
        guard isAsExpected, case .success(.other("echo", let facts)) = exchange.outcome,
            let sent = facts["sent"]?.integer, let times = facts["times"]?.list, (1...1000).contains(sent),
            times.count <= sent
        else { return nil }
        return (Int(sent), times.count)
    }
}

extension ProbeExchange.Timings {
    /// From the start to the first byte; `nil` if it is not known.
    package var firstByte: Duration? {
        response.map { (nameLookup ?? .zero) + (connect ?? .zero) + (tls ?? .zero) + $0 }
    }
}
