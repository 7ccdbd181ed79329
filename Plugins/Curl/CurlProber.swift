#if canImport(CCurl)
public import ConnectivityCore
import ConnectivityToolkit

/// Sends probes over HTTP and HTTPS with the system's libcurl.
///
/// Any number of probes may run at once; one thread, shared by the prober and its copies, drives them all. The thread starts with
/// the first probe and ends ten seconds after the last one, or when the last copy of the prober is released. Creating, copying
/// and decoding a prober therefore has no side effects.
///
/// Each probe is an HTTP/1.1 request on its own connection; a question to a name server (RFC 8484) may use HTTP/2. The prober
/// follows no redirects, reuses no cookies, addresses or TLS sessions of earlier probes, neither requests nor decodes content
/// codings, and uses no proxy of the environment. Certificates and host names are always verified.
///
/// If a request names an interface, every socket is bound to it, or the probe fails with
/// ``ConnectivityCore/ProbeFailure/Kind/interfaceUnavailable``; it never uses another interface. The request states the addresses
/// to connect to. Without any, the system looks the name up over any interface, and the exchange carries the caveat
/// ``ConnectivityCore/ProbeExchange/Caveat/nameLookupBySystem``: libcurl as distributions build it cannot bind a name lookup.
///
/// A probe by name uses one of libcurl's threads during the lookup. If the name server never answers, the probe still ends within
/// its limits, but that thread remains until the system's resolver gives up, about 10 s on Linux.
///
/// It is encoded as an object with the optional keys `caFile`, `proxy`, `userAgent` and `connectTo`.
public struct CurlProber: Prober {
    /// The default value of `userAgent`.
    public static let defaultUserAgent = "swift-connectivity"

    /// The path of a PEM file with the trusted certificate authorities; `nil` uses libcurl's built-in path.
    ///
    /// The default is the environment variable `SSL_CERT_FILE`. The first HTTPS probe reads the file, and libcurl keeps it for up
    /// to 24 hours (`CURLOPT_CA_CACHE_TIMEOUT(3)`). If the file cannot be read, or is a pipe, HTTPS probes fail with
    /// ``ConnectivityCore/ProbeFailure/Kind/other(_:code:)`` and code 77.
    public internal(set) var caFile: String?

    /// The proxy for every probe, in the form of `CURLOPT_PROXY(3)`; `nil` means no proxy, even if the environment sets one.
    ///
    /// The proxy of a request (``ConnectivityCore/ProbeRequest/Path/proxy``) takes its place. With `proxyOfEnvironment`, the variables
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` choose it.
    public internal(set) var proxy: String?

    /// The value of ``proxy`` that leaves the choice to the environment.
    package static let proxyOfEnvironment = "environment"

    /// The value of the `User-Agent` field; a field of that name in a request takes precedence.
    public internal(set) var userAgent: String

    /// The target of every connection instead of the URL's host and port, as `host:port`; `nil` connects to the URL's.
    ///
    /// An IPv6 address is in brackets. The `Host` field and the certificate's name remain those of the URL
    /// (`CURLOPT_CONNECT_TO(3)`).
    public internal(set) var connectTo: String?

    private let driver = BlockingDriver { () throws(ProbeFailure) in try CurlTransfers() }

    /// The kinds of questions that the prober asks: only HTTP.
    public var kinds: Set<Question.Kind> { [.http] }

    /// Creates a prober; this has no effect until the first probe.
    ///
    /// The options are not checked here. If an option holds a control character, or libcurl cannot parse `connectTo`, every probe
    /// fails with ``ConnectivityCore/ProbeFailure/Kind/other(_:code:)``; decoding throws for both.
    public init(
        caFile: String? = nil,
        proxy: String? = nil,
        userAgent: String = CurlProber.defaultUserAgent,
        connectTo: String? = nil
    ) {
        self.caFile = CertificateAuthorities.file(caFile)
        self.proxy = proxy
        self.userAgent = userAgent
        self.connectTo = connectTo
    }

    /// Sends a request and waits for the response, on the prober's own thread.
    ///
    /// The call ends within `request.limits.total`, rounded up to a millisecond; the name lookup counts towards it. Cancelling
    /// the task ends the transfer at once with the failure `cancelled`.
    ///
    /// A response of any status is a success, and so is one whose body was cut at the limit. A request field whose name is not a
    /// token (RFC 9110, section 5.6.2) or whose value holds a control character is not sent: the failure is `other` with
    /// libcurl's code 43, and no connection is made.
    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let prober = using(request.path.proxy)
        if let failure = prober.refusal(of: request) { return .failed(request, failure) }
        do throws(BlockingRefusal<ProbeFailure>) {
            return try await driver.run(CurlRequest(probe: request, prober: prober))
        } catch {
            return .failed(request, error.failure)
        }
    }

    /// Returns the prober with the proxy of a request, if the request has one.
    private func using(_ proxy: HTTPURL?) -> CurlProber {
        guard let proxy else { return self }
        var prober = self
        prober.proxy = Self.option(proxy)
        return prober
    }
}

extension ProbeExchange {
    @inline(never)
    fileprivate static func failed(_ request: ProbeRequest, _ failure: ProbeFailure) -> ProbeExchange {
        ProbeExchange(request: request, outcome: .failure(failure))
    }
}
#endif
