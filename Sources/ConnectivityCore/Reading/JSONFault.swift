/// What is wrong with a JSON text, and where.
package struct JSONFault: Error, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The text is longer than the limit.
        case tooLarge(byteCountMax: Int)
        /// The text is no JSON, or more deeply nested than is read.
        case damaged
        /// An object lacks a member.
        case missing(String)
        /// An object has a member that nobody asked for; these are asked for.
        case unread(known: [String])
        /// A value is of another type than is needed, or out of range.
        case value
    }

    /// A step on the way to a value.
    package enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    package var kind: Kind
    /// What is wrong, in words that follow the name of the value.
    package var detail: String
    /// The way to the value; to the object where a member is missing.
    package var path: [Step] = []
    /// Where the value stands; `nil` where it was not read from a text.
    package var position: TextPosition?
    /// What a decoded type threw, where that was no `DecodingError`.
    package var cause: (any Error)?

    /// The names and indices on the way.
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
    /// What is wrong, in words that need no name in front of them where the text as a whole is meant.
    package var sentence: String { kind == .damaged ? "this is not JSON: \(detail)" : detail }

    /// One line, such as `line 4, column 12: at endpoints[2].url: is a number, not a text`.
    package var description: String {
        (position.map { "\($0): " } ?? "") + (path.isEmpty ? "" : "at \(path.text): ") + sentence.printable(limit: 300)
    }
}

extension [JSONFault.Step] {
    /// The way as a person writes it: `endpoints[2].url`.
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
