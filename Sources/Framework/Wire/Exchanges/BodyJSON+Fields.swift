public import ConnectivityCore

extension BodyJSON: Codable {
    private enum CodingKeys: CodingKey {
        case pointer, equals, contains, min, max
    }

    /// Decodes `pointer` with at most one comparison: `equals`, `contains`, or bounds of a number.
    /// - Throws: `DecodingError` if the pointer is not valid, or if no value could meet the comparison.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .pointer)
        // A null is a value to compare with.
        let equals = container.contains(.equals) ? try container.decode(JSON.self, forKey: .equals) : nil
        let contains = container.contains(.contains) ? try container.decode(JSON.self, forKey: .contains) : nil
        let min = try container.decodeIfPresent(Double.self, forKey: .min)
        let max = try container.decodeIfPresent(Double.self, forKey: .max)
        let (pointer, test): (JSONPointer, Test?)
        do throws(JSONPointer.Fault) {
            pointer = try JSONPointer(text)
        } catch {
            throw container.fault(.pointer, error.detail)
        }
        let bounds = [(CodingKeys.min, min), (.max, max)].filter { $0.1 != nil }
        if let contains, contains.string == "" { throw container.fault(.contains, "must not be empty") }
        switch (equals, contains) {
        case (let value?, nil) where bounds.isEmpty: test = .equals(value)
        case (nil, let part?) where bounds.isEmpty: test = .contains(part)
        case (nil, nil) where bounds.isEmpty: test = nil
        case (nil, nil):
            if let min, let max, min > max { throw container.fault(.max, "leaves no number: min is \(min)") }
            test = .number(min: min, max: max)
        default:
            let (first, other) = equals == nil ? ("contains", bounds[0].0) : ("equals", bounds.first?.0 ?? .contains)
            throw container.fault(other, "cannot be combined with \(first)")
        }
        self.init(pointer, test)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(pointer.text, forKey: .pointer)
        switch test {
        case nil: break
        case .equals(let value): try container.encode(value, forKey: .equals)
        case .contains(let value): try container.encode(value, forKey: .contains)
        case .number(let min, let max):
            try container.encodeIfPresent(min, forKey: .min)
            try container.encodeIfPresent(max, forKey: .max)
        }
    }
}
