import ConnectivityCore

// Finds secrets in HTML and XML: fields of forms, elements and attributes with secret names, and property lists.

extension TextRedactor {
    private static let tagByteCountMax = 4096
    /// The maximum number of tags within one secret element; the limit keeps the time linear.
    private static let innerTagCountMax = 64

    /// Elements that have no content, or whose content is visible to everyone.
    private static let publicElements: Set<String> = [
        "a", "area", "base", "body", "br", "button", "col", "div", "embed", "fieldset", "form", "frame", "h1", "h2",
        "h3",
        "hr", "html", "iframe", "img", "input", "label", "legend", "li", "link", "main", "map", "meta", "nav", "object",
        "p",
        "param", "script", "section", "select", "source", "style", "table", "title", "tr", "ul",
    ]
    /// The types of values in a property list, whose names are contents of `key`.
    private static let propertyTypes: Set<String> = ["string", "integer", "real", "data", "date", "array", "dict"]

    private struct Tag {
        var name: Range<Int>
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        /// The index after the closing bracket.
        var end: Int
        var isEmpty = false
    }

    /// Returns the ranges of the secrets in a tag and in the content after it, in order.
    ///
    /// Examples are `<input name="token" value="...">`, `<a:Token type="x">...</a:Token>` and `<textarea name=token>`.
    func secrets(ofTagAt start: Int, in text: DecodedText) -> (secrets: [Range<Int>], end: Int) {
        guard let tag = tag(at: start, in: text) else { return ([], start + 1) }
        let bytes = text.bytes
        let element = localName(bytes[tag.name])
        var secrets: [Range<Int>] = []
        let isNamedSecret = tag.attributes.contains { attribute in
            ["name", "id", "key", "property"].contains(localName(bytes[attribute.name]))
                && isSecret(bytes[attribute.value])
        }
        for attribute in tag.attributes where !attribute.value.isEmpty {
            let name = localName(bytes[attribute.name])
            let isValue = isNamedSecret && (name == "value" || name == "content")
            if isValue || isSecret(Array(name.utf8)[...]) { secrets.append(attribute.value) }
        }
        guard !tag.isEmpty else { return (secrets, tag.end) }
        if element == "key", let property = property(after: tag, in: text) {
            secrets += property
        } else if isSecret(Array(element.utf8)[...]) {
            secrets += content(of: tag, in: text, isLeaf: false)
        } else if isNamedSecret, !Self.publicElements.contains(element) {
            secrets += content(of: tag, in: text, isLeaf: true)
        }
        return (secrets, tag.end)
    }

    private func localName(_ name: ArraySlice<UInt8>) -> String {
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        return String(decoding: local.map(\.asciiLowercased), as: UTF8.self)
    }

    private func tag(at start: Int, in text: DecodedText) -> Tag? {
        let bytes = text.bytes
        let limit = min(bytes.count, start + Self.tagByteCountMax)
        var position = start + 1
        func run(until isEnd: (UInt8) -> Bool) -> Range<Int> {
            let first = position
            while position < limit, !isEnd(bytes[position]) { position += 1 }
            return first..<position
        }
        guard position < limit, bytes[position].isASCIILetter else { return nil }
        let layers = text.layers(at: start)
        var tag = Tag(name: run { !$0.isNamePart && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ".") }, end: limit)
        while position < limit {
            let byte = bytes[position]
            if byte == UInt8(ascii: ">"), text.layers(at: position).isWithin(layers) {
                tag.end = position + 1
                tag.isEmpty = bytes[position - 1] == UInt8(ascii: "/")
                return tag
            }
            guard byte.isNamePart || byte == UInt8(ascii: ":") else {
                if byte == UInt8(ascii: "<") { break }
                position += 1
                continue
            }
            let name = run { !$0.isNamePart && $0 != UInt8(ascii: ":") }
            _ = run { !$0.isBlank }
            guard bytes.has(UInt8(ascii: "="), at: position) else { continue }
            position += 1
            _ = run { !$0.isBlank }
            guard position < limit else { break }
            let quote = bytes[position]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let quoteLayers = text.layers(at: position)
                position += 1
                let first = position
                // A value may be longer than any tag; quotation marks come in pairs, so each is read once.
                while position < bytes.count,
                    bytes[position] != quote || !text.layers(at: position).isWithin(quoteLayers)
                {
                    position += 1
                }
                tag.attributes.append((name, first..<position))
                position += 1
            } else {
                let first = position
                while position < limit,
                    !bytes[position].isBlank && bytes[position] != UInt8(ascii: ">")
                        || !text.layers(at: position).isWithin(layers)
                {
                    position += 1
                }
                tag.attributes.append((name, first..<position))
            }
        }
        // The rest of an unterminated tag is text.
        tag.end = min(position, bytes.count)
        tag.isEmpty = true
        return tag
    }

    /// Returns the ranges of the texts between a tag and its end tag, without white space at their ends.
    ///
    /// Without an end tag nearby, it is the text up to the next tag; a leaf is an element without child elements.
    private func content(of tag: Tag, in text: DecodedText, isLeaf: Bool) -> [Range<Int>] {
        let bytes = text.bytes
        let layers = text.layers(at: tag.name.lowerBound - 1)
        let (dataStart, dataEnd) = (Array("<![CDATA[".utf8), Array("]]>".utf8))
        var texts: [Range<Int>] = []
        var position = tag.end
        for _ in 0..<Self.innerTagCountMax where position < bytes.count {
            if bytes[position...].starts(with: dataStart) {
                let first = position + dataStart.count
                let end = bytes.firstOffset(of: dataEnd, from: first) ?? bytes.count
                texts.append(first..<end)
                position = end + dataEnd.count
                continue
            }
            var next = position
            while next < bytes.count, bytes[next] != UInt8(ascii: "<") || !text.layers(at: next).isWithin(layers) {
                next += 1
            }
            let trimmed = bytes[position..<next].trimmed
            if !trimmed.isEmpty { texts.append(trimmed.startIndex..<trimmed.endIndex) }
            position = next
            if bytes[next...].starts(with: dataStart) { continue }
            let isEnd = bytes[next...].dropFirst(2).starts(with: bytes[tag.name])
            if isEnd, bytes.has(UInt8(ascii: "/"), at: next + 1) { return texts }
            if isLeaf, next < bytes.count { return [] }
            position = bytes.end(from: next, limit: Self.tagByteCountMax) { $0 != UInt8(ascii: ">") } + 1
        }
        return Array(texts.prefix(1))
    }

    /// Returns the value of a property whose name is the content of `key`; `nil` if this is not a property list.
    private func property(after key: Tag, in text: DecodedText) -> [Range<Int>]? {
        let bytes = text.bytes
        let end = bytes.end(from: key.end, limit: 64) { $0 != UInt8(ascii: "<") }
        guard bytes[end...].starts(with: "</key>".utf8) else { return nil }
        let next = bytes.end(from: end + 6, limit: 64) { $0.isBlank }
        guard bytes.has(UInt8(ascii: "<"), at: next), let value = tag(at: next, in: text),
            Self.propertyTypes.contains(localName(bytes[value.name]))
        else { return nil }
        guard isSecret(bytes[key.end..<end]), !value.isEmpty else { return [] }
        return content(of: value, in: text, isLeaf: false)
    }
}
