package import ConnectivityCore

/// A type without parts, at which encoding and decoding end.
package protocol JSONScalar: SchemaProviding {
    /// The kind of the type's values, in words.
    static var wanted: String { get }
    /// The permitted numbers, in words; `nil` if the type is not a number.
    static var range: String? { get }
    /// The value in JSON; `nil` if JSON cannot represent it.
    var json: JSON? { get }
}

extension JSONScalar {
    package static var range: String? { nil }
    package func writeScalar(to output: JSONOutput) -> Bool { output.write(scalar: self) }
}

extension Bool: JSONScalar {
    package static var schema: Schema { .flag }
    package static var wanted: String { "true or false" }
    package static func scalar(_ json: JSON) -> Self? { json.bool }
    package var json: JSON? { .bool(self) }
}

extension String: JSONScalar {
    package static var schema: Schema { .text() }
    package static var wanted: String { "a string" }
    package static func scalar(_ json: JSON) -> Self? { json.string }
    package var json: JSON? { .string(self) }
    package func writeScalar(to output: JSONOutput) -> Bool { output.write(scalar: self) }
}

extension JSONScalar where Self: FixedWidthInteger {
    package static var schema: Schema { .whole(bitWidth < 64 ? Int(min)..<Int(max) + 1 : nil) }
    package static var wanted: String { "a number" }
    package static var range: String? {
        bitWidth < 64 ? "a whole number from \(min) through \(max)" : "a whole number of at most \(bitWidth) bits"
    }
    package static func scalar(_ json: JSON) -> Self? { json.whole(Self.self) }
    package var json: JSON? { .integer(self) }
}

extension JSONScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
    package static var schema: Schema { .number }
    package static var wanted: String { "a number" }
    package static var range: String? { "a number of at most \(greatestFiniteMagnitude)" }
    package static func scalar(_ json: JSON) -> Self? { json.double.map(Self.init).flatMap { $0.isFinite ? $0 : nil } }
    package var json: JSON? { isFinite ? .number(self) : nil }
}

extension JSON: SchemaProviding {
    package static var schema: Schema { .any }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
