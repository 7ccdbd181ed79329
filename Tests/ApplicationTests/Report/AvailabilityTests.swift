import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityOutages
@testable import ConnectivityReport

@Suite struct `The availability of the Internet` {
    private func time(_ second: Int) -> Timestamp { Timestamp(sinceEpoch: .seconds(second)) }

    private func span(_ state: AccessSpan.State, _ range: Range<Int>, path: String = "", why: String? = nil)
        -> AccessSpan
    {
        AccessSpan(
            path: path,
            state,
            because: why.map { Reason($0) },
            from: time(range.lowerBound),
            to: time(range.upperBound)
        )
    }

    @Test func `Gaps are unobserved, and the share counts what was observed only`() throws {
        let spans = [
            span(.online, 10..<40), span(.asleep, 40..<50), span(.unreachable, 50..<60), span(.online, 70..<80),
        ]
        let path = try #require(Availability(spans, from: time(0), to: time(100)).paths.first)
        expect(
            path.spans.map(\.state),
            [.unobserved, .online, .asleep, .unreachable, .unobserved, .online, .unobserved]
        )
        #expect(path.observed == .seconds(50) && path.share == 0.8)
        expect(path.time(.unobserved), .seconds(40))
    }

    @Test func `An outage has the last cause that was found in it, and a cause is no path`() {
        func cause(_ name: String, _ from: Int, _ to: Int, _ state: AccessSpan.State = .failing) -> AccessSpan {
            let reason = Reason("cause.\(name)", ["certainty": "likely"])
            return AccessSpan(path: "cause eth0", state, because: reason, from: time(from), to: time(to))
        }
        let spans = [
            AccessSpan(.online, from: time(0), to: time(10)), AccessSpan(.unreachable, from: time(10), to: time(30)),
            cause("gateway-silent", 12, 20), cause("no-uplink", 20, 30), cause("none", 30, 40, .absent),
            AccessSpan(.online, from: time(30), to: time(40)), AccessSpan(.captive, from: time(40), to: time(50)),
        ]
        let availability = Availability(spans, from: time(0), to: time(60))
        expect(availability.paths.map(\.name), [""])
        expect(availability.paths[0].outages.map { $0.cause?.code }, ["cause.no-uplink", nil])
    }

    @Test func `An outage goes through states, and its cause is the one that lasted longest`() throws {
        let spans = [
            span(.online, 0..<10), span(.disconnected, 10..<12), span(.determining, 12..<13),
            span(.unreachable, 13..<20, why: "a"), span(.blocked, 20..<22), span(.unreachable, 22..<25, why: "a"),
            span(.determining, 25..<26), span(.online, 26..<30), span(.captive, 30..<35),
        ]
        let outages = Availability(spans, from: time(0), to: time(40)).paths[0].outages
        #expect(outages.map(\.state) == [.unreachable, .captive] && outages[0].reason?.code == "a")
        #expect(outages[0].from == time(10) && outages[0].to == time(25) && outages[0].hasEnded)
        #expect(outages[1].to == time(35) && !outages[1].hasEnded)
    }

    @Test func `A window cuts states, and an outage that lasts at its end has not ended`() throws {
        let path = Availability([span(.blocked, 0..<100)], from: time(20), to: time(50)).paths[0]
        #expect(path.spans == [span(.blocked, 20..<50)] && path.share == 0)
        #expect(path.outages.count == 1 && path.outages[0].hasEnded == false)
        expect(Availability([], from: time(0), to: time(5)).paths.map(\.spans), [[span(.unobserved, 0..<5)]])
        expect(Availability([], from: time(5), to: time(5)).paths[0].spans, [])
    }

    @Test func `The machine comes first, and a path that was never there in the window is left out`() {
        let spans = [
            span(.online, 0..<10, path: "b"), span(.absent, 10..<20, path: "b"), span(.online, 0..<20),
            span(.online, 0..<20, path: "a"),
        ]
        expect(Availability(spans, from: time(0), to: time(20)).paths.map(\.name), ["", "a", "b"])
        expect(Availability(spans, from: time(12), to: time(20)).paths.map(\.name), ["", "a"])
    }

    @Test func `The times of all states add up to the whole time, whatever was recorded`() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            // Recorded out of order too, as with a clock that was wrong.
            let spans = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                let start = Int.random(in: -50...150, using: &random)
                let state = AccessSpan.State.allCases.randomElement(using: &random) ?? .online
                let path = Bool.random(using: &random) ? "" : "eth0"
                return span(state, start..<start + Int.random(in: 0...60, using: &random), path: path)
            }
            let (from, to) = (time(0), time(Int.random(in: 0...100, using: &random)))
            for path in Availability(spans, from: from, to: to).paths {
                let total = AccessSpan.State.allCases.reduce(Duration.zero) { $0 + path.time($1) }
                expect(total, to.sinceEpoch - from.sinceEpoch)
                var end = from
                for span in path.spans {
                    #expect(span.from == end && span.to > span.from)
                    end = span.to
                }
                expect(end, to)
                #expect(zip(path.spans, path.spans.dropFirst()).allSatisfy { $0.state != $1.state })
                // Every bad state lies in exactly one outage.
                for span in path.spans where span.state.isOutage {
                    expect(path.outages.count { $0.from <= span.from && span.to <= $0.to }, 1)
                }
            }
        }
    }

    @Test(arguments: [
        (Duration.zero, "0 s"), (.milliseconds(400), "400 ms"), (.seconds(59), "59 s"), (.seconds(363), "6 min 3 s"),
        (.seconds(3600), "1 h"), (.seconds(3725), "1 h 2 min"), (.seconds(273_600), "3 d 4 h"), (.seconds(-1), "0 s"),
    ]) func `Durations have at most two units`(duration: Duration, text: String) { expect(duration.forPeople, text) }

    @Test(arguments: [
        (1.0, "100 %"), (0.99999, "99.99 %"), (0.5, "50.00 %"), (0.00001, "0.01 %"), (0, "0.00 %"),
        (0.12345, "12.35 %"),
    ]) func `A share is never rounded up to all or down to nothing`(share: Double, text: String) {
        expect(share.percent, text)
    }
}
