import ConnectivityCore

// Finds secrets by their form, in one pass over the decoded bytes.

extension TextRedactor {
    mutating func shapeEdits(in text: DecodedText) -> [DecodedText.Edit] {
        let bytes = text.bytes
        var edits: [DecodedText.Edit] = []
        var position = 0
        while position < bytes.count {
            guard bytes[position].isWordPart || bytes[position] == UInt8(ascii: ":") else {
                position += 1
                continue
            }
            if let end = addresses(in: bytes, at: position, &edits) {
                position = end
                continue
            }
            guard bytes[position].isLetterOrDigit else {
                position = emailAddress(in: bytes, at: position, &edits) ?? position + 1
                continue
            }
            position =
                Self.endOfEvidence(in: bytes, at: position) ?? token(in: bytes, at: position, &edits)
                ?? hardwareAddress(in: bytes, at: position, &edits)
                ?? userInfo(in: text, at: position, &edits) ?? emailAddress(in: bytes, at: position, &edits)
                ?? numbers(in: bytes, at: position, &edits) ?? place(in: bytes, at: position, &edits)
                ?? bytes.end(from: position) { $0.isLetterOrDigit }
        }
        return edits
    }

    // MARK: Tokens

    private mutating func token(in bytes: [UInt8], at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        guard rules.shapes.contains(.token), let end = Self.endOfToken(in: bytes, at: start) else { return nil }
        edits.append((start..<end, replacement(forToken: bytes[start..<end])))
        return end
    }

    /// Returns the end of a token that begins with the run of letters and digits at an index, or `nil`.
    private static func endOfToken(in bytes: [UInt8], at start: Int) -> Int? {
        let word = bytes.end(from: start) { $0.isLetterOrDigit }
        guard !isReplaced(bytes[start..<bytes.end(from: start, limit: 64) { $0.isNamePart }]) else { return nil }
        // Each run is checked once, from its start, and each word in it once, so the time is linear.
        let previous = start > 0 ? bytes[start - 1] : 0x20
        if !previous.isNamePart {
            let end = bytes.end(from: start) { $0.isNamePart }
            // A JSON Web Token (RFC 7519) is an object in Base64, which begins with {", followed by two more parts.
            if bytes.has(UInt8(ascii: "."), at: end), bytes[start..<end].starts(with: "eyJ".utf8) {
                let second = bytes.end(from: end + 1) { $0.isNamePart }
                let isWhole = bytes.has(UInt8(ascii: "."), at: second)
                return isWhole ? bytes.end(from: second + 1) { $0.isNamePart } : second
            }
            if Kinds.lookRandom(bytes[start..<end]) || isCode(bytes[start..<end]) { return end }
        }
        // Base64 with + and /. An equals sign ends it, because the text before it may be a name.
        if !previous.isInBase64 {
            let end = bytes.end(from: start) { $0.isInBase64 }
            if end > word, Kinds.lookRandomInBase64(bytes[start..<end]) { return end }
        }
        return Kinds.lookRandom(bytes[start..<word]) ? word : nil
    }

    /// Whether a run is the number of a key of a cloud, or a printed code, as in `AB3DE-FG4HI-JK5LM`.
    private static func isCode(_ run: ArraySlice<UInt8>) -> Bool {
        guard run.allSatisfy({ $0.isASCIIDigit || (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }) else {
            return false
        }
        if run.count == 20, ["AKIA", "ASIA"].contains(where: { run.starts(with: $0.utf8) }) { return true }
        let groups = run.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.count > 2 && (4...6).contains(groups[0].count)
            && groups.allSatisfy { $0.count == groups[0].count }
            && groups.count { $0.contains(where: \.isASCIIDigit) && $0.contains(where: \.isASCIILetter) } > 1
    }

    /// The kinds of characters in a run.
    private struct Kinds {
        var count = 0, digits = 0, upper = 0, lower = 0, hexadecimal = 0, signs = 0
        /// The number of changes between digits, upper-case letters and lower-case letters.
        var changes = 0
        private var longestWord = 0
        /// The number of letters and digits in words of several kinds.
        private var mixed = 0

        init(_ run: ArraySlice<UInt8>) {
            for word in run.split(whereSeparator: { !$0.isLetterOrDigit }) {
                let digits = word.count { $0.isASCIIDigit }
                let turns = zip(word, word.dropFirst()).count {
                    (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1)
                }
                if digits > 0 || turns * 4 >= word.count { mixed += word.count }
            }
            var last = 0
            var word = 0
            for index in run.indices {
                let byte = run[index]
                count += 1
                let kind = byte.isASCIIDigit ? 1 : byte.isASCIILetter ? (byte & 0x20 == 0 ? 2 : 3) : 0
                word = kind == 0 ? 0 : word + 1
                longestWord = max(longestWord, word)
                guard kind > 0 else {
                    signs += 1
                    continue
                }
                if kind == 1 { digits += 1 } else if kind == 2 { upper += 1 } else { lower += 1 }
                if byte.isASCIIHexDigit { hexadecimal += 1 }
                if last != 0, last != kind { changes += 1 }
                last = kind
            }
        }

        /// Whether words of several kinds make up half of the run, so that it does not consist of words and a short digest.
        private var hasMixedWords: Bool { mixed * 2 >= count - signs || longestWord >= 32 }

        static func lookRandom(_ run: ArraySlice<UInt8>) -> Bool {
            guard run.count >= 16, !TextRedactor.isIdentifier(run) else { return false }
            let kinds = Kinds(run)
            guard kinds.hasMixedWords else { return false }
            let isMixed = kinds.digits > 0 && kinds.upper + kinds.lower > 0
            if kinds.hexadecimal == kinds.count - kinds.signs, isMixed, kinds.hexadecimal >= 16 { return true }
            return kinds.longestWord >= 32 || kinds.count >= 20 && isMixed && kinds.changes * 4 >= kinds.count
        }

        static func lookRandomInBase64(_ run: ArraySlice<UInt8>) -> Bool {
            guard run.count >= 24, run.count(where: { $0 == UInt8(ascii: "/") }) * 16 <= run.count + 16 else {
                return false
            }
            let kinds = Kinds(run)
            return kinds.digits > 0 && kinds.upper > 0 && kinds.lower > 0 && kinds.changes * 3 >= kinds.count
        }
    }

    // MARK: User names, passwords and e-mail addresses

    /// Replaces the part of a URL between `//` and `@`.
    private mutating func userInfo(in text: DecodedText, at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        let bytes = text.bytes
        guard start >= 2, bytes[start - 1] == UInt8(ascii: "/"), bytes[start - 2] == UInt8(ascii: "/"),
            rules.shapes.contains(.userInfo)
        else { return nil }
        let layers = text.layers(at: start - 1)
        let limit = min(bytes.count, start + 512)
        var end = start
        while end < limit {
            let byte = bytes[end]
            if byte <= 0x20 || "@/\"'<>?#\\".utf8.contains(byte), text.layers(at: end).isPercentWithin(layers) { break }
            end += 1
        }
        guard bytes.has(UInt8(ascii: "@"), at: end) else { return nil }
        edits.append((start..<end, replacement(forToken: bytes[start..<end])))
        return end
    }

    /// Endings of file names that look like domains, as in `logo@2x.png`.
    private static let fileTypes: Set<String> = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "css", "js", "html",
    ]

    private mutating func emailAddress(in bytes: [UInt8], at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        guard rules.shapes.contains(.emailAddress), start == 0 || !bytes[start - 1].isInMailbox else { return nil }
        let sign = bytes.end(from: start, limit: 65) { $0.isInMailbox }
        guard bytes.has(UInt8(ascii: "@"), at: sign) else { return nil }
        var end = bytes.end(from: sign + 1, limit: 254) {
            $0.isWordPart || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        while end > sign, !bytes[end - 1].isWordPart { end -= 1 }
        guard let dot = bytes[sign + 1..<max(end, sign + 1)].lastIndex(of: UInt8(ascii: ".")), dot > sign + 1 else {
            return nil
        }
        let type = bytes[dot + 1..<end].map(\.asciiLowercased)
        guard type.count >= 2, type.allSatisfy(\.isASCIILetter),
            !Self.fileTypes.contains(String(decoding: type, as: UTF8.self))
        else { return nil }
        edits.append((start..<end, replacement(forEmailAddress: bytes[start..<end])))
        return end
    }

    // MARK: Rooms and seats

    /// Words for a room or a seat, without accents; the second list has words with other meanings, after which one digit stays.
    private static let places: Set<String> = [
        "room", "rooms", "suite", "cabin", "seat", "seats", "apartment", "zimmer", "zi", "sitz", "sitzplatz", "chambre",
        "siege", "habitacion", "hab", "asiento", "kamer", "stoel", "zitplaats", "quarto", "assento",
    ]
    private static let vaguePlaces: Set<String> = [
        "platz", "place", "camera", "plaats", "stanza", "posto", "lugar", "cabine",
    ]
    private static let numberWords: Set<String> = [
        "no", "nr", "num", "number", "nummer", "numero", "n", "n°", "nº", "º", "°",
    ]

    /// Replaces the number after the word for a room or a seat, as in `Room no. 412`, `Zimmernr. 12` or `siège n° 23A`.
    private mutating func place(in bytes: [UInt8], at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        guard rules.shapes.contains(.place), start == 0 || !bytes[start - 1].isWordPart else { return nil }
        func word(at start: Int) -> (text: String, end: Int) {
            var end = bytes.end(from: start, limit: 24) { $0.isWordPart && !$0.isASCIIDigit }
            if let space = Array(bytes[start..<end]).firstOffset(of: [0xC2, 0xA0]) { end = start + space }
            return (String(decoding: bytes[start..<end], as: UTF8.self).withoutAccents, end)
        }
        var (name, end) = word(at: start)
        for suffix in ["nummer", "nr", "number", "numero"] where name.count > suffix.count && name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
        }
        let isVague = Self.vaguePlaces.contains(name)
        guard isVague || Self.places.contains(name) else { return nil }
        func separators(after index: Int) -> Int {
            var index = index
            // Also a space that does not break the line, and the end of an element.
            for _ in 0..<3 {
                index = bytes.end(from: index, limit: 4) { " :.-#_".utf8.contains($0) }
                if bytes[index...].starts(with: [0xC2, 0xA0]) { index += 2 }
            }
            if bytes[index...].starts(with: "</".utf8) {
                let close = bytes.end(from: index, limit: 32) { $0 != UInt8(ascii: ">") }
                if bytes.has(UInt8(ascii: ">"), at: close) {
                    index = bytes.end(from: close + 1, limit: 4) { " :".utf8.contains($0) }
                }
            }
            return index
        }
        var first = separators(after: end)
        for _ in 0..<3 {
            let (text, last) = word(at: first)
            guard Self.numberWords.contains(text) else { break }
            first = separators(after: last)
        }
        end = bytes.end(from: first, limit: 8) { $0.isLetterOrDigit }
        if bytes.has(UInt8(ascii: "."), at: end), end + 1 < bytes.count, bytes[end + 1].isASCIIDigit {
            end = bytes.end(from: end + 1, limit: 4) { $0.isASCIIDigit }
        }
        let number = bytes[first..<end]
        let digits = number.count { $0.isASCIIDigit }
        let letters = number.count { $0.isASCIILetter }
        guard first > start, letters <= 1, (1...5).contains(digits), !isVague || number.count > 1,
            number.first?.isASCIIDigit == true || number.last?.isASCIIDigit == true,
            end == bytes.count || !bytes[end].isWordPart
        else { return nil }
        edits.append((first..<end, replacement(forNumber: number).map { $0.isASCIILetter ? UInt8(ascii: "X") : $0 }))
        return end
    }
}

extension String {
    /// The text in lower case, without the accents of words for rooms and seats.
    fileprivate var withoutAccents: String {
        String(
            lowercased().map { character in
                switch character {
                case "á", "à", "â": "a"
                case "é", "è", "ê": "e"
                case "ó", "ò", "ô", "ö": "o"
                case "ú", "ù", "ü": "u"
                default: character
                }
            }
        )
    }
}

extension UInt8 {
    fileprivate var isInBase64: Bool { isLetterOrDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "/") }
    /// Whether the byte is part of a word in any language.
    fileprivate var isWordPart: Bool { isLetterOrDigit || self >= 0x80 }
    fileprivate var isInMailbox: Bool {
        self >= 0x80 || isNamePart || self == UInt8(ascii: ".") || self == UInt8(ascii: "+")
    }
}
