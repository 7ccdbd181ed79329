import ConnectivityRedaction
import Testing

@Suite struct RedactionTimeTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "WIFI:", "<name>a</name><b>", "\"name\":\"pin\",", "pin: a(", "Bearer ", "<b>pin</b>", "/pin/", "pin,",
        ]
    )
    func `The time of redaction is in proportion to the text`(part: String) {
        var redactor = TextRedactor(.standard)
        _ = redactor.redacted(String(repeating: part, count: 100_000 / part.utf8.count))
    }
}
