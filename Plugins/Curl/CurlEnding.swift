#if canImport(CCurl)
import CCurl
import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Interprets how libcurl ended a transfer; it depends only on the observed values.
struct CurlEnding {
    /// The maximum number of characters kept of libcurl's error message.
    static let detailCountMax = 300

    /// The size of the header in bytes at which libcurl itself stops, with the code of a receive error.
    private static let maximumHeaderSize = 300 * 1024

    /// The kind of the failure; `nil` if libcurl reports success or the transfer was stopped at the body limit.
    let kind: ProbeFailure.Kind?
    let detail: String

    init(
        code: CURLcode,
        stop: ResponseCollector.Stop? = nil,
        phase: ProbeFailure.Phase,
        systemError: Int32 = 0,
        connectErrors: Set<Int32> = [],
        verifyResult: Int = 0,
        proxyStatus: Int = 0,
        headerByteCount: Int = 0,
        socketShortage: ProbeFailure.Resource? = nil,
        wasShortOfDescriptors: Bool = false,
        detail: String = ""
    ) {
        self.detail = String(detail.trimmed.prefix(Self.detailCountMax))
        let shortage = Self.shortage(code, phase, socketShortage, wasShortOfDescriptors, detail)
        kind =
            switch (stop, code) {
            case (.headerTooLarge, _): .headerTooLarge
            case (.bodyCutAtLimit, _), (nil, CURLE_OK): nil
            case (nil, _) where shortage != nil: shortage.map { .shortage($0) }
            case (nil, CURLE_COULDNT_CONNECT): Self.connectKind(connectErrors.union([systemError]))
            case (nil, CURLE_SSL_CONNECT_ERROR), (nil, CURLE_PEER_FAILED_VERIFICATION):
                Self.tlsKind(code, systemError, verifyResult, detail)
            case (nil, CURLE_RECV_ERROR), (nil, CURLE_SEND_ERROR):
                headerByteCount >= Self.maximumHeaderSize
                    ? .headerTooLarge : Self.transportKind(code, phase, systemError, proxyStatus, detail)
            case (nil, _): Self.plainKind(code, phase)
            }
    }

    /// The resource that this program lacked, if that explains the code; libcurl reports it as a network fault.
    private static func shortage(
        _ code: CURLcode,
        _ phase: ProbeFailure.Phase,
        _ socketShortage: ProbeFailure.Resource?,
        _ wasShortOfDescriptors: Bool,
        _ detail: String
    ) -> ProbeFailure.Resource? {
        switch code {
        case CURLE_COULDNT_CONNECT: socketShortage
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_FAILED_INIT, CURLE_SSL_CACERT_BADFILE:
            // There is no code for a lookup without a thread.
            wasShortOfDescriptors ? .descriptors : detail.contains("thread failed to start") ? .threads : nil
        case CURLE_OUT_OF_MEMORY where phase != .response: wasShortOfDescriptors ? .descriptors : .memory
        default: nil
        }
    }

    private static func plainKind(_ code: CURLcode, _ phase: ProbeFailure.Phase) -> ProbeFailure.Kind {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameLookup
        case CURLE_OPERATION_TIMEDOUT: .timedOut(phase)
        case CURLE_INTERFACE_FAILED: .interfaceUnavailable
        case CURLE_GOT_NOTHING: .emptyReply
        case CURLE_PARTIAL_FILE: .truncated
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformed
        // "Received HTTP/0.9 when not allowed".
        case CURLE_UNSUPPORTED_PROTOCOL where phase == .response: .malformed
        case tooLarge: .headerTooLarge
        // Versions before 8.3 report this for a header line longer than 100 KB.
        case CURLE_OUT_OF_MEMORY where phase == .response: .headerTooLarge
        case CURLE_SSL_CIPHER: .tls(.protocol)
        case CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH: .tls(.certificate)
        default: .other(.curl, code: Int(code.rawValue))
        }
    }

    /// The kinds for the system's connect errors, the most informative first: an answer of a host says more than
    /// silence, and silence more than a missing route, which may affect only one address family.
    private static let connectKinds: [(number: Int32, kind: ProbeFailure.Kind)] = [
        (ECONNREFUSED, .connectionRefused), (ECONNRESET, .connectionReset), (EPIPE, .connectionReset),
        (ETIMEDOUT, .timedOut(.connect)), (ENODEV, .interfaceUnavailable),
    ]

    private static func connectKind(_ systemErrors: Set<Int32>) -> ProbeFailure.Kind {
        // All others, and a missing number, are `unreachable`: ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, EACCES of a
        // route.
        connectKinds.first { systemErrors.contains($0.number) }?.kind ?? .unreachable
    }

    private static func tlsKind(
        _ code: CURLcode,
        _ systemError: Int32,
        _ verifyResult: Int,
        _ detail: String
    ) -> ProbeFailure.Kind {
        // 1 is libcurl's initial value, before it has a certificate to verify.
        if code == CURLE_SSL_CONNECT_ERROR, verifyResult == 0 || verifyResult == 1 {
            return isReset(systemError, detail) ? .connectionReset : .tls(.protocol)
        }
        // The numbers are OpenSSL's; other TLS libraries leave 0 or use their own numbers.
        guard usesOpenSSL else { return .tls(.certificate) }
        return switch verifyResult {
        case 9, 10: .tls(.expired)
        case 2, 18, 19, 20, 21: .tls(.unknownAuthority)
        // libcurl checks the name first, when the number still has its initial value.
        case 0, 1, 62: .tls(.wrongHost)
        default: .tls(.certificate)
        }
    }

    private static func transportKind(
        _ code: CURLcode,
        _ phase: ProbeFailure.Phase,
        _ systemError: Int32,
        _ proxyStatus: Int,
        _ detail: String
    ) -> ProbeFailure.Kind {
        if isReset(systemError, detail) { return .connectionReset }
        // A proxy that refuses the request reports it with its own status.
        if phase != .body, proxyStatus != 0, !(200..<300).contains(proxyStatus) {
            return .other(.curl, code: Int(code.rawValue))
        }
        if code == CURLE_SEND_ERROR { return .connectionReset }
        // Malformed chunks have no separate code.
        if detail.contains("chunk") { return .malformed }
        return phase == .body ? .truncated : .connectionReset
    }

    /// With TLS, libcurl does not expose the system's error number, only the system's text for it.
    private static func isReset(_ systemError: Int32, _ detail: String) -> Bool {
        let numbers = [ECONNRESET, EPIPE]
        return numbers.contains(systemError) || numbers.contains { detail.contains("\(Errno($0))") }
    }

    /// `CURLE_TOO_LARGE`, which headers before 8.6 do not name.
    private static let tooLarge = CURLcode(rawValue: 100)

    private static let usesOpenSSL: Bool = {
        let library = unsafe ccurl_version_info().flatMap { unsafe $0.pointee.ssl_version }
        let name = unsafe library.map { unsafe String(cString: $0) } ?? ""
        return ["OpenSSL", "LibreSSL", "BoringSSL", "quictls", "AWS-LC"].contains { name.contains($0) }
    }()
}
#endif
