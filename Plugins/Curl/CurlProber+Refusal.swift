#if canImport(CCurl)
import CCurl
import ConnectivityCore
import ConnectivityToolkit

extension CurlProber {
    /// The name of the first option that cannot be passed to libcurl because it holds a control character.
    ///
    /// A line break would end a request field, and a zero byte would end a C string, before the end of the text.
    var unusableOption: String? {
        if caFile?.hasControlCharacter == true { return "caFile" }
        if proxy?.hasControlCharacter == true { return "proxy" }
        if userAgent.hasControlCharacter { return "userAgent" }
        return connectTo?.hasControlCharacter == true ? "connectTo" : nil
    }

    /// Returns the failure of a request that cannot be sent; `nil` if the request can be tried.
    func refusal(of request: ProbeRequest) -> ProbeFailure? {
        guard let http = request.http else {
            return ProbeFailure(.unsupported, detail: "libcurl does not support the kind \(request.question.kind)")
        }
        let badArgument = ProbeFailure.Kind.other(.curl, code: Int(CURLE_BAD_FUNCTION_ARGUMENT.rawValue))
        if let option = unusableOption {
            return ProbeFailure(badArgument, detail: "the option \(option) of the prober contains a control character")
        }
        // libcurl would wait for the writer of a pipe, and every other probe with it.
        if http.url.scheme == .https, let caFile, WholeFile.isPipe(caFile) {
            let kind = ProbeFailure.Kind.other(.curl, code: Int(CURLE_SSL_CACERT_BADFILE.rawValue))
            return ProbeFailure(kind, detail: "the file of certificate authorities is a pipe")
        }
        guard !http.hasSecrets else {
            return ProbeFailure(.unsupported, detail: "the secret fields have no values; call withStandardOperators()")
        }
        for field in http.headers.fields {
            guard field.name.isToken else {
                return ProbeFailure(badArgument, detail: "a request field has an invalid name")
            }
            guard !field.value.hasControlCharacter else {
                return ProbeFailure(badArgument, detail: "the request field \(field.name) contains a control character")
            }
        }
        if let interface = request.path.interface, interface.isEmpty || interface.hasControlCharacter {
            return ProbeFailure(.interfaceUnavailable, detail: "this is not a valid interface name")
        }
        // Without this check, libcurl would connect anyway or report a failed name lookup, depending on its version.
        if let family = request.path.family, connectTo == nil, proxy == nil, let address = http.url.address,
            address.family != family
        {
            return ProbeFailure(.unreachable, detail: "\(address) is not an \(family.rawValue) address")
        }
        if http.url.address == nil, connectTo == nil, proxy == nil, let family = request.path.family,
            !request.path.addresses.isEmpty, request.usableAddresses.isEmpty
        {
            return ProbeFailure(.unreachable, detail: "none of the addresses is an \(family.rawValue) address")
        }
        return nil
    }

    /// Whether connections go to the addresses of the request: `false` if ``proxy`` or ``connectTo`` is set.
    public var connectsToHost: Bool { proxy == nil && connectTo == nil }
    public var usesAddresses: Bool { connectsToHost }
    public var takesProxies: Bool { true }

    /// Returns the caveats of a request that is bound to an interface: libcurl lets the system look names up.
    func caveats(of request: ProbeRequest) -> [ProbeExchange.Caveat] {
        guard request.path.interface != nil else { return [] }
        let host = connectsToHost ? request.url : (proxy ?? connectTo).flatMap(Self.url)
        let isAddress = host?.address != nil || connectsToHost && !request.usableAddresses.isEmpty
        return isAddress ? [] : [.nameLookupBySystem]
    }

    /// Returns the proxy of a request in the form of `CURLOPT_PROXY(3)`, whose default ports are not those of the schemes.
    static func option(_ proxy: HTTPURL) -> String {
        let standard = proxy.scheme == .http ? 80 : 443
        return "\(proxy.scheme.rawValue)://\(proxy.authority)" + (proxy.port == nil ? ":\(standard)" : "")
    }

    /// Returns the host and port of an option as a URL; `nil` for forms that only libcurl parses.
    private static func url(_ option: String) -> HTTPURL? {
        try? HTTPURL(option.contains("://") ? option : "http://\(option)/")
    }
}
#endif
