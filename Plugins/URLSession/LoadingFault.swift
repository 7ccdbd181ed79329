import ConnectivityCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Interprets why a session failed; it depends only on the session's error.
struct LoadingFault: Hashable, Sendable {
    /// The maximum number of characters kept of the session's error message.
    static let detailCountMax = 300

    /// The library below the session; each uses the error codes differently.
    enum Library: Hashable, Sendable {
        case libcurl, cfNetwork
    }

    /// The code in `NSURLErrorDomain`.
    var code: Int
    /// The system's error number, if the session reports it.
    var systemError: Int32?
    var description: String
    var library: Library

    var failure: ProbeFailure { ProbeFailure(kind, detail: String(description.prefix(Self.detailCountMax))) }

    private var kind: ProbeFailure.Kind {
        if let kind = systemError.flatMap({ Self.bySystemError[$0] }) { return kind }
        if library == .libcurl {
            if let kind = Self.libcurlCodes[code] { return kind }
            // This code is used for most failures; only the message says more.
            if code == NSURLErrorUnknown,
                let kind = Self.libcurlMessages.first(where: { description.contains($0.0) })?.1
            {
                return kind
            }
        }
        return Self.codes[code] ?? .other(.nsURLError, code: code)
    }

    private static let bySystemError: [Int32: ProbeFailure.Kind] = [
        ECONNREFUSED: .connectionRefused, ECONNRESET: .connectionReset, EPIPE: .connectionReset,
        ENETUNREACH: .unreachable, EHOSTUNREACH: .unreachable, ENETDOWN: .unreachable, EADDRNOTAVAIL: .unreachable,
        ETIMEDOUT: .timedOut(.connect),
    ]

    /// The codes by which FoundationNetworking reports libcurl's errors, if they differ from the documented meaning.
    private static let libcurlCodes: [Int: ProbeFailure.Kind] = [
        // libcurl's "unsupported protocol", which for these URLs means HTTP/0.9: a response without a header.
        NSURLErrorUnsupportedURL: .malformed,
        // libcurl's "got nothing".
        NSURLErrorBadServerResponse: .emptyReply,
    ]

    /// The documented meaning of the codes (Foundation, "URL Loading System Error Codes").
    private static let codes: [Int: ProbeFailure.Kind] = [
        NSURLErrorCancelled: .cancelled,
        NSURLErrorTimedOut: .timedOut(.response),
        NSURLErrorCannotFindHost: .nameLookup,
        NSURLErrorDNSLookupFailed: .nameLookup,
        NSURLErrorCannotConnectToHost: .connectionRefused,
        NSURLErrorNetworkConnectionLost: .connectionReset,
        NSURLErrorNotConnectedToInternet: .unreachable,
        NSURLErrorInternationalRoamingOff: .unreachable,
        NSURLErrorCallIsActive: .unreachable,
        NSURLErrorDataNotAllowed: .unreachable,
        NSURLErrorBadServerResponse: .malformed,
        NSURLErrorCannotDecodeRawData: .malformed,
        NSURLErrorCannotDecodeContentData: .malformed,
        NSURLErrorCannotParseResponse: .malformed,
        // By number, because FoundationNetworking gives these names other numbers: no secure connection; a certificate
        // with a bad date; not trusted, which is also the code of a certificate for another host; an unknown root; not
        // yet valid; a client certificate that is refused, or missing.
        -1200: .tls(.protocol), -1201: .tls(.expired), -1202: .tls(.certificate), -1203: .tls(.unknownAuthority),
        -1204: .tls(.expired), -1205: .tls(.protocol), -1206: .tls(.protocol),
        // App Transport Security refuses http: the app does not permit it in its Info.plist, so nothing was asked.
        -1022: .unsupported,
    ]

    /// Parts of libcurl's messages, from `lib/` and OpenSSL; the first match counts.
    private static let libcurlMessages: [(String, ProbeFailure.Kind)] = [
        ("certificate has expired", .tls(.expired)),
        ("certificate is not yet valid", .tls(.expired)),
        ("self-signed certificate", .tls(.unknownAuthority)),
        ("self signed certificate", .tls(.unknownAuthority)),
        ("unable to get local issuer certificate", .tls(.unknownAuthority)),
        ("unable to get issuer certificate", .tls(.unknownAuthority)),
        ("does not match target host name", .tls(.wrongHost)),
        ("no alternative certificate subject name", .tls(.wrongHost)),
        ("SSL certificate problem", .tls(.certificate)),
        ("SSL peer certificate", .tls(.certificate)),
        ("Connection reset by peer", .connectionReset),
        ("Broken pipe", .connectionReset),
        ("unexpected eof while reading", .truncated),
        ("transfer closed with", .truncated),
        ("Transferred a partial file", .truncated),
        ("SSL routines", .tls(.protocol)),
        ("OpenSSL SSL_connect", .tls(.protocol)),
        ("SSL connect error", .tls(.protocol)),
        ("chunk", .malformed),
        ("Nul byte in header", .malformed),
        ("Weird server reply", .malformed),
        ("Invalid Content-Length", .malformed),
        ("Header without colon", .malformed),
        ("content encoding", .malformed),
        ("content unencoding", .malformed),
        ("while decoding", .malformed),
        // FoundationNetworking's own header parser rejected a line.
        ("Failed writing header", .malformed),
        ("Failed writing received data", .malformed),
        ("Too long header", .headerTooLarge),
        // Versions before 8.3 report this for a header line longer than 100 KB.
        ("Out of memory", .headerTooLarge),
        ("Too large response headers", .headerTooLarge),
        ("Network is unreachable", .unreachable),
        ("No route to host", .unreachable),
        ("Permission denied", .unreachable),
        ("connect to server", .unreachable),
        ("Failed to connect to", .unreachable),
        ("Couldn't connect to", .unreachable),
    ]
}

extension LoadingFault {
    init(_ error: any Error) {
        let error = error as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        // CFNetwork's keys; domain 1 is errno.
        let system = [error, underlying].lazy.compactMap { error -> Int32? in
            guard let info = error?.userInfo, info["_kCFStreamErrorDomainKey"] as? Int == 1 else { return nil }
            return (info["_kCFStreamErrorCodeKey"] as? Int).flatMap { Int32(exactly: $0) }
        }
        #if canImport(FoundationNetworking)
        let library = Library.libcurl
        #else
        let library = Library.cfNetwork
        #endif
        self.init(
            code: error.code,
            systemError: system.first,
            description: error.localizedDescription,
            library: library
        )
    }
}
