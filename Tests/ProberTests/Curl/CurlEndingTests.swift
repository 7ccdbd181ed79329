#if canImport(CCurl)
import CCurl
import ConnectivityCore
import ConnectivityTestServer
import ConnectivityToolkit
import Testing
import TestSupport

@testable import ConnectivityCurl

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct `The ending of a transfer` {
    /// Several addresses were tried, and the system returned an error number for each.
    @Test(arguments: [
        ([ECONNREFUSED], ProbeFailure.Kind.connectionRefused), ([ECONNRESET], .connectionReset),
        ([EPIPE], .connectionReset), ([ETIMEDOUT], .timedOut(.connect)), ([ENODEV], .interfaceUnavailable),
        ([ENETUNREACH], .unreachable), ([EHOSTUNREACH, EADDRNOTAVAIL, EACCES], .unreachable), ([], .unreachable),
        // The answer of a host says more than silence, and silence says more than a missing route.
        ([ENETUNREACH, ECONNREFUSED], .connectionRefused), ([ETIMEDOUT, ECONNREFUSED], .connectionRefused),
        ([ECONNRESET, ECONNREFUSED], .connectionRefused), ([ETIMEDOUT, ECONNRESET], .connectionReset),
        ([ENETUNREACH, ETIMEDOUT], .timedOut(.connect)), ([ENODEV, ETIMEDOUT], .timedOut(.connect)),
        ([ENETUNREACH, ENODEV], .interfaceUnavailable),
    ])
    func `The most informative connect error decides the failure, in any order`(
        numbers: [Int32],
        kind: ProbeFailure.Kind
    ) {
        for (last, others) in [(numbers.last, numbers.dropLast()), (numbers.first, numbers.dropFirst())] {
            let ending = CurlEnding(
                code: CURLE_COULDNT_CONNECT,
                phase: .connect,
                systemError: last ?? 0,
                connectErrors: Set(others)
            )
            expect(ending.kind, kind)
        }
    }

    @Test(
        arguments: [
            (CURLE_OK, .body, nil), (CURLE_OPERATION_TIMEDOUT, .tls, .timedOut(.tls)),
            (CURLE_COULDNT_RESOLVE_HOST, .nameLookup, .nameLookup), (CURLE_GOT_NOTHING, .response, .emptyReply),
            (CURLE_PARTIAL_FILE, .body, .truncated), (CURLE_UNSUPPORTED_PROTOCOL, .response, .malformed),
            (CURLE_UNSUPPORTED_PROTOCOL, .connect, .other(.curl, code: 1)), (CURLE_RECV_ERROR, .body, .truncated),
            (CURLE_RECV_ERROR, .response, .connectionReset), (CURLE_SEND_ERROR, .body, .connectionReset),
        ] as [(CURLcode, ProbeFailure.Phase, ProbeFailure.Kind?)]
    )
    func `The same libcurl code and phase always mean the same failure`(
        code: CURLcode,
        phase: ProbeFailure.Phase,
        kind: ProbeFailure.Kind?
    ) {
        expect(CurlEnding(code: code, phase: phase).kind, kind)
    }

    @Test func `A header limit and a proxy's refusal differ from a broken connection`() {
        expect(CurlEnding(code: CURLE_WRITE_ERROR, stop: .headerTooLarge, phase: .response).kind, .headerTooLarge)
        expect(CurlEnding(code: CURLE_WRITE_ERROR, stop: .bodyCutAtLimit, phase: .body).kind, nil)
        let large = CurlEnding(code: CURLE_RECV_ERROR, phase: .response, headerByteCount: 300 * 1024)
        expect(large.kind, .headerTooLarge)
        let refused = CurlEnding(code: CURLE_RECV_ERROR, phase: .connect, proxyStatus: 407)
        expect(refused.kind, .other(.curl, code: 56))
        let reset = CurlEnding(code: CURLE_RECV_ERROR, phase: .body, systemError: ECONNRESET)
        expect(reset.kind, .connectionReset)
    }
}

@Suite struct `The collector of a response` {
    private static let status = Array("HTTP/1.1 200 OK\r\n".utf8)

    @Test func `Accepts a header of exactly the limit and rejects a longer one`() {
        for (limit, isTaken) in [(Self.status.count, true), (Self.status.count - 1, false)] {
            var collector = ResponseCollector(limits: ProbeRequest.Limits(maximumHeaderSize: limit))
            let goesOn = collector.addHeaderLine(Self.status)
            expect(goesOn, isTaken)
            expect(collector.stop, (isTaken ? nil : .headerTooLarge))
        }
    }

    @Test func `Bytes on the wire count against twice the limits of header and body, whatever carries them`() {
        let limits = ProbeRequest.Limits(maximumHeaderSize: 1000, maximumBodySize: 2000)
        let max = 2 * (1000 + 2000) + 64 * 1024
        var collector = ResponseCollector(limits: limits)
        #expect(collector.setReceived(max) && collector.stop == nil)
        #expect(!collector.setReceived(max + 1) && collector.stop == .headerTooLarge)
        collector = ResponseCollector(limits: limits)
        #expect(collector.addHeaderLine(Self.status) && collector.addHeaderLine([0x0D, 0x0A]))
        #expect(!collector.setReceived(max + 1) && collector.stop == .bodyCutAtLimit)
        expect(ProbeRequest.Limits(maximumBodySize: .max).receivedByteCountMax, .max)
    }

    @Test func `Keeps a body of exactly the limit complete and cuts a longer one`() {
        for (limit, isWhole) in [(3, true), (2, false)] {
            var collector = ResponseCollector(limits: ProbeRequest.Limits(maximumBodySize: limit))
            _ = collector.addHeaderLine(Self.status)
            _ = collector.addHeaderLine([0x0D, 0x0A])
            let goesOn = collector.addBody([1, 2, 3])
            expect(goesOn, isWhole)
            expect(collector.response(status: 200)?.body.count, limit)
            expect(collector.response(status: 200)?.completeness, (isWhole ? .complete : .cutAtLimit))
        }
    }
}

@Suite struct `The transfers of a prober` {
    @Test func `Cancelling a probe right after its start ends it exactly once`() throws {
        let server = try TestServer { _ in .init([.wait(.seconds(60))]) }
        defer { server.stop() }
        var transfers = try CurlTransfers()
        let probe = ProbeRequest(server.url(), limits: ProbeRequest.Limits(total: .seconds(10)))
        let job = BlockingJob(1)
        expect(transfers.begin(job, CurlRequest(probe: probe, prober: CurlProber())), nil)
        expect(transfers.cancel(job).failure?.kind, .cancelled)
        #expect(transfers.takeEnded().isEmpty)
    }

    @Test func `Distinguishes a shortage of this program from faults of the network`() {
        func kind(
            _ code: CURLcode,
            _ socket: ProbeFailure.Resource? = nil,
            short: Bool = false,
            _ detail: String = ""
        ) -> ProbeFailure.Kind? {
            CurlEnding(
                code: code,
                phase: .nameLookup,
                socketShortage: socket,
                wasShortOfDescriptors: short,
                detail: detail
            ).kind
        }
        expect(kind(CURLE_COULDNT_CONNECT, .descriptors), .shortage(.descriptors))
        expect(kind(CURLE_COULDNT_CONNECT, .memory), .shortage(.memory))
        expect(kind(CURLE_COULDNT_CONNECT, short: true), .unreachable)
        expect(kind(CURLE_COULDNT_RESOLVE_HOST, short: true), .shortage(.descriptors))
        expect(kind(CURLE_COULDNT_RESOLVE_HOST), .nameLookup)
        let thread = "getaddrinfo() thread failed to start"
        expect(kind(CURLE_COULDNT_RESOLVE_HOST, nil, thread), .shortage(.threads))
        expect(kind(CURLE_COULDNT_RESOLVE_HOST, short: true, thread), .shortage(.descriptors))
        expect(kind(CURLE_SSL_CACERT_BADFILE, short: true), .shortage(.descriptors))
        expect(kind(CURLE_OUT_OF_MEMORY), .shortage(.memory))
    }
}
#endif
