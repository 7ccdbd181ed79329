internal import ConnectivityCore
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLSessionProber {
    /// Why a request is not even tried.
    func refusal(of request: ProbeRequest) -> ProbeFailure? {
        let bad = ProbeFailure.Kind.other(code: NSURLErrorBadURL)
        if userAgent.hasControlCharacter {
            return ProbeFailure(bad, detail: "the prober's option userAgent holds a control character")
        }
        for field in request.headers.fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
                return ProbeFailure(bad, detail: "a request field has a name that is no token")
            }
            guard !field.value.hasControlCharacter else {
                return ProbeFailure(bad, detail: "the request field \(field.name) holds a control character")
            }
        }
        if request.interface != nil {
            return ProbeFailure(.interfaceUnavailable, detail: "URLSession cannot be held to an interface")
        }
        guard let family = request.family else { return nil }
        guard let address = request.url.address else {
            return ProbeFailure(
                .other(code: NSURLErrorUnsupportedURL),
                detail: "URLSession cannot be held to an address family"
            )
        }
        guard address.family == family else {
            return ProbeFailure(.unreachable, detail: "\(address) is not an \(family.rawValue) address")
        }
        return nil
    }

    /// The request as Foundation has it; `nil` where Foundation does not take the URL.
    func urlRequest(for request: ProbeRequest) -> URLRequest? {
        let url = request.url
        guard let url = URL(string: "\(url.scheme.rawValue)://\(url.authority)\(url.requestTarget)") else { return nil }
        var result = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        result.httpMethod = request.method.rawValue
        result.httpShouldHandleCookies = false
        result.allowsCellularAccess = allowsCellular
        // The prober's own limit comes first. Linux counts whole seconds and takes less than one for none.
        result.timeoutInterval = Double(min(request.limits.total.components.seconds, 1_000_000) + 60)
        // The connection is to be used once, and codings are not to be used (RFC 9112, section 9.6; RFC 9110, 12.5.3).
        let own = [("Connection", "close"), ("Accept-Encoding", "identity"), ("User-Agent", userAgent)]
        for (name, value) in own { result.setValue(value, forHTTPHeaderField: name) }
        let names = Set(request.headers.fields.map { $0.name.lowercased() })
        for name in names {
            result.setValue(request.headers.values(of: name).joined(separator: ", "), forHTTPHeaderField: name)
        }
        return result
    }
}

extension String {
    /// Whether the text holds a control character other than the tab.
    var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

/// RFC 9110, section 5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
    default:
        "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
