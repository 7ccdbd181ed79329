/// Header fields in the order received; names are compared without case (RFC 9110, section 5.1).
public struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One name and value.
    public struct Field: Hashable, Sendable {
        /// The name as received.
        public var name: String
        /// The value without surrounding white space; bytes that are not UTF-8 are read as ISO 8859-1.
        public var value: String

        /// Creates a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in the order received, including repeated names.
    public var fields: [Field]

    /// Creates a list of fields.
    public init(_ fields: [Field] = []) { self.fields = fields }

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of a field; the name is compared without case.
    public subscript(name: String) -> String? { values(of: name).first }

    /// Returns all values of a field, in order; the name is compared without case.
    public func values(of name: String) -> [String] {
        fields.compactMap { $0.name.isSameName(as: name) ? $0.value : nil }
    }
}

extension String {
    /// Whether both are the same name of a field, compared without ASCII case.
    fileprivate func isSameName(as other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}
