// The reasons of verdicts on a part of the body, its size, and values in JSON. Each code has its template in ConnectivityText.

extension Reason {
    /// The header field does not contain the expected text.
    package static func headerLacks(name: String, text: String, actual: String) -> Reason {
        Reason("header-lacks", ["name": .text(name), "text": .text(text), "actual": .text(actual)])
    }
    /// The header field does not match the expected pattern.
    package static func headerDoesNotMatch(name: String, pattern: String, actual: String) -> Reason {
        Reason("header-does-not-match", ["name": .text(name), "pattern": .text(pattern), "actual": .text(actual)])
    }
    /// The body begins with the expected text.
    package static func bodyBegins(_ text: String) -> Reason { Reason("body-begins", ["text": .text(text)]) }
    /// The body does not begin with the expected text.
    package static func bodyBeginsOtherwise(_ text: String) -> Reason {
        Reason("body-begins-otherwise", ["text": .text(text)])
    }
    /// The body has an expected size.
    package static func sizeMatches(byteCount: Int) -> Reason {
        Reason("size-matches", ["byteCount": Fact(byteCount)])
    }
    /// The body is smaller than `min` or larger than `max`; only the violated bound is given.
    package static func sizeDiffers(byteCount: Int, min: Int? = nil, max: Int? = nil) -> Reason {
        var facts: Facts = ["byteCount": Fact(byteCount)]
        if let min { facts["min"] = Fact(min) }
        if let max { facts["max"] = Fact(max) }
        return Reason("size-differs", facts)
    }

    // Values in JSON. The pointer is omitted if it means the whole body.

    /// The JSON body has an expected value; `actual` is its beginning, as JSON.
    package static func jsonMatches(at pointer: String, actual: String) -> Reason {
        Reason("json-matches", location(pointer, ["actual": .text(actual)]))
    }
    /// The JSON body has another value than the expected one; both are given by their beginning, as JSON.
    package static func jsonDiffers(
        at pointer: String,
        _ comparison: JSONComparison,
        actual: String,
        expected: String
    ) -> Reason {
        let facts: Facts = [
            "comparison": .text(comparison.rawValue), "actual": .text(actual), "expected": .text(expected),
        ]
        return Reason("json-differs", location(pointer, facts))
    }
    package static func jsonLacks(_ pointer: String) -> Reason { Reason("json-lacks", ["pointer": .text(pointer)]) }
    /// The body is a JSON object or list that cannot be read; `detail` gives the reason.
    package static func jsonDamaged(_ detail: String) -> Reason {
        Reason(jsonDamagedCode, ["detail": .text(detail)])
    }
    private static let jsonDamagedCode = "json-damaged"
    package static let notJSON = Reason("not-json")
    /// Whether the reason, or a part of it, is the lack of JSON to compare.
    var isWithoutJSON: Bool { contains(code: Self.notJSON.code) || contains(code: Self.jsonDamagedCode) }

    private static func location(_ pointer: String, _ facts: Facts) -> Facts {
        var facts = facts
        if !pointer.isEmpty { facts["pointer"] = .text(pointer) }
        return facts
    }
}

/// The comparison that a value in JSON did not meet.
package enum JSONComparison: String, CaseIterable {
    /// The value is not equal to the expected one.
    case equals
    /// The value does not contain the expected text or element.
    case contains
    /// The value is not a number.
    case number
    /// The number is less than the expected one.
    case min
    /// The number is more than the expected one.
    case max
}
