import ConnectivityCore

/// Coding a component and reading it back.
enum RoundTrip {
    /// The value after coding, as `nil` where it cannot be coded at all.
    /// - Throws: A ``LawViolation`` where coding fails, or where the second coding differs from the first.
    static func value<Value>(after value: Value, law: String) throws -> Value? {
        guard let codable = value as? any Codable else { return nil }
        return try again(codable, law: law) as? Value
    }

    private static func again<Value: Codable>(_ value: Value, law: String) throws -> Value {
        let first: JSON
        let decoded: Value
        let second: JSON
        do {
            first = try JSON(encoding: value)
            decoded = try first.decode(Value.self)
            second = try JSON(encoding: decoded)
        } catch {
            throw LawViolation(law, shownBy: "\(error)")
        }
        if first != second { throw LawViolation(law, shownBy: "\(first.text) reads back as \(second.text)") }
        return decoded
    }
}
