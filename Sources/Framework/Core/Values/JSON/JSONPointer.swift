/// The place of a value in a JSON text (RFC 6901), such as `/results/0/status`; empty for the whole text.
///
/// Names are compared byte for byte, without normalization. The index `-`, and an index with a leading zero, match no value
/// (section 4). It is a type so that a pointer is checked when it is configured and not at each answer.
package struct JSONPointer: Hashable, Sendable {
    package static let byteCountMax = 1024
    /// The maximum depth of a pointer, which is that of bodies.
    package static let depthMax = Facts.depthMax

    /// The reason why a text is not a pointer, in words that follow its name.
    package struct Fault: Error, CustomStringConvertible {
        package var description: String
    }

    package let text: String
    private let steps: [String]

    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.byteCountMax else {
            throw Fault(description: "must have at most \(Self.byteCountMax) bytes")
        }
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else {
            throw Fault(description: "must be empty or begin with \"/\" (RFC 6901)")
        }
        let bytes = Array(text.utf8)
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "~") {
            let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
            guard next == UInt8(ascii: "0") || next == UInt8(ascii: "1") else {
                throw Fault(
                    description:
                        "must have \"~0\" for \"~\" and \"~1\" for \"/\", but has another \"~\" at offset \(offset)"
                )
            }
        }
        // "~01" means "~1", so the steps are split before they are unescaped (section 4).
        let steps = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
            .map { String(decoding: Self.unescaped($0), as: UTF8.self) }
        guard steps.count <= Self.depthMax else {
            throw Fault(description: "must have at most \(Self.depthMax) parts: no body is read any deeper")
        }
        (self.text, self.steps) = (text, steps)
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                output.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                isEscaped = false
            } else if byte == UInt8(ascii: "~") {
                isEscaped = true
            } else {
                output.append(byte)
            }
        }
        return output
    }

    /// Returns the value at this place; `nil` if the place does not exist.
    package func value(in json: JSON) -> JSON? {
        var place = json
        for step in steps {
            switch place.value {
            case .object(let members):
                guard let member = members.first(where: { $0.name.utf8.elementsEqual(step.utf8) }) else { return nil }
                place = member.value
            case .array(let elements):
                guard let index = Self.index(step), index < elements.count else { return nil }
                place = elements[index]
            case .null, .bool, .integer, .number, .string: return nil
            }
        }
        return place
    }

    private static func index(_ step: String) -> Int? {
        guard step.utf8.allSatisfy(\.isASCIIDigit), step == "0" || step.utf8.first != UInt8(ascii: "0") else {
            return nil
        }
        return Int(step)
    }
}
