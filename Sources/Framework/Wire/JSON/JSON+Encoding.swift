package import ConnectivityCore

extension JSON {
    /// Encodes a value; members are in the order in which they were encoded.
    ///
    /// The sparse form omits a field if reading fills in the same value (``FieldTable``). A number that is not finite
    /// is an `EncodingError`.
    package init(encoding value: some Encodable, isSparse: Bool = false) throws {
        self = JSONText(trusted: try JSONOutput.bytes(of: value, isSparse: isSparse)).json(isPlaced: false)
    }

    package func encode(to encoder: any Encoder) throws {
        if let output = encoder as? JSONOutput { return output.write(self) }
        switch value {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .number: try double.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let value): try value.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: FieldName.self)
            for member in members { try container.encode(member.value, forKey: FieldName(stringValue: member.name)) }
        }
    }
}

extension JSONText {
    /// Creates the text of a value, which decodes like the value itself.
    package init(_ json: JSON) { self.init(trusted: json.encoded(), of: json) }

    /// Creates a text that this package wrote.
    fileprivate init(trusted bytes: [UInt8], of origin: JSON? = nil) {
        var reader = JSONReader(written: bytes, of: origin)
        guard let text = try? reader.text() else { preconditionFailure("what is written is JSON") }
        self = text
    }
}
