import ConnectivityCore

// Finds secrets by quoted names: `["token", "X"]`, `setItem("token", "X")`, `cfg["token"] = "X"`,
// `{"name": "token", "value": "X"}`.

extension TextRedactor {
    private static let memberByteCountMax = 1024
    /// The keys of members that hold a name, and of those that hold its value.
    private static let nameKeys: Set<String> = [
        "name", "key", "k", "id", "n", "field", "fieldname", "param", "parameter", "attr", "attribute", "property",
        "header", "variable", "label",
    ]
    private static let valueKeys: Set<String> = ["value", "v", "val", "content", "answer", "default"]
    /// Words between a name and its value, as in `form["pin"].value = "X"` or `string(4) "X"`.
    private static let joints: Set<String> = ["value", "val", "string", "set"]

    /// Returns the ranges of the values that belong to a name between quotation marks.
    func values(after name: Range<Int>, in text: DecodedText) -> [Range<Int>] {
        let bytes = text.bytes
        var (start, end) = (name.lowerBound, name.upperBound)
        while start > 0, name.lowerBound - start < 64, bytes[start - 1].isInQuotedName { start -= 1 }
        while end < bytes.count, end - name.upperBound < 64, bytes[end].isInQuotedName { end += 1 }
        guard start > 0, end < bytes.count, bytes[start - 1].isQuote, bytes[end] == bytes[start - 1] else {
            let isProperty = bytes[name.upperBound...].starts(with: ".val".utf8)
            return isProperty ? assigned(after: name.upperBound, in: text).map { [$0] } ?? [] : []
        }
        if let found = member(named: start - 1, in: text) { return found }
        return (following(end + 1, in: text) ?? assigned(after: end + 1, in: text)).map { [$0] } ?? []
    }

    /// Returns the values of the object in which a quoted name is the value of a member such as `name`; `nil` if it is not.
    private func member(named quote: Int, in text: DecodedText) -> [Range<Int>]? {
        let bytes = text.bytes
        func key(before end: Int) -> String? {
            var position = end
            while position > 0, bytes[position - 1].isBlank { position -= 1 }
            guard bytes.has(UInt8(ascii: ":"), at: position - 1) else { return nil }
            position -= 1
            while position > 0, bytes[position - 1].isBlank || bytes[position - 1].isQuote { position -= 1 }
            let last = position
            while position > 0, last - position < 16, bytes[position - 1].isNamePart { position -= 1 }
            return String(decoding: bytes[position..<last].map(\.asciiLowercased), as: UTF8.self)
        }
        guard let own = key(before: quote), Self.nameKeys.contains(own) else { return nil }
        var (open, depth) = (quote, 0)
        while open > 0, quote - open < Self.memberByteCountMax {
            open -= 1
            if bytes[open] == UInt8(ascii: "}") { depth += 1 }
            if bytes[open] == UInt8(ascii: "{") { depth -= 1 }
            if depth < 0 { break }
        }
        guard depth < 0 else { return nil }
        var values: [Range<Int>] = []
        var position = open + 1
        let limit = min(bytes.count, quote + Self.memberByteCountMax)
        while position < limit, bytes[position] != UInt8(ascii: "}") {
            guard bytes[position].isQuote || bytes[position].isASCIIDigit, let found = scalar(in: text, at: position)
            else {
                position += 1
                continue
            }
            if let name = key(before: position), Self.valueKeys.contains(name) { values.append(found.value) }
            position = found.end
        }
        return values
    }

    /// Returns the next element of a list, or the next argument of a call, after a quoted name.
    private func following(_ start: Int, in text: DecodedText) -> Range<Int>? {
        let bytes = text.bytes
        let comma = bytes.end(from: start, limit: 16) { $0.isBlank }
        guard bytes.has(UInt8(ascii: ","), at: comma) else { return nil }
        var position = bytes.end(from: comma + 1, limit: 16) { $0.isBlank || $0 == UInt8(ascii: "<") }
        guard position < bytes.count else { return nil }
        // A descriptor of a property has its value.
        if bytes[position...].starts(with: "{value:".utf8) { position += 7 }
        guard position < bytes.count, bytes[position].isQuote, let found = scalar(in: text, at: position) else {
            return nil
        }
        // The name of a member, or another name in a list of names.
        let next = bytes.end(from: found.end, limit: 16) { $0.isBlank }
        return bytes.has(UInt8(ascii: ":"), at: next) ? nil : found.value
    }

    /// Returns the quoted text that is assigned to what a quoted name selects.
    private func assigned(after start: Int, in text: DecodedText) -> Range<Int>? {
        let bytes = text.bytes
        var (position, isAssigned) = (start, false)
        // The next text of a serialized array.
        if bytes[start...].starts(with: ";s:".utf8) {
            let colon = bytes.end(from: start + 3, limit: 8) { $0.isASCIIDigit }
            guard bytes.has(UInt8(ascii: ":"), at: colon), bytes.has(UInt8(ascii: "\""), at: colon + 1) else {
                return nil
            }
            return scalar(in: text, at: colon + 1)?.value
        }
        while position < min(bytes.count, start + 40) {
            let byte = bytes[position]
            if byte.isQuote {
                if isAssigned { return scalar(in: text, at: position)?.value }
                // The end of a selector, as in `$('input[name="pin"]').val("X")`.
                guard bytes[position - 1] == UInt8(ascii: "]"), bytes.has(UInt8(ascii: ")"), at: position + 1) else {
                    return nil
                }
                position += 1
                continue
            }
            if byte.isASCIILetter {
                let end = bytes.end(from: position, limit: 16) { $0.isASCIILetter }
                guard Self.joints.contains(String(decoding: bytes[position..<end], as: UTF8.self)) else { return nil }
                position = end
                continue
            }
            let isColon = byte == UInt8(ascii: ":") && bytes[position - 1] == UInt8(ascii: "]")
            guard byte.isBlank || byte.isASCIIDigit || isColon || "])(.=>".utf8.contains(byte) else { return nil }
            isAssigned = isAssigned || isColon || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "(")
            position += 1
        }
        return nil
    }

    // MARK: Paths

    /// Words after a name in a path that are no secrets.
    private static let verbs: Set<String> = [
        "reset", "forgot", "forgotten", "new", "edit", "change", "create", "check", "validate", "verify", "redeem",
        "login", "logout", "list", "all", "index", "show", "recover", "update", "delete", "refresh", "revoke", "info",
        "status", "request", "resend", "send", "get", "set", "oauth", "saml",
    ]
    private static let extensions = [".js", ".css", ".html", ".htm", ".php", ".png", ".svg", ".jpg", ".gif", ".ico"]

    /// Returns the range of the segment after a name in a path, as in `/voucher/ROSE-LAMPE-99/redeem`.
    func segment(after name: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        let slash = UInt8(ascii: "/")
        guard bytes.has(slash, at: name.lowerBound - 1), bytes.has(slash, at: name.upperBound) else { return nil }
        let start = name.upperBound + 1
        let end = bytes.end(from: start, limit: 256) { $0 > 0x20 && !"/?#;&\"'`<>\\,)".utf8.contains($0) }
        let word = String(decoding: bytes[start..<end].map(\.asciiLowercased), as: UTF8.self)
        // Other names are also those of pages, below which only numbers and codes are values.
        let isStrong = !Self.weakNames.contains(
            String(decoding: bytes[name].map(\.asciiLowercased), as: UTF8.self)
        )
        let letters = word.prefix { $0.isLetter }
        let isVersion = letters.count <= 5 && word.dropFirst(letters.count).count == 1 && word.last?.isNumber == true
        guard word.utf8.count > 1, !Self.verbs.contains(word), !Self.extensions.contains(where: word.hasSuffix),
            !(letters.count > 0 && isVersion), isStrong || word.contains(where: \.isNumber)
        else { return nil }
        return start..<end
    }

    private static let weakNames: Set<String> = [
        "user", "users", "login", "auth", "key", "keys", "session", "sessions", "mail", "email", "phone", "room",
        "rooms",
        "seat", "seats", "pass", "ticket", "tickets", "challenge", "signature", "booking", "reservation",
    ]
}

extension UInt8 {
    /// Whether the byte may be in a quoted name besides the name itself, as in `"#guest.refreshToken"`.
    fileprivate var isInQuotedName: Bool { isNamePart || ".:#/$[]".utf8.contains(self) }
}
