#if canImport(CCurl)
import CCurl
import ConnectivityCore
import ConnectivityTLS
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One probe as a libcurl transfer: owns the easy handle and all memory that libcurl reads or writes through it.
///
/// Used only on the driver's thread.
@safe final class CurlTransfer {
    enum End {
        case byLibrary(CURLcode)
        case byDriver(ProbeFailure.Kind, String)
    }

    let job: BlockingJob
    let started = ContinuousClock.now
    private let request: CurlRequest
    private let handle: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private let lists: CurlLists
    private var collector: ResponseCollector
    private var sockets: [CountedSocket] = []
    private var connectionSeen: Duration?
    /// The system's error numbers for the addresses that could not be connected to.
    private var connectErrors: Set<Int32> = []
    /// The error number of a socket that could not be bound to the interface; zero if there was no error.
    private var bindingError: Int32 = 0
    private var socketShortage: ProbeFailure.Resource?
    private var wasShortOfDescriptors = false
    /// The findings of TLS, if the request asks for them.
    private var tls: TLSFindings?
    /// The certificate that is not valid now, if TLS failed because of it.
    var refused: PeerCertificate?
    /// The list to which the transfer adds itself if its body need not be awaited to the end.
    var bodies: CurlBodies?

    /// Sets up a transfer; throws if libcurl rejects an option or has no memory.
    init(_ job: BlockingJob, _ request: CurlRequest) throws(ProbeFailure) {
        guard let handle = unsafe curl_easy_init() else {
            throw ProbeFailure(.shortage(.memory), detail: "libcurl cannot create a handle")
        }
        unsafe self.handle = handle
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        lists = CurlLists()
        collector = ResponseCollector(limits: request.probe.limits)
        self.job = job
        self.request = request

        var setup = unsafe CurlSetup(handle)
        setup.apply(request.prober, request.probe, lists)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe setup.set(CURLOPT_PRIVATE, context)
        unsafe setup.set(CURLOPT_ERRORBUFFER, errorText)
        unsafe setup.set(CURLOPT_HEADERFUNCTION, receiveHeader)
        unsafe setup.set(CURLOPT_HEADERDATA, context)
        unsafe setup.set(CURLOPT_WRITEFUNCTION, receiveBody)
        unsafe setup.set(CURLOPT_WRITEDATA, context)
        unsafe setup.set(CURLOPT_OPENSOCKETFUNCTION, openSocket)
        unsafe setup.set(CURLOPT_OPENSOCKETDATA, context)
        unsafe setup.set(CURLOPT_SOCKOPTFUNCTION, prepareSocket)
        unsafe setup.set(CURLOPT_SOCKOPTDATA, context)
        if hasTLSOfHost, CurlTLS.isReadable { unsafe CurlTLS.prepare(&setup, for: context) }
        if let fault = setup.fault { throw fault }
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe errorText.deallocate()
    }

    /// Returns the transfer behind a pointer from `CURLOPT_PRIVATE`.
    static func at(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    func start(on multi: CurlMulti) throws(ProbeFailure) {
        let status = unsafe multi.add(handle)
        guard status == CURLM_OK else {
            let detail = unsafe curl_multi_strerror(status).map { unsafe String(cString: $0) } ?? ""
            throw ProbeFailure(.other(.curl, code: Int(CURLE_FAILED_INIT.rawValue)), detail: detail)
        }
    }

    /// Whether the driver must look for the connection with ``noteConnection(at:)``.
    ///
    /// libcurl 7.88 reports the connect time only after the TLS handshake, and of several failed addresses only the last error.
    var needsConnectionSeen: Bool { connectionSeen == nil }

    /// Whether TLS is with the asked host; with a proxy over TLS, it could be that of the proxy.
    private var hasTLSOfHost: Bool {
        request.probe.url?.scheme == .https && request.prober.proxy?.lowercased().hasPrefix("https:") != true
    }

    /// Whether the exchange is to hold the findings of TLS.
    var readsTLS: Bool { hasTLSOfHost && request.probe.http?.readsTLS == true && CurlTLS.isReadable }

    /// Whether libcurl looks up a name: that of the host, or one in an option.
    var looksUpName: Bool {
        request.probe.url?.address == nil || request.prober.connectTo != nil || request.prober.proxy != nil
    }

    /// Records the time if a local port shows that the transfer is connected; otherwise records the connect error.
    func noteConnection(at now: ContinuousClock.Instant) {
        if number(CURLINFO_LOCAL_PORT) > 0 { connectionSeen = now - started } else { noteConnectError() }
    }

    private func noteConnectError() {
        let error = Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO))
        if error != 0 { connectErrors.insert(error) }
    }

    /// Records that few descriptors are free.
    ///
    /// libcurl does not report why a name lookup failed, and frees its descriptors when the lookup ends.
    func noteShortageOfDescriptors() { wasShortOfDescriptors = true }

    /// Creates a socket for libcurl, which would not report the system's error.
    fileprivate func open(_ address: curl_sockaddr) -> Int32 {
        do throws(Errno) {
            let (family, type) = (address.family, address.socktype)
            let number = try Descriptor(socket: family, type, protocol: address.protocol).release()
            sockets.append(CountedSocket(number))
            return number
        } catch {
            socketShortage = ProbeFailure.Resource(errno: error.number) ?? socketShortage
            return -1
        }
    }

    /// Binds a socket that libcurl is about to connect to the interface of the request.
    ///
    /// `if!` of `CURLOPT_INTERFACE(3)` is not suitable: if the system refuses the device, libcurl binds to the interface's
    /// address instead, and the packets may leave through any interface that the routes select.
    fileprivate func prepare(_ descriptor: Int32) -> Bool {
        // libcurl opens another socket for another address, after the previous address has failed.
        noteConnectError()
        guard let interface = request.probe.path.interface else { return true }
        let error = DeviceBinding.bind(descriptor, to: interface)
        if error != 0 { bindingError = error }
        return error == 0
    }

    /// Returns whether the transfer may continue, by the received bytes of the connection.
    ///
    /// libcurl does not count them: an extension of a chunk, for example, has no end for it.
    func checkReceived() -> Bool {
        let limit = request.probe.limits.receivedByteCountMax
        return sockets.allSatisfy { collector.setReceived($0.received(atLeast: limit)) }
    }

    /// Removes the transfer from its multi handle; called once.
    func finish(_ end: End, on multi: CurlMulti) -> ProbeExchange {
        defer { unsafe multi.remove(handle) }
        return exchange(end)
    }

    private func exchange(_ end: End) -> ProbeExchange {
        let progress = progress()
        let response = collector.response(status: number(CURLINFO_RESPONSE_CODE))
        let outcome: Result<Answer, ProbeFailure>
        switch end {
        case .byDriver(let kind, let detail):
            outcome = .failure(failure(kind, detail, response))
        case .byLibrary(let code) where code != CURLE_OK && bindingError != 0:
            let detail = DeviceBinding.explanation(of: bindingError, for: request.probe.path.interface ?? "")
            outcome = .failure(ProbeFailure(.interfaceUnavailable, detail: detail))
        case .byLibrary(let code):
            let ending = ending(code, progress)
            switch (ending.kind, response) {
            case (nil, let response?): outcome = .success(.http(response))
            case (let kind, _):
                outcome = .failure(failure(kind ?? .truncated, ending.detail, response))
            }
        }
        var timings = progress.timings(total: .now - request.submitted)
        if case .failure(let failure) = outcome, failure.kind == .nameLookup { timings.nameLookup = nil }
        var exchange = ProbeExchange(
            request: request.probe,
            outcome: outcome,
            remoteAddress: remoteAddress(progress),
            caveats: request.prober.caveats(of: request.probe),
            timings: timings
        )
        // libcurl checks chain and name, and gives no answer if one is wrong. A proxy's answer to CONNECT (RFC 9110, section
        // 9.3.6) comes before TLS with the asked host; with a proxy over TLS, the time does not show which TLS it was.
        if exchange.response != nil, hasTLSOfHost, progress.tls != nil {
            let isLocal = LocalAuthorities.issued(unsafe certificates(of: handle), request.prober.caFile)
            exchange.authentication = isLocal ? .intercepted : .verified
        }
        if let tls { exchange.httpConnection.tls = tls }
        return exchange
    }

    private func failure(_ kind: ProbeFailure.Kind, _ detail: String, _ response: ProbeResponse?) -> ProbeFailure {
        var facts = CurlProxy.facts(
            of: kind,
            usesProxy: request.prober.proxy.map { !$0.isEmpty && $0 != CurlProber.proxyOfEnvironment } ?? false,
            isOverTLS: request.probe.url?.scheme == .https,
            status: number(CURLINFO_HTTP_CONNECTCODE)
        )
        // The report of a router, or this device's own routes; a forbidden packet has another number.
        let systemError = Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO))
        if kind == .unreachable, connectErrors.union([systemError]).contains(ENETUNREACH) {
            facts["cause"] = "no-route"
        }
        if kind == .tls(.expired), let refused {
            for (name, fact) in refused.failureFacts(because: .expired).sorted { facts[name] = fact }
        }
        return ProbeFailure(kind, detail: detail, partialResponse: response, facts: facts)
    }

    private func ending(_ code: CURLcode, _ progress: CurlProgress) -> CurlEnding {
        var detail = unsafe String(cString: errorText)
        if detail.isEmpty, code != CURLE_OK {
            detail = unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? ""
        }
        return CurlEnding(
            code: code,
            stop: collector.stop,
            phase: progress.phase,
            systemError: Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)),
            connectErrors: connectErrors,
            verifyResult: number(CURLINFO_SSL_VERIFYRESULT),
            proxyStatus: number(CURLINFO_HTTP_CONNECTCODE),
            headerByteCount: number(CURLINFO_HEADER_SIZE),
            socketShortage: socketShortage,
            wasShortOfDescriptors: wasShortOfDescriptors
                || code != CURLE_OK && ProbeFailure.Resource.isShortOfDescriptors,
            detail: detail
        )
    }

    private func remoteAddress(_ progress: CurlProgress) -> IPAddress? {
        guard request.prober.connectTo == nil, request.prober.proxy == nil else { return nil }
        var text: UnsafePointer<CChar>?
        if unsafe ccurl_getinfo_string(handle, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text = unsafe text,
            let address = unsafe try? IPAddress(String(cString: text))
        {
            return address
        }
        // libcurl reports the peer's address only once it is connected.
        guard progress.nameLookup != nil else { return nil }
        let addresses = request.probe.usableAddresses
        return request.probe.url?.address ?? (addresses.count == 1 ? addresses.first : nil)
    }

    private func progress() -> CurlProgress {
        CurlProgress(
            nameLookup: time(CURLINFO_NAMELOOKUP_TIME_T),
            connect: time(CURLINFO_CONNECT_TIME_T) ?? connectionSeen,
            tls: time(CURLINFO_APPCONNECT_TIME_T),
            firstByte: time(CURLINFO_STARTTRANSFER_TIME_T),
            isHeaderComplete: collector.isHeaderComplete,
            usesTLS: request.probe.url?.scheme == .https
        )
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe ccurl_getinfo_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    /// Returns a time of libcurl; an event that has happened counts as at least one microsecond.
    private func time(_ info: CURLINFO) -> Duration? {
        var microseconds: curl_off_t = 0
        guard unsafe ccurl_getinfo_offset(handle, info, &microseconds) == CURLE_OK, microseconds > 0 else { return nil }
        return .microseconds(microseconds)
    }

    fileprivate func receive(header line: UnsafeRawBufferPointer) -> Bool {
        // The session is gone when the transfer has ended.
        if tls == nil, readsTLS {
            tls = unsafe CurlTLS.findings(of: handle)
        }
        let wasComplete = collector.isHeaderComplete
        let goesOn = unsafe collector.addHeaderLine(Array(line))
        if goesOn, !wasComplete, collector.isHeaderComplete, collector.isRedirect || isLong { bodies?.watch(job) }
        return goesOn
    }

    /// Whether the body of a built-in endpoint over plain HTTP is longer than any genuine one, or of unstated length.
    private var isLong: Bool {
        guard let url = request.probe.url, url.scheme == .http, Endpoint.builtInHosts.contains(url.host) else {
            return false
        }
        return collector.statedByteCount.map { $0 > CurlBodies.genuineByteCountMax } ?? true
    }

    /// Cuts the body if enough of it has arrived, and returns whether it is cut.
    func cutBody() -> Bool {
        collector.cut(atLeast: collector.isRedirect ? 0 : CurlBodies.genuineByteCountMax)
    }

    fileprivate func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe collector.addBody(bytes)
    }
}

/// Creates a socket; -1 if the system refuses, as `CURL_SOCKET_BAD`.
private func openSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> Int32 {
    guard let context = unsafe context, let address = unsafe address else { return -1 }
    return unsafe CurlTransfer.at(context).open(address.pointee)
}

/// Prepares a socket; any result except `CURL_SOCKOPT_OK` closes the socket unused.
private func prepareSocket(_ context: UnsafeMutableRawPointer?, _ descriptor: Int32, _ purpose: curlsocktype) -> Int32 {
    guard let context = unsafe context else { return CURL_SOCKOPT_ERROR }
    return unsafe CurlTransfer.at(context).prepare(descriptor) ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR
}

/// Receives header bytes; any result except the full count ends the transfer.
private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context = unsafe context else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe CurlTransfer.at(context).receive(header: line) ? size * count : 0
}

/// Receives body bytes; any result except the full count ends the transfer.
private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context = unsafe context else { return 0 }
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe CurlTransfer.at(context).receive(body: piece) ? size * count : 0
}
#endif
