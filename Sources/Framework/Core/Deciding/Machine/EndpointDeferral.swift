/// The endpoints of a path that the next round omits.
///
/// No endpoint is omitted unless the last round was online: then one owner less proves nothing less, while any other access needs
/// all evidence. A network that answers in the name of an endpoint thus cannot silence it either.
struct EndpointDeferral: Sendable {
    /// The number of consecutive failures after which an endpoint is asked only once in this many rounds.
    private static let failureCountMax = 8
    private static let pauseMax = Duration.seconds(3600)
    /// The minimum number of owners that rotation leaves.
    private static let rotatingOwnerCountMin = 3
    /// The number of owners that rotation omits per round.
    private static let rotatingOwnerCount = 2
    /// The number of consecutive rounds without any failure after which rounds ask less.
    private static let cleanCountMin = 3
    /// One of this many regular rounds asks as usual although a companion reports that nothing changed.
    private static let usualRoundPeriod = 10

    private var roundCount = 0
    private var cleanCount = 0
    private var failureCounts: [String: Int] = [:]
    private var pauseEnds: [String: Duration] = [:]
    private var lastAsked: Set<String> = []

    /// The number of the round if it only confirms several rounds; `nil` if it asks all endpoints.
    var turn: Int? { cleanCount >= Self.cleanCountMin ? roundCount : nil }

    /// Asks all endpoints until several rounds had no failure, because the path changed or the device was suspended.
    mutating func beginAnew() { cleanCount = 0 }

    /// Records a finished round: its reports, and the access that it shows without earlier rounds.
    mutating func record(_ reports: [EndpointReport], _ access: InternetAccess, at moment: ConnectivityMachine.Moment) {
        guard access == .online else {
            self = EndpointDeferral()
            return
        }
        roundCount += 1
        let isClean = reports.allSatisfy { $0.isGenuine || !$0.verdict.isConclusive }
        cleanCount = isClean ? cleanCount + 1 : 0
        lastAsked = Set(reports.map(\.name))
        for report in reports {
            let isFailure = report.verdict.finding == .failed || report.verdict.finding == .inconclusive
            failureCounts[report.name] = isFailure ? failureCounts[report.name, default: 0] + 1 : nil
            let pause = report.exchange.pause(at: moment.wall)
            pauseEnds[report.name] = pause.map { moment.elapsed + min($0, Self.pauseMax) }
        }
    }

    /// Returns the endpoints that the next round omits, each once.
    ///
    /// At least two owners, and half of them, are always asked, and each scheme: only TLS proves an answer, and only plain HTTP
    /// shows a portal. Rotation, which omits other owners in each round once several rounds were without any failure, affects
    /// only owners of built-in endpoints, because the user's endpoints are meant to be asked. The policy asks another owner of
    /// the pool instead. `pool` holds the endpoints that the policy may ask in addition, and `elapsed` is the beginning of the
    /// round.
    func deferred(
        of endpoints: [Endpoint],
        _ pool: [Endpoint],
        isRotating: Bool,
        isCovered: Bool = false,
        at elapsed: Duration
    ) -> [DeferredEndpoint] {
        guard roundCount > 0 else { return [] }
        let isPaused = { (name: String) in pauseEnds[name].map { elapsed < $0 } ?? false }
        var deferred = pool.filter { isPaused($0.name) }.map { DeferredEndpoint(name: $0.name, cause: .pauseRequested) }
        let owners = Array(Set(endpoints.map(\.owner))).sorted()
        var asked = endpoints

        /// Omits endpoints if enough owners remain.
        func leaveOut(_ names: [String], _ cause: DeferredEndpoint.Cause, keeping ownerCount: Int) {
            let remaining = asked.filter { !names.contains($0.name) }
            guard Set(remaining.map(\.owner)).count >= max(ownerCount, (owners.count + 1) / 2),
                Set(remaining.map { $0.url?.scheme }) == Set(endpoints.map { $0.url?.scheme })
            else { return }
            asked = remaining
            deferred += names.map { DeferredEndpoint(name: $0, cause: cause) }
        }

        for name in endpoints.map(\.name) {
            if isPaused(name) {
                leaveOut([name], .pauseRequested, keeping: 2)
            } else if failureCounts[name, default: 0] >= Self.failureCountMax,
                !roundCount.isMultiple(of: Self.failureCountMax)
            {
                leaveOut([name], .failing, keeping: 2)
            }
        }
        let known = owners.filter { OwnerClass(of: $0) != .other }
        guard !pool.isEmpty, let turn, !known.isEmpty else { return deferred }
        // Only a policy that asks the pool asks a neutral owner.
        if isCovered, !roundCount.isMultiple(of: Self.usualRoundPeriod),
            pool.contains(where: { lastAsked.contains($0.name) })
        {
            let builtIn = asked.filter { known.contains($0.owner) }
            // The policy asks it over TLS in even turns.
            let others = builtIn.filter { ($0.url?.scheme == .https) != turn.isMultiple(of: 2) }
            guard !others.isEmpty else { return deferred }
            let kept = others[turn / 2 % others.count].name
            deferred += builtIn.filter { $0.name != kept }.map { DeferredEndpoint(name: $0.name, cause: .traffic) }
        } else if isRotating {
            for offset in 0..<Self.rotatingOwnerCount {
                let owner = known[(turn * Self.rotatingOwnerCount + offset) % known.count]
                let names = asked.filter { $0.owner == owner }.map(\.name)
                if !names.isEmpty { leaveOut(names, .rotation, keeping: Self.rotatingOwnerCountMin) }
            }
        }
        return deferred
    }
}

extension ProbeExchange {
    /// Returns the pause, greater than zero, that the server requests with 429 or 503 (RFC 6585, section 4; RFC 9110, section
    /// 10.2.3); a date is compared with the civil time.
    package func pause(at wall: Timestamp) -> Duration? {
        guard let response, response.status == 429 || response.status == 503,
            let text = response.headers["Retry-After"]
        else { return nil }
        let pause =
            text.utf8.allSatisfy(\.isASCIIDigit)
            ? UInt32(text).map { Duration.seconds($0) } ?? (text.isEmpty ? nil : .seconds(UInt32.max))
            : Timestamp(httpDate: text).map { $0.sinceEpoch - wall.sinceEpoch }
        return pause.flatMap { $0 > .zero ? $0 : nil }
    }
}
