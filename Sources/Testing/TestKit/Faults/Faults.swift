import ConnectivityCore

/// The faults that a ``FaultyProber`` injects, and their shares.
///
/// Each share is from 0 through 1. The sum of all shares is at most 1. The remaining requests receive the true answer.
public struct Faults: Hashable, Sendable {
    /// The share of requests that receive no answer and fail at their time limit.
    public var drops: Double
    /// The share of requests that fail with one of `kinds`.
    public var failures: Double
    /// The share of requests that are answered with one of `portalPages`.
    public var portals: Double
    /// The share of requests that receive a forged copy of the genuine answer, if there is a genuine answer for the URL.
    package var forgeries: Double
    /// The share of requests that take three times their time limit, which breaks a law of `Prober`.
    package var overruns: Double
    /// The share of requests that ignore cancellation and return the genuine answer late, which breaks a law of `Prober`.
    ///
    /// It needs a genuine answer for the URL.
    package var stragglers: Double
    /// The delay of every answer, in whole milliseconds; not negative.
    package var delays: ClosedRange<Duration>
    /// The time of the clock from which every answer is true and has no delay; `nil` if the faults never end.
    public var end: Duration?
    /// The kinds of failure to choose from; not empty.
    package var kinds: [ProbeFailure.Kind]
    /// The answers of portals to choose from; not empty.
    package var portalPages: [ProbeResponse]

    /// Creates a set of faults; empty by default.
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
        // In floating point, shares such as 0.1 and 0.2 add up to slightly more than 0.3.
        let sum = shares.reduce(0, +) - 1e-9
        precondition(shares.allSatisfy { $0 >= 0 } && sum <= 1, "the shares must add up to at most 1")
        precondition(delays.lowerBound >= .zero, "a delay must not be negative")
        precondition(!kinds.isEmpty && !portalPages.isEmpty, "there must be at least one kind and one page")
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

    /// The kinds of failure that are common in networks with faults.
    public static let commonKinds: [ProbeFailure.Kind] = [
        .nameLookup, .connectionRefused, .unreachable, .connectionReset, .emptyReply, .malformed, .truncated,
    ]

    /// One answer for each common kind of portal: a redirect, a form, a refresh, and status code 511 (RFC 6585).
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
