/// The counts for ``QuorumPolicy``, updated at each answer.
///
/// They show at any moment whether a round would be online if no more answers arrived, without examining all reports again.
struct OwnerTally: Sendable {
    /// The conclusive reports on the endpoints of one owner.
    private struct Owner: Sendable {
        var all = 0
        var overTLS = 0
        var genuine = 0
        var genuineOverTLS = 0
        var substituted = 0

        /// Whether the owner is genuine only over http, although its endpoints were also asked over TLS.
        var isUnproved: Bool { overTLS > 0 && genuine > 0 && genuineOverTLS == 0 }
    }

    /// The conclusive reports on one part of the Internet.
    private struct Part: Sendable {
        var genuine = 0
        /// The number of reports other than failures of the endpoint itself.
        var reached = 0

        /// Whether no answer is genuine although a server was reachable.
        var isBroken: Bool { genuine == 0 && reached > 0 }

        mutating func count(_ report: EndpointReport, by number: Int) {
            if report.isGenuine { genuine += number }
            if !report.isOwnFailure { reached += number }
        }
    }

    private var owners: [Owner] = []
    private var places: [String: Int] = [:]
    private var http = Part()
    private var families: [IPAddress.Family: Part] = [:]
    /// The number of genuine answers per address family of the peer.
    private var answers: [IPAddress.Family: Int] = [:]

    private var ownerCount = 0
    private var genuineOwners = 0
    private var substitutedOwners = 0
    private var unprovedOwners = 0
    private var overTLS = 0
    private var genuineOverTLS = 0
    private var faultsOfTLS = 0
    private var portals = 0
    /// The number of answers from unassigned addresses.
    private var substitutedOnSilence = 0
    private var knownCount = 0

    var hasPortal: Bool { portals > 0 }

    /// Adds the endpoints of phases that have begun since the last call, and the report at an index.
    mutating func add(reportAt index: Int?, of round: ProbeRound) {
        for new in knownCount..<round.unanswered.count { count(round.unanswered[new], by: 1) }
        knownCount = round.unanswered.count
        guard let index, let report = round.reports[index] else { return }
        count(round.unanswered[index], by: -1)
        count(report, by: 1)
    }

    /// Returns whether the round is online, provided that no endpoint found a portal.
    func isOnline(needing needed: (_ total: Int) -> Int) -> Bool {
        let isProved = overTLS == 0 || genuineOverTLS > 0 && faultsOfTLS == 0 && unprovedOwners == 0
        let isBroken =
            http.isBroken || families.contains { family, part in part.isBroken && answers[family, default: 0] == 0 }
        return genuineOwners > 0 && isProved && genuineOwners >= needed(ownerCount) && !isBroken
            && substitutedOnSilence == 0 && substitutedOwners < genuineOwners
    }

    private mutating func count(_ report: EndpointReport, by number: Int) {
        let finding = report.verdict.finding
        guard finding != .inconclusive else { return }
        let isGenuine = finding == .genuine
        let isSubstituted = finding == .substituted
        let isOverTLS = report.scheme == .https
        if finding == .captive { portals += number }
        if isSubstituted, report.verdict.basis == .silence { substitutedOnSilence += number }
        if isOverTLS {
            overTLS += number
            if isGenuine { genuineOverTLS += number }
            if report.isFaultOfTLS { faultsOfTLS += number }
        }
        if isGenuine, let family = report.exchange.remoteAddress?.family { answers[family, default: 0] += number }

        if report.scheme == .http { http.count(report, by: number) }
        if let family = report.exchange.request.path.family {
            families[family, default: Part()].count(report, by: number)
        }

        let place = places[report.owner] ?? owners.count
        if place == owners.count {
            places[report.owner] = place
            owners.append(Owner())
        }
        count(owners[place], by: -1)
        owners[place].all += number
        if isOverTLS { owners[place].overTLS += number }
        if isGenuine { owners[place].genuine += number }
        if isGenuine, isOverTLS { owners[place].genuineOverTLS += number }
        if isSubstituted { owners[place].substituted += number }
        count(owners[place], by: 1)
    }

    private mutating func count(_ owner: Owner, by number: Int) {
        if owner.all > 0 { ownerCount += number }
        if owner.genuine > 0 { genuineOwners += number }
        if owner.substituted > 0 { substitutedOwners += number }
        if owner.isUnproved { unprovedOwners += number }
    }
}
