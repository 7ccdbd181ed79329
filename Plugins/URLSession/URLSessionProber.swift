public import ConnectivityCore
import Dispatch

/// Sends probes over HTTP and HTTPS with Foundation's `URLSession`, for builds without libcurl.
///
/// The prober follows no redirects: the redirecting response is the evidence. It caches nothing, keeps no cookies and sends no
/// credentials. Overlapping probes share a session. The session ends with the last of them, so that a round does not affect the
/// next one. If a probe had to be cut off, the session is replaced at once, so that a hanging task affects no later probe.
/// Creating, copying and decoding a prober has no side effects.
///
/// `URLSession` can do less than libcurl; the prober reports or documents each limitation:
///
/// - It cannot be bound to an interface, to an address family or to the addresses of a request. Such a request fails with
///   ``ConnectivityCore/ProbeFailure/Kind/unsupported``, which counts as not asked. If the host is an address, a request for its
///   family is sent, and a request for the other family fails with `unreachable`.
/// - The system looks names up; the name servers of a request are not asked.
/// - It decodes content codings by itself. The header stays as received, so `Content-Encoding` and `Content-Length` describe the
///   bytes on the wire, not the body, and the body limit applies after decoding. To make this rare, the prober requests no
///   coding. If a coded body is incomplete, the probe fails.
/// - Header fields are sorted by name, without their original order. Fields with the same name are joined by commas.
/// - App Transport Security of Apple's systems refuses http that the app's Info.plist does not permit. Such a request fails with
///   `unsupported`.
///
/// On Linux (FoundationNetworking, itself based on libcurl) there are further limitations:
///
/// - **A redirect can end the process.** FoundationNetworking of Swift 6.3 stops with a fatal error if it cannot make a URL of a
///   `Location`. This happens before any delegate is asked, so the prober cannot prevent it. Any host that answers for the
///   endpoint, such as a portal, can cause it: prefer libcurl if it is available.
/// - The phases before the response's header are not distinguished: a probe that times out in any of them is
///   `timedOut(.response)`. There are no timings except the total, and no remote address.
/// - A header of thousands of lines blocks every session of the process for seconds, until libcurl rejects it or the probe's time
///   is over.
/// - `URLSession` holds back the body of a redirect until it is complete, and cuts it only then. The time limit bounds it, not
///   ``ConnectivityCore/ProbeRequest/Limits/maximumBodySize``.
/// - Most failures, including all TLS failures, have the same code -1. Known messages of libcurl distinguish them; otherwise they
///   are `other` with code -1.
/// - The environment determines the proxy, and `allowsCellular` has no effect.
/// - The system's name lookup cannot be interrupted. The probe keeps its limits, but two threads remain busy with the lookup
///   until it gives up, about 10 s later.
///
/// It is encoded as an object with the optional keys `userAgent` and `allowsCellular`.
public struct URLSessionProber: Prober {
    /// The default value of `userAgent`.
    public static let defaultUserAgent = "swift-connectivity"

    /// The value of the `User-Agent` field; a field of that name in a request takes precedence.
    ///
    /// If it holds a control character, every probe fails with `other` and code -1000; decoding throws.
    public internal(set) var userAgent: String

    /// Whether probes may use a mobile network, if the system allows an app to choose.
    public internal(set) var allowsCellular: Bool

    let sessions = SharedSession()

    /// The kinds of questions that the prober asks: only HTTP.
    public var kinds: Set<Question.Kind> { [.http] }

    /// Creates a prober; this has no effect until the first probe.
    public init(userAgent: String = Self.defaultUserAgent, allowsCellular: Bool = true) {
        self.userAgent = userAgent
        self.allowsCellular = allowsCellular
    }

    /// Sends a request and waits for the response.
    ///
    /// The call ends within `request.limits.total`, including the name lookup, and at once when the task is cancelled, even if
    /// `URLSession` continues.
    ///
    /// A response of any status is a success, and so is one whose body was cut at the limit. A request field whose name is not a
    /// token (RFC 9110, section 5.6.2) or whose value holds a control character is not sent: the failure is `other` with code
    /// -1000, and no connection is made.
    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        if let failure = refusal(of: request) { return ProbeExchange(request: request, outcome: .failure(failure)) }
        if Task.isCancelled { return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled))) }
        let transfer = URLSessionTransfer(request)
        let session = sessions.start(transfer, with: self)
        let timer = transfer.timer(request.limits.total)
        let exchange = await transfer.exchange()
        timer.cancel()
        sessions.finish(transfer, on: session)
        return exchange
    }
}
