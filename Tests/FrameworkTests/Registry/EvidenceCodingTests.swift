import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import ConnectivityWire
import Foundation
import TestSupport
import Testing

@Suite struct `Evidence in JSON` {
    private func again<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test(arguments: [nil] + ProbeFailure.Kind.every.map(Optional.some), 0..<UInt64(LongForm.count(25, orLong: 100)))
    func `Exchanges and interfaces survive a JSON round trip, with any outcome`(
        failure: ProbeFailure.Kind?,
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let exchange = random.exchange(failure)
        try expect(again(exchange), exchange)
        let interface = random.interface()
        try expect(again(interface), interface)
    }

    @Test(arguments: [
        #"{"body": 1}"#, #"{"total": 1}"#, #"{"total": 1, "body": null}"#, #"{"total": "5s", "body": 1}"#,
        #"{"total": 0, "body": 1}"#,
    ])
    func `Recorded limits that lack a member, or have a time as people write it, are refused`(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ProbeRequest.Limits.self, from: Data(text.utf8))
        }
    }

    @Test func `Every kind of probe failure has its own name, and other names are refused`() {
        expect(Set(ProbeFailure.Kind.every.map(\.name)).count, ProbeFailure.Kind.every.count)
        for kind in ProbeFailure.Kind.every { expect(ProbeFailure.Kind(name: kind.name), kind) }
        for name in [
            "", "other.", "other.1", "other.curl.+1", "other.curl.01", "other.Curl.1", "other..1", "other.curl.1.2",
            "timed-out", "tls.", "nameLookup",
        ] {
            expect(ProbeFailure.Kind(name: name), nil, "\(name)")
        }
    }

    @Test(arguments: [
        ("0.02", Duration.milliseconds(20)), ("5", .seconds(5)), ("1e-09", .nanoseconds(1)),
        ("0.3", .milliseconds(300)),
        ("-1.5", .milliseconds(-1500)), ("1e-18", Duration(secondsComponent: 0, attosecondsComponent: 1)), ("0", .zero),
        ("864000.000000001", .seconds(864_000) + .nanoseconds(1)),
        ("999999999.999999", .seconds(1_000_000_000) - .microseconds(1)),
    ])
    func `Durations in JSON are read and written exactly`(text: String, duration: Duration) throws {
        let timings = #"{"total":\#(text)}"#
        try expect(JSONDecoder().decode(ProbeExchange.Timings.self, from: Data(timings.utf8)).total, duration)
        try expect(again(ProbeExchange.Timings(total: duration)).total, duration)
    }

    /// A duration with more digits than a JSON number holds is rounded to the nearest number, and stays equal
    /// afterwards.
    @Test(arguments: 0..<2000 as Range<UInt64>)
    func `Durations of more than fifteen digits are rounded only once`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let duration = Duration(
            secondsComponent: Int64(random.next() % 1_000_000_000),
            attosecondsComponent: Int64(random.next() % 1_000_000_000_000_000_000)
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let once = try encoder.encode(ProbeExchange.Timings(total: duration))
        let read = try JSONDecoder().decode(ProbeExchange.Timings.self, from: once)
        let off = read.total - duration
        #expect(max(off, .zero - off) < .nanoseconds(200))
        try expect(encoder.encode(read), once)
    }

    @Test(arguments: [
        ("2026-11-21T08:30:00.250Z", Duration.milliseconds(1_795_249_800_250)),
        ("2026-11-21T08:30:00.250000001Z", .milliseconds(1_795_249_800_250) + .nanoseconds(1)),
        ("1970-01-01T00:00:00.000000000000000001Z", Duration(secondsComponent: 0, attosecondsComponent: 1)),
        ("1969-12-31T23:59:59.999Z", .milliseconds(-1)), ("2024-02-29T00:00:00.000Z", .seconds(1_709_164_800)),
        ("0000-01-01T00:00:00.000Z", .seconds(-62_167_219_200)),
        ("9999-12-31T23:59:59.000Z", .seconds(253_402_300_799)),
    ])
    func `Timestamps in JSON are exact to the last digit`(text: String, sinceEpoch: Duration) throws {
        let timestamp = Timestamp(sinceEpoch: sinceEpoch)
        expect(String(decoding: try JSONEncoder().encode(timestamp), as: UTF8.self), "\"\(text)\"")
        try expect(again(timestamp), timestamp)
    }

    @Test(arguments: [
        ("2026-11-21T08:30:00Z", "2026-11-21T08:30:00.000Z"), ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"),
        ("2026-11-21T08:30:00.5Z", "2026-11-21T08:30:00.500Z"),
        ("2026-11-21T08:30:00.2500Z", "2026-11-21T08:30:00.250Z"),
        ("2026-11-21T08:30:00+01:00", "2026-11-21T07:30:00.000Z"),
        ("2026-11-21T08:30:00.25-0530", "2026-11-21T14:00:00.250Z"),
        ("1969-12-31T23:59:59.5+00:00", "1969-12-31T23:59:59.500Z"),
        ("2026-11-21T08:30:00.000000000000000001-23:59", "2026-11-22T08:29:00.000000000000000001Z"),
    ])
    func `Timestamps without a fraction, or in another time zone, are read`(text: String, written: String) throws {
        let timestamp = try JSONDecoder().decode(Timestamp.self, from: JSONEncoder().encode(text))
        expect(String(decoding: try JSONEncoder().encode(timestamp), as: UTF8.self), "\"\(written)\"")
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-02-29T00:00:00.000Z", "2026-11-21T24:00:00.000Z", "2026-11-21T08:30:00",
        "2026-11-21T08:30:00.Z", "2026-11-21 08:30:00.250Z", "2026-11-21T08:30:00.250+", "+026-11-21T08:30:00.250Z",
        "2026-11-21T08:30:00.1234567890123456789Z", "2026-13-21T08:30:00.250Z", "2026-11-21T08:30:00.é00Z",
        "2026-11-21T08:30:00+1:00", "2026-11-21T08:30:00+24:00", "2026-11-21T08:30:00+00:60",
        "2026-11-21T08:30:00+01-00",
        "2026-11-21T08:30:00,5Z", "2026-11-21T08:30:00+-1:00", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        "2026-11-21T08:30:60Z", "2026-11-21T08:30:00.5+01:00Z", "2026-11-21T08-30:00+01:00",
    ])
    func `Timestamps in any other format are refused`(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Timestamp.self, from: JSONEncoder().encode(text))
        }
    }

    @Test(arguments: [
        ("Set-Cookie", "sid=abc123; Path=/; HttpOnly", "sid=REDACTED; Path=/; HttpOnly"),
        ("set-cookie", "sid=a=b", "sid=REDACTED"), ("Set-Cookie", "secret", "REDACTED"),
        ("Set-Cookie", "sid=; x", "sid=; x"),
        ("Cookie", "sid=abc123; b=c", "REDACTED"), ("AUTHORIZATION", "Basic YTpi", "REDACTED"),
        ("Proxy-Authorization", "Bearer x", "REDACTED"), ("Cookie", "", ""),
        ("Location", "http://a/?t=1", "http://a/?t=1"), ("Set-Cookie2", "sid=a; Version=1", "sid=REDACTED; Version=1"),
        ("Authentication-Info", "nextnonce=1", "REDACTED"),
        ("Proxy-ProbeExchange.Authentication-Info", "rspauth=1", "REDACTED"),
        ("X-Auth-Token", "t", "REDACTED"), ("X-Amz-Security-Token", "t", "REDACTED"), ("X-Api-Key", "k", "REDACTED"),
        ("X-CSRF-Token", "c", "REDACTED"), ("X-Session-Id", "s", "REDACTED"), ("DPoP", "p", "REDACTED"),
        ("WWW-Authenticate", "Basic realm=x", "Basic realm=x"), ("Keep-Alive", "timeout=5", "timeout=5"),
    ])
    func `Cookies and credentials in header fields are redacted`(name: String, value: String, written: String) throws {
        let fields = HeaderFields([.init(name: name, value: value)])
        let read = try again(fields)
        expect(read, HeaderFields([.init(name: name, value: written)]))
        try expect(again(read), read)
    }

    @Test(arguments: ["", "Zg==", "Zm8=", "Zm9v", "AP/+"])
    func `Bodies that are not text are read as Base64`(text: String) throws {
        let json = #"{"status":200,"headers":[],"bodyBase64":"\#(text)","completeness":"complete"}"#
        let response = try JSONDecoder().decode(ProbeResponse.self, from: Data(json.utf8))
        expect(response.body, Array(Data(base64Encoded: text) ?? Data([1])))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Z===", "====", "Zh==", "Zm9=", "Zm9v\\n", "Zm9-", "=m9v", "Zg==Zg=="])
    func `Base64 in any other form is refused`(text: String) {
        let json = #"{"status":200,"headers":[],"bodyBase64":"\#(text)","completeness":"complete"}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ProbeResponse.self, from: Data(json.utf8))
        }
    }
}
