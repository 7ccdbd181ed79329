#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Coding a component and reading it back.
enum RoundTrip {
    /// The value after coding, as `nil` where it cannot be coded at all.
    /// - Throws: The error of the coder, or a ``LawViolation`` where the second coding differs from the first.
    static func value<Value>(after value: Value, law: String) throws -> Value? {
        guard let codable = value as? any Codable else { return nil }
        return try again(codable, law: law) as? Value
    }

    private static func again<Value: Codable>(_ value: Value, law: String) throws -> Value {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data
        let decoded: Value
        let second: Data
        do {
            data = try encoder.encode(value)
            decoded = try JSONDecoder().decode(Value.self, from: data)
            second = try encoder.encode(decoded)
        } catch {
            throw LawViolation(law, shownBy: "\(error)")
        }
        let texts = (String(decoding: data, as: UTF8.self), String(decoding: second, as: UTF8.self))
        if texts.0 != texts.1 { throw LawViolation(law, shownBy: "\(texts.0) reads back as \(texts.1)") }
        return decoded
    }
}
