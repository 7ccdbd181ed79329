public import ConnectivityCore

/// What a ``FaultyProber`` does to answers, and how often.
///
/// Each share is from 0 through 1, all of them together at most 1; what is left is answered truly.
public struct Faults: Hashable, Sendable {
    /// The share of requests that nothing answers, until their time limit.
    public var drops: Double
    /// The share of requests that end with one of ``kinds``.
    public var failures: Double
    /// The share of requests that one of ``portalPages`` answers.
    public var portals: Double
    /// The share of requests that the forged genuine answer meets, where there is one for the URL.
    public var forgeries: Double
    /// The share of requests that go on for three times their limit, against the law of `Prober`.
    public var overruns: Double
    /// The share of requests that do not hear of their cancellation and bring the genuine answer late, against the law of
    /// `Prober`, where there is one for the URL.
    public var stragglers: Double
    /// How late every answer comes, in whole milliseconds; not negative.
    public var delays: ClosedRange<Duration>
    /// The time of the clock from which every answer is true; `nil` for never.
    public var end: Duration?
    /// What failures are of; not empty.
    public var kinds: [ProbeFailure.Kind]
    /// What portals answer; not empty.
    public var portalPages: [ProbeResponse]

    /// Creates faults; without arguments there are none.
    /// - Parameters:
    ///   - drops: The share of requests that nothing answers.
    ///   - failures: The share of requests that end with one of the kinds.
    ///   - portals: The share of requests that a portal's page answers.
    ///   - forgeries: The share of requests that the forged genuine answer meets.
    ///   - overruns: The share of requests that go on for three times their limit.
    ///   - stragglers: The share of requests that do not hear of their cancellation and bring the genuine answer late.
    ///   - delays: How late every answer comes, in whole milliseconds; not negative.
    ///   - end: The time of the clock from which every answer is true.
    ///   - kinds: What failures are of; not empty.
    ///   - portalPages: What portals answer; not empty.
    public init(
        drops: Double = 0,
        failures: Double = 0,
        portals: Double = 0,
        forgeries: Double = 0,
        overruns: Double = 0,
        stragglers: Double = 0,
        delays: ClosedRange<Duration> = .zero ... .zero,
        until end: Duration? = nil,
        kinds: [ProbeFailure.Kind] = Self.commonKinds,
        portalPages: [ProbeResponse] = Self.commonPortalPages
    ) {
        let shares = [drops, failures, portals, forgeries, overruns, stragglers]
        // Shares such as 0.1 and 0.2 add up to a little more than they do on paper.
        let sum = shares.reduce(0, +) - 1e-9
        precondition(shares.allSatisfy { $0 >= 0 } && sum <= 1, "the shares must add up to at most 1")
        precondition(delays.lowerBound >= .zero, "a delay must not be negative")
        precondition(!kinds.isEmpty && !portalPages.isEmpty, "there must be a kind and a page to choose")
        self.drops = drops
        self.failures = failures
        self.portals = portals
        self.forgeries = forgeries
        self.overruns = overruns
        self.stragglers = stragglers
        self.delays = delays
        self.end = end
        self.kinds = kinds
        self.portalPages = portalPages
    }

    /// What networks in trouble do to connections.
    public static let commonKinds: [ProbeFailure.Kind] = [
        .nameLookup, .connectionRefused, .unreachable, .connectionReset, .emptyReply, .malformed, .truncated,
    ]

    /// A portal of each common way: a redirect, a form, a refresh, and the status code made for it (RFC 6585).
    public static let commonPortalPages: [ProbeResponse] = [
        ProbeResponse(status: 302, headers: ["Location": "http://login.example/"]),
        page("<form action=\"/login\" method=\"post\"><input name=\"user\"><input type=\"password\"></form>"),
        page("<meta http-equiv=\"refresh\" content=\"0; url=http://login.example/\">"),
        page("<p>Sign in to go on.", status: 511),
    ]

    private static func page(_ body: String, status: Int = 200) -> ProbeResponse {
        ProbeResponse(status: status, headers: ["Content-Type": "text/html"], body: Array(body.utf8))
    }
}
