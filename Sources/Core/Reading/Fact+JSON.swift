extension JSONBody {
    /// The object or the list; `nil` if the body is anything else.
    package var fact: Fact? {
        guard case .value(let json) = self else { return nil }
        switch json.value {
        case .object, .array: return Fact(json)
        case .null, .bool, .integer, .number, .string: return nil
        }
    }
}

extension Fact {
    /// The maximum size of JSON that is read, in bytes; answers to probes have a few hundred.
    static let jsonByteCountMax = 64 * 1024

    /// Reads an object or a list; `nil` if the bytes are anything else.
    package init?(json bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let first = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]).first {
            !$0.isASCIIWhitespace
        }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        var reader = JSONReader(
            bytes,
            byteCountMax: Self.jsonByteCountMax,
            depthMax: Facts.depthMax,
            isTolerant: true
        )
        guard let json = try? reader.document() else { return nil }
        self.init(json)
    }

    fileprivate init(_ json: JSON) {
        switch json.value {
        case .null: self = .null
        case .bool(let value): self = .flag(value)
        case .integer(let value): self = .integer(value)
        case .number(let text): self = json.double.map(Fact.number) ?? .text(text)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { Fact($0) })
        case .object(let members):
            self = .record(Facts(Dictionary(members.map { ($0.name, Fact($0.value)) }) { _, last in last }))
        }
    }
}
