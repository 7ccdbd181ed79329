/// A value in a valid JSON text, read from the bytes on demand.
///
/// Parts are not copied out of the text: each is another place in the same bytes.
package struct JSONText: Sendable {
    /// The beginning of a value: the basis of its position, and the number of arrays and objects that begin before it.
    package struct Cursor {
        var offset: UInt32
        var line: UInt32
        var lineStart: UInt32
        var container: UInt32

        init(_ scanner: JSONScanner, container: Int) {
            (offset, line) = (UInt32(scanner.position), UInt32(scanner.line))
            (lineStart, self.container) = (UInt32(scanner.lineStart), UInt32(container))
        }
    }

    /// The bytes of a string between its quotation marks.
    package struct Name {
        private let start: UInt32
        private let end: UInt32
        /// Whether all bytes are ASCII and the string has no escapes.
        let isPlain: Bool

        init(_ range: Range<Int>, isPlain: Bool) {
            (start, end, self.isPlain) = (UInt32(range.lowerBound), UInt32(range.upperBound), isPlain)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    package struct Member {
        let start: Cursor
        package let name: Name
        package let value: Cursor
        /// Whether a type requested the member.
        package var isAsked = false
    }

    package final class Storage: Sendable {
        let bytes: [UInt8]
        let end: Int
        let source: UInt16
        /// The ends of the arrays and objects, in the order of their beginnings.
        let ends: [Cursor]
        let hasRepeatedNames: Bool
        /// The value from which the text was written; `nil` if it was read.
        package let origin: JSON?

        init(_ bytes: [UInt8], to end: Int, source: UInt16, ends: [Cursor], hasRepeatedNames: Bool, origin: JSON? = nil)
        {
            (self.bytes, self.end, self.source, self.ends) = (bytes, end, source, ends)
            (self.hasRepeatedNames, self.origin) = (hasRepeatedNames, origin)
        }
    }

    package let storage: Storage
    package let start: Cursor

    package init(storage: Storage, start: Cursor) { (self.storage, self.start) = (storage, start) }

    /// The value as it is written.
    package var bytes: ArraySlice<UInt8> {
        var walk = Walk(self)
        walk.skipValue()
        return storage.bytes[Int(start.offset)..<walk.scanner.position]
    }

    /// The member with a name; `nil` if the value has no such member, or is not an object.
    package subscript(name: String) -> JSONText? {
        members.first { self.isName($0.name, name) }.map { JSONText(storage: storage, start: $0.value) }
    }

    /// The members of an object; empty for any other value.
    package var parts: [(name: String, value: JSONText)] {
        members.map { (storage.bytes.text(of: $0.name), JSONText(storage: storage, start: $0.value)) }
    }

    /// The whole value, with the positions of its parts.
    package var json: JSON { json(isPlaced: true) }

    /// Creates the whole value, optionally with the positions of its parts.
    package func json(isPlaced: Bool) -> JSON {
        var walk = Walk(self)
        return walk.json(isPlaced: isPlaced)
    }

    /// The text if the value is a string, a flag, a number or null; otherwise an empty array or object.
    package var scalar: JSON {
        switch storage.bytes[Int(start.offset)] {
        case UInt8(ascii: "{"): return JSON(.object([]))
        case UInt8(ascii: "["): return JSON(.array([]))
        default: return json(isPlaced: false)
        }
    }

    /// Whether the value is a string, a flag, a number, null, or an array or object that is visibly empty.
    package var isScalar: Bool {
        let offset = Int(start.offset)
        guard isArray || isObject else { return true }
        return storage.bytes[offset + 1] == storage.bytes[offset] + 2
    }

    var isArray: Bool { storage.bytes[Int(start.offset)] == UInt8(ascii: "[") }
    package var isObject: Bool { storage.bytes[Int(start.offset)] == UInt8(ascii: "{") }
    package var isNull: Bool { storage.bytes[Int(start.offset)] == UInt8(ascii: "n") }

    /// The names and places of the members of an object; empty for any other value.
    package var members: [Member] {
        guard isObject else { return [] }
        var walk = Walk(self)
        var members: [Member] = []
        walk.eachPart { walk in
            let start = walk.cursor
            let name = walk.memberName()
            members.append(Member(start: start, name: name, value: walk.cursor))
            walk.skipValue()
        }
        guard storage.hasRepeatedNames else { return members }
        // The last member of a name counts, in the place of the first.
        var unique: [Member] = []
        var indices: [String: Int] = [:]
        for member in members {
            let name = storage.bytes.text(of: member.name)
            if let index = indices[name] {
                unique[index] = member
            } else {
                indices[name] = unique.count
                unique.append(member)
            }
        }
        return unique
    }

    /// The elements of an array; empty for any other value.
    package var elements: [JSONText] {
        guard isArray else { return [] }
        var walk = Walk(self)
        var elements: [JSONText] = []
        walk.eachPart { walk in
            elements.append(JSONText(storage: storage, start: walk.cursor))
            walk.skipValue()
        }
        return elements
    }

    package func isName(_ written: Name, _ name: String) -> Bool {
        guard written.isPlain else { return storage.bytes.text(of: written) == name }
        return storage.bytes.has(name, at: written.range)
    }

    package func name(of member: Member) -> String { storage.bytes.text(of: member.name) }

    // MARK: Positions

    func position(_ cursor: Cursor) -> TextPosition {
        var position = TextPosition(line: Int(cursor.line), column: Int(cursor.offset - cursor.lineStart) + 1)
        position.source = storage.source
        return position
    }

    /// Returns the position of the value at a path, or of the last value that exists; optionally that of its name.
    package func position(at path: some BidirectionalCollection<String>, ofName: Bool = false) -> TextPosition? {
        if let origin = storage.origin { return origin.position(at: path, ofName: ofName) }
        if ofName, let name = path.last,
            let member = value(at: path.dropLast()).members.first(where: { isName($0.name, name) })
        {
            return position(member.start)
        }
        return position(value(at: path).start)
    }

    /// Returns the value at a path, or the last value that exists.
    package func value(at path: some Collection<String>) -> JSONText {
        guard let step = path.first else { return self }
        if let member = self[step] { return member.value(at: path.dropFirst()) }
        let elements = elements
        guard let index = Int(step), elements.indices.contains(index) else { return self }
        return elements[index].value(at: path.dropFirst())
    }
}

extension JSONText {
    struct Walk {
        private let text: JSONText
        private(set) var scanner: JSONScanner
        private var container: Int

        init(_ text: JSONText) {
            self.text = text
            scanner = JSONScanner(text.storage.bytes, source: text.storage.source)
            container = 0
            move(to: text.start)
        }

        var cursor: Cursor { Cursor(scanner, container: container) }

        private mutating func move(to cursor: Cursor) {
            (scanner.position, scanner.line) = (Int(cursor.offset), Int(cursor.line))
            (scanner.lineStart, container) = (Int(cursor.lineStart), Int(cursor.container))
        }

        /// Calls a body at the beginning of each member or element; the body moves to its end.
        mutating func eachPart(_ body: (inout Walk) -> Void) {
            scanner.position += 1
            container += 1
            scanner.skipSpace()
            if scanner.byte != UInt8(ascii: "}"), scanner.byte != UInt8(ascii: "]") {
                repeat {
                    scanner.skipSpace()
                    body(&self)
                } while scanner.consume(UInt8(ascii: ","))
            }
            scanner.position += 1
        }

        /// Moves from the name of a member to its value.
        mutating func memberName() -> Name {
            let name = scanner.skipString()
            _ = scanner.consume(UInt8(ascii: ":"))
            scanner.skipSpace()
            return name
        }

        mutating func skipValue() {
            switch scanner.byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): move(to: text.storage.ends[container])
            case UInt8(ascii: "\""): _ = scanner.skipString()
            default: scanner.skipWord(before: text.storage.end)
            }
        }

        mutating func json(isPlaced: Bool) -> JSON {
            let start = isPlaced ? scanner.place : nil
            switch scanner.byte {
            case UInt8(ascii: "{"):
                var members: [JSON.Member] = []
                if text.storage.hasRepeatedNames {
                    for member in JSONText(storage: text.storage, start: cursor).members {
                        members.append(
                            JSON.Member(
                                text.storage.bytes.text(of: member.name),
                                JSONText(storage: text.storage, start: member.value).json(isPlaced: isPlaced),
                                at: isPlaced ? text.position(member.start) : nil
                            )
                        )
                    }
                    skipValue()
                } else {
                    eachPart { walk in
                        let start = isPlaced ? walk.scanner.place : nil
                        let name = walk.text.storage.bytes.text(of: walk.memberName())
                        members.append(JSON.Member(name, walk.json(isPlaced: isPlaced), at: start))
                    }
                }
                return JSON(.object(members), at: start)
            case UInt8(ascii: "["):
                var elements: [JSON] = []
                eachPart { elements.append($0.json(isPlaced: isPlaced)) }
                return JSON(.array(elements), at: start)
            case UInt8(ascii: "\""):
                return JSON(.string(text.storage.bytes.text(of: scanner.skipString())), at: start)
            default:
                let first = scanner.position
                scanner.skipWord(before: text.storage.end)
                return JSON(JSON.Value(word: text.storage.bytes[first..<scanner.position]), at: start)
            }
        }
    }
}

extension JSON.Value {
    /// Creates a flag, null or a number from the bytes of a checked text.
    fileprivate init(word: ArraySlice<UInt8>) {
        switch word.first {
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"): self = .null
        default:
            let isWhole = word.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
            let text = String(decoding: word, as: UTF8.self)
            // No integer has the text of minus zero.
            if isWhole, text != "-0", let integer = Int64(text) {
                self = .integer(integer)
            } else {
                self = .number(text)
            }
        }
    }
}

extension [UInt8] {
    /// Returns the text of a string, with its escapes resolved.
    func text(of name: JSONText.Name) -> String {
        if name.isPlain { return String(decoding: self[name.range], as: UTF8.self) }
        var scanner = JSONScanner(self, source: 0)
        scanner.position = name.range.lowerBound
        var text: [UInt8] = []
        while scanner.position < name.range.upperBound {
            let run = scanner.position
            if self[run] != UInt8(ascii: "\\") {
                _ = scanner.skipPlainText()
                text += self[run..<scanner.position]
            }
            guard scanner.position < name.range.upperBound else { break }
            scanner.position += 1
            var isPaired = true
            guard let scalar = scanner.escape(isPaired: &isPaired) else { break }
            text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
        return text[...].text
    }

    /// Returns whether the bytes of a range are those of a text.
    func has(_ text: String, at range: Range<Int>) -> Bool {
        guard text.utf8.count == range.count else { return false }
        var text = text
        return text.withUTF8 { unsafe $0.elementsEqual(self[range]) }
    }

    /// Returns whether two ranges have the same bytes.
    func haveSame(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
        range.count == other.count && self[range].elementsEqual(self[other])
    }
}
