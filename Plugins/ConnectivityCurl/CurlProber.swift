#if Curl
public import ConnectivityCore
internal import ConnectivityBlocking

/// Sends probes over HTTP and HTTPS with the system's libcurl.
///
/// Any number of probes may be under way at once; one thread, which belongs to the prober and its copies, drives them
/// all. The thread starts with the first probe and ends ten seconds after the last one, or when the last copy of the prober
/// is gone, so creating, copying and decoding a prober costs nothing and touches nothing.
///
/// Each probe is HTTP/1.1 on a connection of its own: no redirect is followed, no cookie, address or TLS session of an
/// earlier probe is used again, no content coding is asked for or removed, and no proxy is taken from the environment.
/// Certificates and host names are always verified.
///
/// A request that names an interface is bound to it, socket by socket, or fails with
/// ``ConnectivityCore/ProbeFailure/Kind/interfaceUnavailable``; there is no other way out for it. Its addresses are those
/// of the request. Without any, the system looks the name up, wherever it likes, and the exchange says so
/// (``ConnectivityCore/PathCaveat/nameLookupBySystem``): libcurl as distributions build it cannot bind a name lookup.
///
/// A probe by name costs a thread of libcurl's for the time of the lookup. Where the name server never answers, the
/// probe still ends within its limits, but that thread stays until the system's resolver gives up, about 10 s on Linux.
///
/// Coded as an object with the keys `caFile`, `proxy`, `userAgent` and `connectTo`, each of which may be absent.
public struct CurlProber: Prober {
    /// The user agent that is sent unless another is given.
    public static let defaultUserAgent = "swift-connectivity"

    /// The path of the PEM file with the certificate authorities to trust; `nil` takes libcurl's built-in path.
    ///
    /// The file is read by the first HTTPS probe and kept for up to 24 hours (`CURLOPT_CA_CACHE_TIMEOUT(3)`). A file that
    /// cannot be read makes HTTPS probes fail with ``ConnectivityCore/ProbeFailure/Kind/other(_:code:)`` and code 77.
    public let caFile: String?

    /// The proxy for every probe, as `CURLOPT_PROXY(3)` writes it; `nil` means none, whatever the environment says.
    public let proxy: String?

    /// The value of the `User-Agent` field; a field of that name in a request takes precedence.
    public let userAgent: String

    /// Where every connection goes instead of the host and port of the URL, as `host:port`; `nil` means nowhere else.
    ///
    /// An IPv6 address stands in brackets. The `Host` field and the name that the certificate must have stay those of
    /// the URL (`CURLOPT_CONNECT_TO(3)`).
    public let connectTo: String?

    private let driver = BlockingDriver { () throws(ProbeFailure) in try CurlTransfers() }

    /// HTTP alone.
    public var kinds: Set<QuestionKind> { [.http] }

    /// Creates a prober, without any effect until the first probe.
    ///
    /// Nothing is checked here. An option that holds a control character, and a `connectTo` that libcurl cannot read, make
    /// every probe fail with ``ConnectivityCore/ProbeFailure/Kind/other(_:code:)``; decoding refuses both at once.
    ///
    /// - Parameters:
    ///   - caFile: The PEM file with the certificate authorities to trust; `nil` takes libcurl's built-in path.
    ///   - proxy: The proxy for every probe, as `CURLOPT_PROXY(3)` writes it; `nil` means none.
    ///   - userAgent: The value of the `User-Agent` field.
    ///   - connectTo: Where every connection goes, as `host:port`; `nil` leaves that to the URL.
    public init(
        caFile: String? = nil,
        proxy: String? = nil,
        userAgent: String = CurlProber.defaultUserAgent,
        connectTo: String? = nil
    ) {
        self.caFile = caFile
        self.proxy = proxy
        self.userAgent = userAgent
        self.connectTo = connectTo
    }

    /// Sends a request and waits for the response, on the prober's own thread.
    ///
    /// The call ends within `request.limits.total`, rounded up to a millisecond, of which the name lookup is a part.
    /// Cancelling the task ends the transfer at once, with the failure `cancelled`.
    ///
    /// A response of any status is a success, and so is one whose body was cut at the limit. A request field whose name
    /// is no token (RFC 9110, section 5.6.2) or whose value holds a control character is not sent: the failure is
    /// `other` with libcurl's code 43, and no connection is made.
    ///
    /// - Parameter request: What to send, through which interface, within which limits.
    /// - Returns: The request together with its outcome and timings.
    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        if let failure = refusal(of: request) { return ProbeExchange(request: request, outcome: .failure(failure)) }
        do throws(BlockingRefusal<ProbeFailure>) {
            return try await driver.run(CurlRequest(probe: request, prober: self))
        } catch {
            let failure =
                switch error {
                case .cancelled: ProbeFailure(.cancelled)
                case .noPipe(let number):
                    ProbeFailure(.other(.errno, code: Int(number)), detail: "no pipe for the thread")
                case .library(let failure): failure
                }
            return ProbeExchange(request: request, outcome: .failure(failure))
        }
    }
}
#endif
