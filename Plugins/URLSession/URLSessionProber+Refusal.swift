import ConnectivityCore
import ConnectivityToolkit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionProber {
    /// Returns the failure of a request that cannot be sent; `nil` if the request can be tried.
    func refusal(of request: ProbeRequest) -> ProbeFailure? {
        guard let http = request.http else {
            return ProbeFailure(.unsupported, detail: "URLSession supports only HTTP")
        }
        let bad = ProbeFailure.Kind.other(.nsURLError, code: NSURLErrorBadURL)
        if userAgent.hasControlCharacter {
            return ProbeFailure(bad, detail: "the option userAgent of the prober contains a control character")
        }
        guard !http.hasSecrets else {
            return ProbeFailure(.unsupported, detail: "the secret fields have no values; call withStandardOperators()")
        }
        for field in http.headers.fields {
            guard field.name.isToken else {
                return ProbeFailure(bad, detail: "a request field has an invalid name")
            }
            guard !field.value.hasControlCharacter else {
                return ProbeFailure(bad, detail: "the request field \(field.name) contains a control character")
            }
        }
        if request.path.interface != nil {
            return ProbeFailure(.unsupported, detail: "URLSession cannot be bound to an interface")
        }
        if let address = http.url.address {
            guard let family = request.path.family, address.family != family else { return nil }
            return ProbeFailure(.unreachable, detail: "\(address) is not an \(family.rawValue) address")
        }
        guard request.path.family == nil, request.path.addresses.isEmpty else {
            return ProbeFailure(
                .unsupported,
                detail: "URLSession cannot be bound to addresses or to an address family"
            )
        }
        return nil
    }

    /// Converts a request to Foundation's form; `nil` if Foundation rejects the URL.
    func urlRequest(for request: ProbeRequest) -> URLRequest? {
        guard let http = request.http,
            let url = URL(string: "\(http.url.scheme.rawValue)://\(http.url.authority)\(http.url.requestTarget)")
        else { return nil }
        var result = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        result.httpMethod = http.method.rawValue
        if http.method == .post { result.httpBody = Data(http.body) }
        result.httpShouldHandleCookies = false
        result.allowsCellularAccess = allowsCellular
        // The prober's own limit expires first. Linux counts whole seconds and treats less than one as no limit.
        result.timeoutInterval = Double(min(request.limits.total.components.seconds, 1_000_000) + 60)
        // The connection is used only once, and codings are not requested (RFC 9112, section 9.6; RFC 9110, 12.5.3).
        let own = [("Connection", "close"), ("Accept-Encoding", "identity"), ("User-Agent", userAgent)]
        for (name, value) in own { result.setValue(value, forHTTPHeaderField: name) }
        let names = Set(http.headers.fields.map { $0.name.lowercased() })
        for name in names {
            result.setValue(http.headers.values(of: name).joined(separator: ", "), forHTTPHeaderField: name)
        }
        return result
    }
}
