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
    private static let propertyTypes: Set<String> = [
        "string", "integer", "real", "data", "date", "array", "dict", "value",
    ]

    /// Returns the ranges of the secrets in all tags, also in those within the values of attributes, and of their contents.
    func valuesOfTags(in text: DecodedText) -> [Range<Int>] {
        let bytes = text.bytes
        var found: [Range<Int>] = []
        var (tagStart, tagEnd) = (0, 0)
        for position in bytes.indices where bytes[position] == UInt8(ascii: "<") {
            // A tag within a tag has more escapes, as in `srcdoc`.
            let isInner = position < tagEnd
            guard !isInner || !text.layers(at: position).isWithin(text.layers(at: tagStart)) else { continue }
            let tag = secrets(ofTagAt: position, in: text)
            if !isInner { (tagStart, tagEnd) = (position, tag.end) }
            found += tag.secrets
        }
        return found
    }

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
    private func secrets(ofTagAt start: Int, in text: DecodedText) -> (secrets: [Range<Int>], end: Int) {
        guard let tag = tag(at: start, in: text) else { return ([], start + 1) }
        let bytes = text.bytes
        let element = localName(bytes[tag.name])
        var secrets: [Range<Int>] = []
        let isNamedSecret = tag.attributes.contains { attribute in
            ["name", "id", "key", "property", "autocomplete", "placeholder"].contains(localName(bytes[attribute.name]))
                && isSecretName(bytes[attribute.value])
        }
        let type = tag.attributes.first { localName(bytes[$0.name]) == "type" }.map { localName(bytes[$0.value]) } ?? ""
        let (isPersonal, isButton) = (
            ["password", "email", "tel"].contains(type), ["submit", "button"].contains(type)
        )
        let grant = tag.attributes.first { localName(bytes[$0.name]) == "name" }.map { localName(bytes[$0.value]) }
        for attribute in tag.attributes where !attribute.value.isEmpty {
            let name = localName(bytes[attribute.name])
            let isValue = name == "value" || name == "content"
            let isGrant =
                isValue && (grant == "code" || grant == "state") && isGrant(bytes[attribute.value], of: grant ?? "")
            if isGrant || isValue && !isButton && (isNamedSecret || isPersonal) || isSecret(Array(name.utf8)[...]) {
                secrets.append(attribute.value)
            }
        }
        guard !tag.isEmpty else { return (secrets, tag.end) }
        if ["key", "name"].contains(element), let property = property(after: tag, in: text) {
            secrets += property
        } else if isSecretName(Array(element.utf8)[...]) {
            secrets += content(of: tag, in: text, isLeaf: false)
        } else if isNamedSecret, element == "select" {
            secrets += chosen(after: tag, in: text)
        } else if isNamedSecret, !Self.publicElements.contains(element) {
            secrets += content(of: tag, in: text, isLeaf: true)
        }
        if let value = labelled(by: tag, in: text) { secrets += value }
        return (secrets, tag.end)
    }

    private static let valueElements: Set<String> = ["dd", "td", "span", "code", "b", "strong", "output", "samp"]

    /// Returns the content of the element after one that has only a listed name, as in `<dt>Password</dt><dd>X</dd>`.
    private func labelled(by label: Tag, in text: DecodedText) -> [Range<Int>]? {
        let bytes = text.bytes
        let end = bytes.end(from: label.end, limit: 40) { $0 != UInt8(ascii: "<") }
        let name = bytes[label.end..<end].trimmed
        guard !name.isEmpty, bytes[end...].starts(with: "</".utf8), name.split(whereSeparator: \.isBlank).count < 4,
            isSecret(name)
        else { return nil }
        var position = bytes.end(from: end, limit: 64) { $0 != UInt8(ascii: ">") } + 1
        for _ in 0..<3 {
            position = bytes.end(from: position, limit: 64) { $0.isBlank || $0 == UInt8(ascii: ":") }
            guard bytes.has(UInt8(ascii: "<"), at: position), let value = tag(at: position, in: text),
                Self.valueElements.contains(localName(bytes[value.name]))
            else { return nil }
            position = value.end
            let last = bytes.end(from: position, limit: 256) { $0 != UInt8(ascii: "<") }
            let content = bytes[position..<last].trimmed
            if !content.isEmpty { return isSecret(content) ? nil : [content.startIndex..<content.endIndex] }
        }
        return nil
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
        guard bytes[end...].starts(with: "</".utf8), bytes[(end + 2)...].starts(with: bytes[key.name]) else {
            return nil
        }
        var next = bytes.end(from: end, limit: 64) { $0 != UInt8(ascii: ">") } + 1
        // Other elements, such as a type, may stand before the value.
        for _ in 0..<3 {
            next = bytes.end(from: next, limit: 64) { $0.isBlank }
            guard bytes.has(UInt8(ascii: "<"), at: next), let value = tag(at: next, in: text) else { return nil }
            let element = localName(bytes[value.name])
            if Self.propertyTypes.contains(element) {
                guard isSecretName(bytes[key.end..<end]), !value.isEmpty else { return [] }
                return content(of: value, in: text, isLeaf: false)
            }
            let close = Array("</".utf8) + bytes[value.name]
            let near = Array(bytes[value.end...].prefix(256))
            guard localName(bytes[key.name]) == "name", let after = near.firstOffset(of: close).map({ value.end + $0 })
            else { return nil }
            next = bytes.end(from: after, limit: 64) { $0 != UInt8(ascii: ">") } + 1
        }
        return nil
    }

    /// Returns the values and the text of the chosen option of a list.
    private func chosen(after list: Tag, in text: DecodedText) -> [Range<Int>] {
        let bytes = text.bytes
        var position = list.end
        for _ in 0..<Self.innerTagCountMax where position < bytes.count {
            position = bytes.end(from: position, limit: 512) { $0 != UInt8(ascii: "<") }
            guard let option = tag(at: position, in: text), localName(bytes[option.name]) == "option" else {
                if bytes[min(position, bytes.count)...].starts(with: "</select".utf8) { return [] }
                position += 1
                continue
            }
            let isChosen = bytes[option.name.upperBound..<option.end].split { !$0.isNamePart }
                .contains { $0.elementsEqual("selected".utf8) }
            if isChosen {
                let values = option.attributes.filter { localName(bytes[$0.name]) == "value" }.map(\.value)
                return values + content(of: option, in: text, isLeaf: true)
            }
            position = option.end
        }
        return []
    }
}
