import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The time of a timestamp in a zone` {
    @Test(arguments: [
        (0, "2026-11-21T08:30:05Z"), (3600, "2026-11-21T09:30:05+01:00"), (-34_200, "2026-11-20T23:00:05-09:30"),
        (50_400, "2026-11-21T22:30:05+14:00"), (86_401, "2026-11-21T08:30:05Z"), (Int.min, "2026-11-21T08:30:05Z"),
    ])
    func `A time is shown with its offset, in whole seconds`(offset: Int, text: String) throws {
        let time = try #require(Timestamp(rfc3339: "2026-11-21T08:30:05.999999999Z"))
        expect(time.text(offset: offset), text)
        expect(Timestamp(rfc3339: time.text(offset: offset)), Timestamp(rfc3339: "2026-11-21T08:30:05Z"))
    }
}
