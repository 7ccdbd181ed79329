/// Expects a value in a JSON body, found by a pointer (RFC 6901).
///
/// The body may have any media type, at most 64 KiB and 16 levels. It is read strictly (RFC 8259): if a name occurs twice, or if
/// the text is damaged otherwise, the verdict is failed. If there is no such value, or another one, or if the body is not JSON,
/// the verdict is substituted. A body that is too long, or was cut, is inconclusive.
///
/// A body that is not JSON meets neither an expectation of JSON nor its opposite: ``Inverted`` keeps that verdict, so a portal's
/// page never becomes genuine for lack of a value.
public struct BodyJSON: DeclaringValidator, Hashable {
    package enum Test: Hashable, Sendable {
        case equals(JSON)
        case contains(JSON)
        /// Inclusive bounds.
        case number(min: Double?, max: Double?)
    }

    package let pointer: JSONPointer
    /// The comparison; `nil` accepts every value, null too.
    package let test: Test?

    /// Creates an expectation of a value that equals another: numbers by value, objects in any order, texts in full.
    /// - Parameters:
    ///   - pointer: The place of the value, such as `/status`, or empty for the whole body; a valid pointer.
    ///   - value: The expected value; `nil` accepts every value.
    public init(at pointer: String, equals value: Fact? = nil) {
        self.init(at: pointer, value.map { .equals(JSON($0)) })
    }

    /// Creates an expectation of a text that contains another, or of a list with an element, at a valid pointer.
    public init(at pointer: String, contains part: Fact) {
        self.init(at: pointer, .contains(JSON(part)))
    }

    /// Creates an expectation of a number within bounds, which are compared as `Double`, at a valid pointer.
    public init(at pointer: String, in range: ClosedRange<Double>) {
        self.init(at: pointer, .number(min: range.lowerBound, max: range.upperBound))
    }

    private init(at pointer: String, _ test: Test?) {
        do throws(JSONPointer.Fault) {
            self.init(try JSONPointer(pointer), test)
        } catch {
            preconditionFailure("a JSON pointer \(error.detail): \(pointer)")
        }
    }

    package init(_ pointer: JSONPointer, _ test: Test?) { (self.pointer, self.test) = (pointer, test) }

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
        let found: (comparison: JSONComparison, expected: JSON)?
        switch test {
        case nil: found = nil
        case .equals(let expected): found = value == expected ? nil : (.equals, expected)
        case .contains(let part): found = value.contains(part) ? nil : (.contains, part)
        case .number(let min, let max):
            let bounds: [(JSONComparison, Double?, (Double, Double) -> Bool)] = [
                (.min, min, { $0 >= $1 }), (.max, max, { $0 <= $1 }),
            ]
            guard let number = value.double else {
                found = (.number, .null)
                break
            }
            found =
                bounds.lazy.compactMap { comparison, bound, holds in
                    bound.flatMap { holds(number, $0) ? nil : (comparison, JSON.number($0)) }
                }.first
        }
        return found.map {
            .jsonDiffers(
                at: pointer.text,
                $0.comparison,
                actual: value.beginning,
                expected: $0.expected.beginning
            )
        }
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
