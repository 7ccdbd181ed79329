/// Expects a value in a JSON body, found by a pointer (RFC 6901).
///
/// The body may have any media type, at most 64 KiB and 16 levels. It is read strictly (RFC 8259): if a name occurs twice, or if
/// the text is damaged otherwise, the verdict is failed. If there is no such value, or another one, or if the body is not JSON,
/// the verdict is substituted. A body that is too long, or was cut, is inconclusive.
///
/// A body that is not JSON meets neither an expectation of JSON nor its opposite: ``Inverted`` keeps that verdict, so a portal's
/// page never becomes genuine for lack of a value.
public struct BodyJSON: DeclaringValidator, Hashable {
    package var pointer: JSONPointer
    // At most one comparison; without one, every value is accepted, null too.
    /// The value to equal.
    package var equals: JSON?
    /// The part that a text or list must contain.
    package var part: JSON?
    /// The inclusive bounds of a number.
    package var min: Double?
    package var max: Double?

    /// Creates an expectation of a value that equals another: numbers by value, objects in any order, texts in full.
    /// - Parameters:
    ///   - pointer: The place of the value, such as `/status`, or empty for the whole body; a valid pointer.
    ///   - value: The expected value; `nil` accepts every value.
    public init(at pointer: String, equals value: Fact? = nil) {
        do throws(JSONPointer.Fault) { self.pointer = try JSONPointer(pointer) } catch {
            preconditionFailure("a JSON pointer \(error): \(pointer)")
        }
        equals = value.map { JSON($0) }
    }

    /// Creates an expectation of a text that contains another, or of a list with an element, at a valid pointer.
    public init(at pointer: String, contains part: Fact) {
        self.init(at: pointer)
        self.part = JSON(part)
    }

    /// Creates an expectation of a number within bounds, which are compared as `Double`, at a valid pointer.
    public init(at pointer: String, in range: ClosedRange<Double>) {
        self.init(at: pointer)
        (min, max) = (range.lowerBound, range.upperBound)
    }

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if let undecided = response.unreadableBody { return undecided }
        switch exchange.jsonBody?.strict ?? .other {
        case .other: return response.emptySuccess ?? Verdict(.substituted, because: .notJSON)
        case .damaged(let detail): return Verdict(.failed, because: .jsonDamaged(detail))
        case .undecided(let detail): return Verdict(.inconclusive, because: .undecided(detail))
        case .value(let json):
            guard let value = pointer.value(in: json) else {
                return Verdict(.substituted, because: .jsonLacks(pointer.text))
            }
            let difference = difference(of: value)
            return difference.map { Verdict(.substituted, because: $0) }
                ?? Verdict(.genuine, because: .jsonMatches(at: pointer.text, actual: value.beginning))
        }
    }

    /// Returns the difference between a value and the expected one; `nil` without one.
    private func difference(of value: JSON) -> Reason? {
        func differs(_ comparison: JSONComparison, _ expected: JSON) -> Reason {
            .jsonDiffers(at: pointer.text, comparison, actual: value.beginning, expected: expected.beginning)
        }
        if let equals, value != equals { return differs(.equals, equals) }
        if let part, !value.contains(part) { return differs(.contains, part) }
        guard min != nil || max != nil else { return nil }
        guard let number = value.double else { return differs(.number, .null) }
        if let min, number < min { return differs(.min, .number(min)) }
        if let max, number > max { return differs(.max, .number(max)) }
        return nil
    }
}

extension JSON {
    /// Returns whether this is a text that contains another, or a list with an element that equals the part.
    fileprivate func contains(_ part: JSON) -> Bool {
        switch (value, part.value) {
        case (.string(let text), .string(let part)): Array(text.utf8).contains(Array(part.utf8))
        case (.array(let elements), _): elements.contains(part)
        default: false
        }
    }

    /// The beginning of the value as JSON, for a reason.
    fileprivate var beginning: String {
        let text = encoded()
        let limit = 200
        return text.count <= limit ? self.text : text.prefix(limit).text + "…"
    }
}
