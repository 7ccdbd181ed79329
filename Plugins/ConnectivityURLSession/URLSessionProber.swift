public import ConnectivityCore
internal import Dispatch

/// Sends probes over HTTP and HTTPS with Foundation's `URLSession`, for builds without libcurl.
///
/// No redirect is followed: the response that redirects is the evidence. Nothing is kept in a cache, no cookie is kept, no
/// credential is sent. Probes that overlap share a session; it ends with the last of them, so that nothing of a round is
/// left to the next, and at once where a probe had to be cut off, so that what hangs stays behind. Creating, copying and
/// decoding a prober touches nothing.
///
/// `URLSession` can do less than libcurl, and what it cannot do is never passed over in silence:
///
/// - It cannot be held to an interface, to an address family or to the addresses of a request. Such a request fails with
///   ``ConnectivityCore/ProbeFailure/Kind/unsupported``, which counts as not asked. Where the host is an address, one of
///   the family is asked, and one of the other is `unreachable`.
/// - The system looks names up; the name servers of a request are not asked.
/// - It removes content codings by itself. The header stays as it was received, so `Content-Encoding` and `Content-Length`
///   speak of the bytes on the wire, not of the body, and the body is held to its limit after decoding. To make that rare,
///   no coding is asked for. A body whose coding breaks off is a failure.
/// - Fields come without their order, sorted by name, and fields of one name as one value, joined by commas.
///
/// On Linux (FoundationNetworking, itself on libcurl) furthermore:
///
/// - **A redirect can end the process.** FoundationNetworking of Swift 6.3 stops with a fatal error where it cannot make a
///   URL of a `Location`, before any delegate is asked, so that nothing here can prevent it. Whoever answers for the
///   endpoint can do that, and a portal is such a one: prefer libcurl wherever it can be had.
/// - No phase before the response's header is told apart: a probe that ends before it is `timedOut(.response)`, whatever it
///   waited for. There are no timings but the total, and no remote address.
/// - A header of thousands of lines holds up every session of the process, by seconds, until libcurl refuses it or the
///   probe's time is over.
/// - The body of a redirect is held back by `URLSession` until it is complete, and only then cut: the time limit bounds it,
///   not ``ConnectivityCore/ProbeLimits/bodyByteCountMax``.
/// - Most failures, all of TLS among them, have the one code -1. What libcurl says beside it, where it says something that
///   is known here, tells them apart; otherwise they are `other` with code -1.
/// - A proxy is taken from the environment, and `allowsCellular` has no effect.
/// - The system's name lookup cannot be interrupted. The probe keeps its limits, but two threads stay with the lookup until
///   it gives up, about 10 s later.
///
/// Coded as an object with the keys `userAgent` and `allowsCellular`, each of which may be absent.
public struct URLSessionProber: Prober {
    /// The user agent that is sent unless another is given.
    public static let defaultUserAgent = "swift-connectivity"

    /// The value of the `User-Agent` field; a field of that name in a request takes precedence.
    public let userAgent: String

    /// Whether probes may use a mobile network, where the system lets a program choose.
    public let allowsCellular: Bool

    let sessions = SharedSession()

    /// HTTP alone.
    public var kinds: Set<QuestionKind> { [.http] }

    /// Creates a prober, without any effect until the first probe.
    /// - Parameters:
    ///   - userAgent: The value of the `User-Agent` field. One with a control character makes every probe fail with `other`
    ///     and code -1000; decoding refuses it at once.
    ///   - allowsCellular: Whether probes may use a mobile network.
    public init(userAgent: String = Self.defaultUserAgent, allowsCellular: Bool = true) {
        self.userAgent = userAgent
        self.allowsCellular = allowsCellular
    }

    /// Sends a request and waits for the response.
    ///
    /// The call ends within `request.limits.total`, the name lookup included, and at once when the task is cancelled, also
    /// where `URLSession` does not. The limits of single phases cannot be watched one by one; where all three are given, the
    /// header is due after their sum (without the first, where the host is an address), and where one is missing, `total`
    /// alone counts.
    ///
    /// A response of any status is a success, and so is one whose body was cut at the limit. A request field whose name is
    /// no token (RFC 9110, section 5.6.2) or whose value holds a control character is not sent: the failure is `other` with
    /// code -1000, and no connection is made.
    ///
    /// - Parameter request: What to send, within which limits.
    /// - Returns: The request together with its outcome and timings.
    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        if let failure = refusal(of: request) { return ProbeExchange(request: request, outcome: .failure(failure)) }
        if Task.isCancelled { return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled))) }
        let transfer = URLSessionTransfer(request)
        let session = sessions.start(transfer, with: self)
        let timers = request.limits.deadlines(isAddress: request.url?.address != nil).map(transfer.timer)
        let exchange = await transfer.exchange()
        for timer in timers { timer.cancel() }
        sessions.finish(transfer, on: session)
        return exchange
    }
}

/// A moment at which something must have arrived.
struct Deadline: Hashable, Sendable {
    /// Counted from the start.
    var time: Duration
    /// Whether a header that has arrived is enough.
    var isOfHeader: Bool
}

extension ProbeLimits {
    /// The moments to watch.
    /// - Parameter isAddress: Whether no name has to be looked up.
    /// - Returns: The end, and the header's moment where there is one before it.
    func deadlines(isAddress: Bool) -> [Deadline] {
        let all = Deadline(time: total, isOfHeader: false)
        guard let lookup = isAddress ? .zero : nameLookup, let connect, let response else { return [all] }
        let header = lookup + connect + response
        return header < total ? [all, Deadline(time: header, isOfHeader: true)] : [all]
    }
}
