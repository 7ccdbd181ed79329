#if canImport(CCurl)
import CCurl
import ConnectivityCore
import ConnectivityToolkit

/// Configures an easy handle for a request, and records the first option that libcurl rejected.
@safe struct CurlSetup {
    private let handle: UnsafeMutableRawPointer
    private(set) var fault: ProbeFailure?

    /// The path of the certificate bundle that libcurl was built with; `nil` if libcurl uses the system's certificates.
    static let builtInCAFile: String? = unsafe ccurl_version_info().flatMap { unsafe $0.pointee.cainfo }
        .map { unsafe String(cString: $0) }

    init(_ handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

    mutating func apply(_ prober: CurlProber, _ request: ProbeRequest, _ lists: CurlLists) {
        applyBehaviour()
        applyTrust(prober, request)
        applyRoute(prober, request, lists)
        applyMessage(prober, request, lists)
    }

    private mutating func applyBehaviour() {
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise a transfer that ends during the name lookup blocks the thread until the resolver gives up.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        // Every probe sees the current network: no earlier connection, session or address is reused.
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
        set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
    }

    private mutating func applyTrust(_ prober: CurlProber, _ request: ProbeRequest) {
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        // With a directory of certificates set, libcurl does not cache the parsed file, and parsing takes 18 ms per probe.
        set(CURLOPT_CAPATH, nil)
        if let file = prober.caFile ?? Self.builtInCAFile { set(CURLOPT_CAINFO, file) }
        // The certificates of a host are kept only if their issuer matters.
        if let url = request.url, url.scheme == .https, Endpoint.builtInHosts.contains(url.host),
            !LocalAuthorities.names(prober.caFile).isEmpty
        {
            set(CURLOPT_CERTINFO, 1)
        }
    }

    private mutating func applyRoute(_ prober: CurlProber, _ request: ProbeRequest, _ lists: CurlLists) {
        // Without these options, libcurl uses the environment's proxy; an empty proxy and a full list of exceptions disable it.
        if prober.proxy != CurlProber.proxyOfEnvironment {
            set(CURLOPT_PROXY, prober.proxy ?? "")
            set(CURLOPT_NOPROXY, prober.proxy == nil ? "*" : "")
        }
        if let credentials = request.path.proxyCredentials { set(CURLOPT_PROXYUSERPWD, credentials.text) }
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let target = prober.connectTo { set(CURLOPT_CONNECT_TO, ["::\(target)"], lists) }
        applyAddresses(request, lists)
        switch request.path.family {
        case .ipv4: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
        case .ipv6: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
        case nil: break
        }
    }

    /// Makes libcurl use the addresses of the request as the result of the name lookup (`CURLOPT_RESOLVE(3)`).
    private mutating func applyAddresses(_ request: ProbeRequest, _ lists: CurlLists) {
        let addresses = request.usableAddresses
        guard !addresses.isEmpty else { return }
        // Otherwise the names are stored in the multi handle and also apply to probes of other interfaces.
        guard let names = unsafe lists.addNames() else { return record(CURLE_OUT_OF_MEMORY, CURLOPT_SHARE) }
        unsafe set(CURLOPT_SHARE, names)
        let texts = addresses.map { $0.family == .ipv6 ? "[\($0)]" : "\($0)" }
        guard let url = request.url else { return }
        let port = url.port ?? url.scheme.defaultPort
        set(CURLOPT_RESOLVE, ["\(url.host):\(port):\(texts.joined(separator: ","))"], lists)
    }

    private mutating func applyMessage(_ prober: CurlProber, _ request: ProbeRequest, _ lists: CurlLists) {
        // `refusal(of:)` has already refused questions of other kinds.
        guard let http = request.http else { return }
        set(CURLOPT_URL, "\(http.url.scheme.rawValue)://\(http.url.authority)\(http.url.requestTarget)")
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_TIMEOUT_MS, Int(Waker.pollTimeout(request.limits.total)))
        switch http.method {
        case .get: break
        case .head: set(CURLOPT_NOBODY, 1)
        case .post: set(CURLOPT_COPYPOSTFIELDS, http.body)
        }
        set(CURLOPT_USERAGENT, prober.userAgent)
        let fields = http.headers.fields.map { field in
            // libcurl removes a field that ends with its colon.
            field.value.allSatisfy { $0 == " " || $0 == "\t" } ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        // Some resolvers accept no older version (RFC 8484, section 5.2).
        if http.url.scheme == .https, http.headers["Accept"] == "application/dns-message" {
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        }
        if !fields.isEmpty { set(CURLOPT_HTTPHEADER, fields, lists) }
    }

    mutating func set(_ option: CURLoption, _ value: Int) {
        record(unsafe ccurl_setopt_long(handle, option, value), option)
    }

    mutating func set(_ option: CURLoption, _ function: @escaping ccurl_open_function) {
        record(unsafe ccurl_setopt_open(handle, option, function), option)
    }

    mutating func set(_ option: CURLoption, _ value: String?) {
        record(unsafe ccurl_setopt_string(handle, option, value), option)
    }

    mutating func set(_ option: CURLoption, _ lines: [String], _ lists: CurlLists) {
        guard let list = unsafe lists.add(lines) else { return record(CURLE_OUT_OF_MEMORY, option) }
        record(unsafe ccurl_setopt_list(handle, option, list), option)
    }

    /// Sets the bytes to post; libcurl copies as many bytes as `CURLOPT_POSTFIELDSIZE` states.
    private mutating func set(_ option: CURLoption, _ bytes: [UInt8]) {
        set(CURLOPT_POSTFIELDSIZE, bytes.count)
        var bytes = bytes + [0]
        unsafe bytes.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { unsafe set(option, start) }
        }
    }

    mutating func set(_ option: CURLoption, _ pointer: UnsafeMutableRawPointer) {
        record(unsafe ccurl_setopt_pointer(handle, option, pointer), option)
    }

    mutating func set(_ option: CURLoption, _ function: @escaping ccurl_write_function) {
        record(unsafe ccurl_setopt_write(handle, option, function), option)
    }

    mutating func set(_ option: CURLoption, _ function: @escaping ccurl_context_function) {
        record(unsafe ccurl_setopt_context(handle, option, function), option)
    }

    mutating func set(_ option: CURLoption, _ function: @escaping ccurl_socket_function) {
        record(unsafe ccurl_setopt_socket(handle, option, function), option)
    }

    private mutating func record(_ code: CURLcode, _ option: CURLoption) {
        guard code != CURLE_OK, fault == nil else { return }
        let reason = unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? ""
        fault = ProbeFailure(.other(.curl, code: Int(code.rawValue)), detail: "option \(option.rawValue): \(reason)")
    }
}

extension ProbeRequest {
    /// The addresses to connect to; with addresses of another family than the request's, libcurl would look up others itself.
    var usableAddresses: [IPAddress] {
        url?.address == nil ? path.addresses.filter { path.family == nil || $0.family == path.family } : []
    }
}

/// Memory that one transfer needs besides its handle, until its release: string lists and its own name store.
@safe final class CurlLists {
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []
    private var names: UnsafeMutableRawPointer?

    deinit {
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
        if let names = unsafe names { unsafe curl_share_cleanup(names) }
    }

    /// Creates a store of names and addresses for this transfer alone; `nil` if there is no memory.
    func addNames() -> UnsafeMutableRawPointer? {
        guard let share = unsafe curl_share_init() else { return nil }
        unsafe names = share
        return unsafe ccurl_share_names(share) == CURLSHE_OK ? share : nil
    }

    func add(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = unsafe curl_slist_append(list, line) else {
                unsafe curl_slist_free_all(list)
                return nil
            }
            unsafe list = longer
        }
        if let list = unsafe list { unsafe lists.append(list) }
        return unsafe list
    }
}
#endif
