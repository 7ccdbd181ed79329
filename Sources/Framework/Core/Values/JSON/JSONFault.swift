/// A fault of a JSON text, and its position.
package struct JSONFault: Error, Sendable {
    package enum Kind: Hashable, Sendable {
        case tooLarge(byteCountMax: Int)
        /// The text is not JSON, or more deeply nested than permitted.
        case damaged
        /// An object lacks a member.
        case missing(String)
        /// An object has a member that no type requested; `known` lists the requested names.
        case unread(known: [String])
        /// A value has another type than required, or is out of range.
        case value
    }

    package enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    package var kind: Kind
    /// The fault, in words that follow the name of the value.
    package var detail: String
    /// The path to the value; if a member is missing, to the object.
    package var path: [Step]
    /// The position of the value; `nil` if it was not read from a text.
    package var position: TextPosition?
    /// The error that a decoded type threw, if it was not a `DecodingError`.
    package var cause: (any Error)?

    package init(kind: Kind, detail: String, path: [Step] = [], position: TextPosition? = nil) {
        (self.kind, self.detail, self.path, self.position) = (kind, detail, path, position)
    }

    package var names: [String] {
        path.map { step in
            switch step {
            case .member(let name): name
            case .element(let index): "\(index)"
            }
        }
    }
}

extension JSONFault: CustomStringConvertible {
    /// The fault in words that are also complete for the text as a whole.
    package var sentence: String { kind == .damaged ? "this is not JSON: \(detail)" : detail }

    /// The fault on one line, such as `line 4, column 12: at endpoints[2].url: is a number, not a text`.
    package var description: String {
        (position.map { "\($0): " } ?? "") + (path.isEmpty ? "" : "at \(path.text): ") + sentence.printable(limit: 300)
    }
}

extension [JSONFault.Step] {
    /// The path in the usual notation, such as `endpoints[2].url`.
    package var text: String {
        var text = ""
        for step in self {
            switch step {
            case .member(let name): text += (text.isEmpty ? "" : ".") + name
            case .element(let index): text += "[\(index)]"
            }
        }
        return text.printable(limit: 120)
    }
}

extension [String] {
    /// The path to a value in a text, as a prefix of a message: `at endpoints[2].url: `; empty for the whole text.
    package var faultPrefix: String {
        let steps = map { step in Int(step).map(JSONFault.Step.element) ?? .member(step) }
        return isEmpty ? "" : "at \(steps.text): "
    }
}
