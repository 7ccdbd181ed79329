import ConnectivityCore
import Foundation
import Testing

@testable import ConnectivityURLSession

/// The interpretation of errors and times, as pure functions, so that the cases of Apple's systems are tested here
/// as well.
@Suite struct LoadingFaultTests {
    private func kind(
        _ code: Int,
        system: Int32? = nil,
        _ description: String = "",
        _ library: LoadingFault.Library = .cfNetwork
    ) -> ProbeFailure.Kind {
        LoadingFault(code: code, systemError: system, description: description, library: library).failure.kind
    }

    @Test func `Every documented error code with a cause is converted to this cause`() {
        #expect(kind(-999) == .cancelled)
        #expect(kind(-1001) == .timedOut(.response))
        #expect(kind(-1003) == .nameLookup)
        #expect(kind(-1004) == .connectionRefused)
        #expect(kind(-1005) == .connectionReset)
        #expect(kind(-1009) == .unreachable)
        #expect(kind(-1017) == .malformed)
        #expect(kind(-1200) == .tls(.protocol))
        #expect(kind(-1201) == .tls(.expired))
        #expect(kind(-1202) == .tls(.certificate))
        #expect(kind(-1203) == .tls(.unknownAuthority))
        #expect(kind(-1204) == .tls(.expired))
        #expect(kind(-1022) == .unsupported, "App Transport Security: nothing was asked")
        #expect(kind(-1100) == .other(.nsURLError, code: -1100))
    }

    @Test func `The system's error number takes precedence over the error code`() {
        #expect(kind(-1004, system: ENETUNREACH) == .unreachable)
        #expect(kind(-1004, system: ECONNREFUSED) == .connectionRefused)
        #expect(kind(-1004, system: 9999) == .connectionRefused)
    }

    @Test func `Some error codes have another meaning with libcurl`() {
        #expect(kind(-1011) == .malformed)
        #expect(kind(-1011, "", .libcurl) == .emptyReply)
        #expect(kind(-1002) == .other(.nsURLError, code: -1002))
        #expect(kind(-1002, "", .libcurl) == .malformed)
    }

    @Test func `The error message counts only if the code is unspecific, and only with libcurl`() {
        let description = "SSL certificate problem: certificate has expired"
        #expect(kind(-1, description, .libcurl) == .tls(.expired))
        #expect(kind(-1, description) == .other(.nsURLError, code: -1))
        #expect(kind(-1003, description, .libcurl) == .nameLookup)
        #expect(kind(-1, "something else", .libcurl) == .other(.nsURLError, code: -1))
    }

    @Test func `The system's error number is found in the error and in its underlying error`() {
        let keys: [String: Any] = ["_kCFStreamErrorDomainKey": 1, "_kCFStreamErrorCodeKey": Int(EHOSTUNREACH)]
        let below = NSError(domain: "kCFErrorDomainCFNetwork", code: -1004, userInfo: keys)
        for info in [keys, [NSUnderlyingErrorKey: below]] {
            let error = NSError(domain: NSURLErrorDomain, code: -1004, userInfo: info)
            #expect(LoadingFault(error).failure.kind == .unreachable)
        }
    }

    @Test func `A long error message is cut`() {
        let fault = LoadingFault(code: -1, description: String(repeating: "x", count: 5000), library: .libcurl)
        #expect(fault.failure.detail.count == 300)
    }

    @Test func `The connect time excludes TLS, and no phase exceeds the total`() {
        func at(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        var times = TransactionTimes(
            start: at(0),
            lookupEnd: at(1),
            connectStart: at(1),
            connectEnd: at(4),
            secureStart: at(2),
            secureEnd: at(4),
            responseStart: at(9)
        )
        let timings = times.timings(total: .seconds(10))
        #expect(timings.nameLookup == .seconds(1))
        #expect(timings.connect == .seconds(1))
        #expect(timings.tls == .seconds(2))
        #expect(timings.response == .seconds(5))
        #expect(times.timings(total: .seconds(3)).response == .seconds(3))
        times.responseStart = at(3)
        #expect(times.timings(total: .seconds(10)).response == .zero)
        #expect(TransactionTimes().timings(total: .seconds(1)) == ProbeExchange.Timings(total: .seconds(1)))
    }
}
