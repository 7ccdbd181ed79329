import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit

// Values drawn from a seed, including the cases that text formats often get wrong.

extension SplitMix64 {
    mutating func pick<Value>(_ values: [Value]) -> Value { values[next(below: values.count)] }

    mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? { next(below: 3) == 0 ? nil : value(&self) }

    /// Returns a number of whole nanoseconds, up to ten days.
    mutating func duration() -> Duration {
        .nanoseconds(Int64(next() % 864_000_000_000_000) >> Int64(next(below: 40)))
    }

    mutating func text() -> String {
        let parts = [
            "a", "\"", "\\", "/", "\n", "\r\n", "\t", "\u{0}", "\u{1B}[31m", "é", "e\u{301}", "\u{2028}", "😀", "<",
            "\u{FEFF}",
        ]
        return (0..<next(below: 12)).map { _ in pick(parts) }.joined()
    }

    mutating func body() -> [UInt8] {
        switch next(below: 3) {
        case 0: Array(text().utf8)
        case 1: (0..<next(below: 50)).map { _ in UInt8(truncatingIfNeeded: next()) }
        default: Array("<html>\(text())</html>".utf8)
        }
    }

    mutating func headers() -> HeaderFields {
        HeaderFields(
            (0..<next(below: 5)).map { _ in .init(name: pick(["Location", "X-A", "x-a", "Age"]), value: text()) }
        )
    }

    mutating func address() -> IPAddress { pick(["192.0.2.1", "2001:db8::1", "::", "255.255.255.255", "fe80::1"]) }

    mutating func response() -> ProbeResponse {
        ProbeResponse(
            status: 100 + next(below: 500),
            headers: headers(),
            body: body(),
            completeness: pick([.complete, .cutAtLimit])
        )
    }

    mutating func request() -> ProbeRequest {
        ProbeRequest(
            pick(["http://a.example/", "https://b.example:8443/x%20y?q=%22#f", "http://[2001:db8::1]/"]),
            method: pick([.get, .head]),
            headers: headers(),
            interface: maybe { $0.text() },
            family: pick([nil, .ipv4, .ipv6]),
            limits: ProbeRequest.Limits(
                total: duration() + .nanoseconds(1),
                maximumBodySize: next(below: 1000)
            )
        )
    }

    mutating func exchange(_ failure: ProbeFailure.Kind? = nil) -> ProbeExchange {
        let outcome: Result<ProbeResponse, ProbeFailure> =
            if let failure {
                .failure(
                    ProbeFailure(
                        failure,
                        detail: text(),
                        partialResponse: maybe { $0.response() },
                        facts: maybe { ["cause": .text($0.text()), "extendedErrors": [.record(["code": 15])]] } ?? [:]
                    )
                )
            } else {
                .success(response())
            }
        return ProbeExchange(
            request: request(),
            outcome: outcome,
            remoteAddress: maybe { $0.address() },
            timings: ProbeExchange.Timings(
                tls: maybe { $0.duration() },
                total: duration()
            )
        )
    }

    mutating func interface() -> NetworkInterface {
        NetworkInterface(
            name: text(),
            index: next(below: 100),
            kind: pick(NetworkInterface.Kind.allCases),
            isUp: pick([true, false]),
            hasCarrier: pick([true, false]),
            addresses: (0..<next(below: 3)).map { _ in .init(address(), prefixLength: next(below: 129)) },
            defaultRoutes: (0..<next(below: 3)).map { _ in
                .init(family: pick([.ipv4, .ipv6]), gateway: maybe { $0.address() }, metric: UInt32(next() >> 32))
            }
        )
    }
}

extension ProbeFailure.Kind {
    /// One value of every kind.
    static let every: [Self] =
        [
            .nameLookup, .connectionRefused, .unreachable, .connectionReset, .emptyReply, .malformed, .headerTooLarge,
            .truncated, .interfaceUnavailable, .unsupported, .cancelled, .notRecorded, .other(.curl, code: 35),
            .other(.nsURLError, code: -7),
        ] + ProbeFailure.Phase.allCases.map { .timedOut($0) } + ProbeFailure.TLSFault.allCases.map { .tls($0) }
}
