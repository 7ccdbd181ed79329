import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The text of a duration` {
    @Test(arguments: [
        ("5s", Duration.seconds(5)), ("500ms", .milliseconds(500)), ("1m30s", .seconds(90)), ("12h", .seconds(43_200)),
        ("30d", .seconds(2_592_000)), ("2w", .seconds(1_209_600)), ("1d2h3m4s5ms", .milliseconds(93_784_005)),
        ("5", .seconds(5)), ("0", .zero), ("0s", .zero), ("0.02", .milliseconds(20)), ("1.5h", .seconds(5400)),
        ("0.0000000001s", .zero), ("36525d", .seconds(3_155_760_000)),
    ])
    func `A text with units, or a number of seconds, is read exactly`(text: String, duration: Duration) {
        expect(Duration(text: text), duration)
    }

    @Test(arguments: [
        "", " ", "s", "ms", "-1s", "+1s", "1 s", "5S", "5min", "1s1m", "1m1m", "1m30", "1e3", "0x10", "nan", "inf",
        ".5s",
        "5.s", "1.2.3s", "٣s", "36526d", "9223372036854775807d", "99999999999999999999s", "1m\u{0}", "1s\n",
        String(repeating: "0", count: 50),
    ])
    func `Any other text is no duration`(text: String) {
        expect(Duration(text: text), nil)
    }

    @Test(arguments: [
        (Duration.seconds(5), "5s"), (.milliseconds(50), "50ms"), (.seconds(90), "1m30s"), (.seconds(86_400), "1d"),
        (.seconds(2_678_400), "31d"), (.zero, "0s"), (.seconds(-4), "0s"), (.microseconds(300), "0s"),
        (.milliseconds(93_784_005), "1d2h3m4s5ms"),
    ])
    func `A duration is written with units`(duration: Duration, text: String) {
        expect(duration.text, text)
    }

    @Test func `A written duration is read back unchanged`() {
        var generator = SystemRandomNumberGenerator()
        for bound: Int64 in [1000, 100_000, 10_000_000, 3_000_000_000_000] {
            for _ in 0..<200 {
                let duration = Duration.milliseconds(Int64.random(in: 0...bound, using: &generator))
                expect(Duration(text: duration.text), duration)
            }
        }
    }
}
