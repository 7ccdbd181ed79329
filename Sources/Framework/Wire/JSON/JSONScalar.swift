import ConnectivityCore

/// A type without parts, where encoding and decoding end.
protocol JSONScalar {
    /// The kind of the type's values, in words.
    static var wanted: String { get }
    /// The permitted numbers, in words; `nil` if the type is not a number.
    static var range: String? { get }
    init?(scalar json: JSON)
    /// The value in JSON; `nil` if JSON cannot represent it.
    var json: JSON? { get }
}

extension Bool: JSONScalar {
    static var wanted: String { "true or false" }
    static var range: String? { nil }
    init?(scalar json: JSON) {
        guard let value = json.bool else { return nil }
        self = value
    }
    var json: JSON? { .bool(self) }
}

extension String: JSONScalar {
    static var wanted: String { "a string" }
    static var range: String? { nil }
    init?(scalar json: JSON) {
        guard let value = json.string else { return nil }
        self = value
    }
    var json: JSON? { .string(self) }
}

extension JSONScalar where Self: FixedWidthInteger {
    static var wanted: String { "a number" }
    static var range: String? {
        bitWidth < 64 ? "a whole number from \(min) through \(max)" : "a whole number of at most \(bitWidth) bits"
    }
    init?(scalar json: JSON) {
        guard let value = json.whole(Self.self) else { return nil }
        self = value
    }
    var json: JSON? { .integer(self) }
}

extension JSONScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
    static var wanted: String { "a number" }
    static var range: String? { "a number of at most \(greatestFiniteMagnitude)" }
    init?(scalar json: JSON) {
        guard let value = json.double, Self(value).isFinite else { return nil }
        self = Self(value)
    }
    var json: JSON? { isFinite ? .number(self) : nil }
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
