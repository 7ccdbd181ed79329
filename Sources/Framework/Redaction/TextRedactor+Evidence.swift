import ConnectivityCore

// What looks like a secret and is public: digests, names of files, hosts, dates, constants, and names in programs.

extension TextRedactor {
    private static let assets: Set<String> = [
        "js", "mjs", "css", "map", "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "woff", "woff2", "ttf",
        "chunk", "bundle", "min",
    ]
    private static let digests = ["sha1-", "sha256-", "sha384-", "sha512-", "sha-256=", "sha-512=", "md5="]
    private static let constants: Set<String> = [
        "9007199254740991", "9007199254740992", "9223372036854775807", "18446744073709551615",
    ]

    /// Returns the end of what is public from an index on; `nil` if nothing there is.
    static func endOfEvidence(in bytes: [UInt8], at start: Int) -> Int? {
        let previous = start > 0 ? bytes[start - 1] : 0x20
        guard !previous.isNamePart else { return nil }
        if digests.contains(where: { bytes[start...].starts(with: $0.utf8) }) {
            return bytes.end(from: start) { $0.isNamePart || "+/=".utf8.contains($0) }
        }
        let end = bytes.end(from: start) { $0.isNamePart }
        // Shorter runs look like no secret.
        guard end - start >= 12 || previous == UInt8(ascii: ",") else { return nil }
        if isAfterPublicName(in: bytes, start) { return end }
        // The digits of an encoding.
        if ["ABCDEFGH", "abcdefgh", "01234567"].contains(where: { bytes[start..<end].starts(with: $0.utf8) }),
            end < bytes.count, bytes[end].isQuote || bytes[end] == UInt8(ascii: "+")
        {
            return bytes.end(from: start) { $0.isNamePart || "+/=".utf8.contains($0) }
        }
        // The content of a picture or a font.
        if previous == UInt8(ascii: ","), bytes[..<(start - 1)].suffix(7).elementsEqual(";base64".utf8) {
            let kind = bytes[..<(start - 8)].suffix(48)
            let types = ["data:image/", "data:font/", "data:application/font", "data:application/x-font"]
            guard types.contains(where: { Array(kind).contains(bytes: Array($0.utf8)) }) else { return nil }
            return bytes.end(from: start) { $0.isNamePart || "+/=".utf8.contains($0) }
        }
        if isAsset(in: bytes, start..<end) || isChunk(in: bytes, start..<end) || isHost(in: bytes, start..<end) {
            return end
        }
        return nil
    }

    /// Whether a text follows the name of a field that identifies a version of a document, or a request to a cache.
    private static func isAfterPublicName(in bytes: [UInt8], _ start: Int) -> Bool {
        let before = bytes[..<start].suffix(24).reversed().drop {
            "\"' :=".utf8.contains($0) || $0 == UInt8(ascii: "/")
        }
        let name = String(decoding: before.prefix(while: \.isNamePart).reversed().map(\.asciiLowercased), as: UTF8.self)
        return HeaderFields.publicNames.contains(name)
    }

    /// Whether a run is the name of a file that a page loads, which has the digest of its content.
    private static func isAsset(in bytes: [UInt8], _ run: Range<Int>) -> Bool {
        guard bytes.has(UInt8(ascii: "."), at: run.upperBound) else { return false }
        let tail = bytes.end(from: run.upperBound, limit: 80) { $0.isNamePart || $0 == UInt8(ascii: ".") }
        let type = bytes[run.upperBound..<tail].split(separator: UInt8(ascii: ".")).last ?? []
        return assets.contains(String(decoding: type.map(\.asciiLowercased), as: UTF8.self))
    }

    /// Whether a run is the digest of a numbered part of a script, as in `{12:"0a1b2c3d4e5f6a7b"}`, which is no JSON.
    private static func isChunk(in bytes: [UInt8], _ run: Range<Int>) -> Bool {
        guard run.lowerBound > 2, bytes[run.lowerBound - 1].isQuote,
            bytes.has(UInt8(ascii: ":"), at: run.lowerBound - 2),
            (8...32).contains(run.count), bytes[run].allSatisfy(\.isASCIIHexDigit)
        else { return false }
        let key = bytes[..<(run.lowerBound - 2)].suffix(6).reversed().prefix(while: \.isASCIIDigit)
        let before = run.lowerBound - 3 - key.count
        return !key.isEmpty && before >= 0 && "{,".utf8.contains(bytes[before])
    }

    /// Whether a run is the first part of the name of a host, and too short for a token.
    private static func isHost(in bytes: [UInt8], _ run: Range<Int>) -> Bool {
        let isShort = run.count < 16 || bytes[run].split(separator: UInt8(ascii: "-")).allSatisfy { $0.count < 12 }
        guard isShort, bytes.has(UInt8(ascii: "."), at: run.upperBound) else { return false }
        let end = bytes.end(from: run.upperBound, limit: 200) { $0.isNamePart || $0 == UInt8(ascii: ".") }
        let labels = bytes[run.upperBound..<end].split(separator: UInt8(ascii: "."))
        guard let last = labels.last, last.count >= 2, last.allSatisfy(\.isASCIILetter) else { return false }
        let isInURL =
            run.lowerBound > 1 && bytes[run.lowerBound - 1] == UInt8(ascii: "/")
            && bytes[run.lowerBound - 2] == UInt8(ascii: "/")
        let isName = labels.allSatisfy { $0.count < 40 } && labels.count > 1 && labels[labels.count - 2].count > 2
        return isName && (isInURL || labels.count > 2)
    }

    /// Whether digits are a date, a time since 1970 in fractions of milliseconds, a fraction, or the bound of a type.
    static func isPublicNumber(_ digits: Range<Int>, in bytes: [UInt8]) -> Bool {
        let start = digits.lowerBound
        if start > 1, bytes[start - 1] == UInt8(ascii: "."), bytes[start - 2].isASCIIDigit {
            let whole = bytes[..<(start - 1)].reversed().prefix { $0.isASCIIDigit }.count
            if whole <= 7 { return true }
        }
        let text = String(decoding: bytes[digits], as: UTF8.self)
        if constants.contains(text) { return true }
        func number(_ offset: Int, _ count: Int) -> Int { Int(text.dropFirst(offset).prefix(count)) ?? 0 }
        if [14, 17].contains(text.count), (1990...2099).contains(number(0, 4)), (1...12).contains(number(4, 2)),
            (1...31).contains(number(6, 2)), number(8, 2) < 24, number(10, 2) < 60, number(12, 2) < 61
        {
            return true
        }
        return [16, 19].contains(text.count) && (15...20).contains(number(0, 2))
    }

    /// Whether a run of letters is a name in a program: words of some length that can be pronounced.
    static func isIdentifier(_ run: ArraySlice<UInt8>) -> Bool {
        var (vowels, letters, changes, consonants, longest) = (0, 0, 0, 0, 0)
        var last: UInt8 = 0
        for byte in run {
            guard byte.isASCIILetter else {
                if byte.isASCIIDigit { return false }
                (consonants, last) = (0, 0)
                continue
            }
            letters += 1
            let isVowel = "aeiouy".utf8.contains(byte.asciiLowercased)
            vowels += isVowel ? 1 : 0
            consonants = isVowel ? 0 : consonants + 1
            longest = max(longest, consonants)
            if last & 0x20 != 0, byte & 0x20 == 0 { changes += 1 }
            last = byte
        }
        return vowels * 4 >= letters && changes * 3 <= letters && longest <= 6
    }
}
