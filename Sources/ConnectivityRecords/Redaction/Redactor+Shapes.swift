import ConnectivityCore

// Finds secrets by their form. It takes one pass over the bytes, in linear time.

extension Redactor {
    mutating func replacingShapes(in bytes: [UInt8]) -> [UInt8] {
        guard !rules.shapes.isEmpty else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            guard bytes[position].isLetterOrDigit else {
                output.append(bytes[position])
                position += 1
                continue
            }
            // Two digits after a percent sign encode one character, which does not belong to a run.
            if bytes.isPercentEncoded(before: position + 2), position > 0, bytes[position - 1] == UInt8(ascii: "%") {
                output += bytes[position..<position + 2]
                position += 2
                continue
            }
            let (end, replacement) =
                shape(in: bytes, at: position) ?? userInfo(in: bytes, at: position) ?? word(in: bytes, at: position)
            output += replacement
            position = end
        }
        return output
    }

    /// Returns a run of letters and digits in which only long numbers are replaced.
    private mutating func word(in bytes: [UInt8], at start: Int) -> (Int, [UInt8]) {
        let end = bytes.end(from: start) { $0.isLetterOrDigit }
        guard rules.shapes.contains(.longNumber), end - start >= Self.numberLength.lowerBound else {
            return (end, Array(bytes[start..<end]))
        }
        var output: [UInt8] = []
        var position = start
        while position < end {
            let behind = bytes.end(from: position) { $0.isASCIIDigit }
            if Self.numberLength.contains(behind - position) {
                output += replacement(forNumber: bytes[position..<behind])
            } else {
                output += bytes[position..<behind]
            }
            position = bytes.end(from: behind) { $0.isASCIILetter }
            output += bytes[behind..<position]
        }
        return (end, output)
    }

    /// The lower bound is the shortest number that identifies a device, such as an IMEI without its check digit.
    private static let numberLength = 14...64

    private mutating func shape(in bytes: [UInt8], at start: Int) -> (Int, [UInt8])? {
        if rules.shapes.contains(.token), let end = token(in: bytes, at: start) {
            return (end, replacement(forToken: bytes[start..<end]))
        }
        return rules.shapes.contains(.hardwareAddress) ? hardwareAddress(in: bytes, at: start) : nil
    }

    // MARK: Tokens

    /// Returns the end of a token that begins with the run of letters and digits at a position, or `nil`.
    private func token(in bytes: [UInt8], at start: Int) -> Int? {
        let word = bytes.end(from: start) { $0.isLetterOrDigit }
        guard !Self.isReplaced(bytes[start..<min(bytes.count, start + 9)]) else { return nil }
        // Each run is checked once, from its start, and each word in it once, so that the time is linear.
        let isBehindCode = bytes.isPercentEncoded(before: start)
        let previous = start > 0 && !isBehindCode ? bytes[start - 1] : 0x20
        if !previous.isInURLToken {
            let end = bytes.end(from: start) { $0.isInURLToken }
            // A JSON Web Token (RFC 7519) is an object in Base64, which begins with {", followed by two more parts.
            if end < bytes.count, bytes[end] == UInt8(ascii: "."), bytes[start..<end].starts(with: "eyJ".utf8) {
                let second = bytes.end(from: end + 1) { $0.isInURLToken }
                let isWhole = second < bytes.count && bytes[second] == UInt8(ascii: ".")
                return isWhole ? bytes.end(from: second + 1) { $0.isInURLToken } : second
            }
            if Kinds.lookRandom(bytes[start..<end]) { return end }
        }
        // Base64 with + and /, which may be percent-encoded. An equals sign ends it, because the text before it may
        // be a name.
        if !previous.isInBase64, !(isBehindCode && bytes[(start - 2)...].isBase64Sign) {
            var end = start
            while end < bytes.count {
                if bytes[end].isInBase64 {
                    end += 1
                } else if bytes[end] == UInt8(ascii: "%"), bytes[end...].dropFirst().isBase64Sign {
                    end += 3
                } else {
                    break
                }
            }
            if end > word, Kinds.lookRandomInBase64(bytes[start..<end]) { return end }
        }
        return Kinds.lookRandom(bytes[start..<word]) ? word : nil
    }

    /// The kinds of characters in a run.
    private struct Kinds {
        var count = 0, digits = 0, upper = 0, lower = 0, hexadecimal = 0, signs = 0
        /// The number of changes between digits, upper-case letters and lower-case letters.
        var changes = 0
        private var longestWord = 0

        init(_ run: ArraySlice<UInt8>) {
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

        static func lookRandom(_ run: ArraySlice<UInt8>) -> Bool {
            guard run.count >= 16 else { return false }
            let kinds = Kinds(run)
            let isMixed = kinds.digits > 0 && kinds.upper + kinds.lower > 0
            if kinds.hexadecimal == kinds.count - kinds.signs, isMixed, kinds.hexadecimal >= 16 { return true }
            return kinds.longestWord >= 32 || kinds.count >= 20 && isMixed && kinds.changes * 4 >= kinds.count
        }

        static func lookRandomInBase64(_ run: ArraySlice<UInt8>) -> Bool {
            guard run.count >= 24 else { return false }
            let kinds = Kinds(run)
            return kinds.digits > 0 && kinds.upper > 0 && kinds.lower > 0 && kinds.changes * 3 >= kinds.count
        }
    }

    // MARK: Hardware addresses

    /// The notations: the number of groups, the digits per group, and the separators.
    private static let notations: [(groups: Int, digits: Int, separators: [[UInt8]])] = [
        (6, 2, [":", "-", ".", "_", "%3A", "%3a", "%2D", "%2d"].map { Array($0.utf8) }),
        (3, 4, [".", "-", ":", "%2E", "%2e"].map { Array($0.utf8) }),
        (2, 6, ["-", ":", "."].map { Array($0.utf8) }),
        (1, 12, [[]]),
    ]

    private mutating func hardwareAddress(in bytes: [UInt8], at start: Int) -> (Int, [UInt8])? {
        // Interface names that contain the address: enx, wlx or wwx followed by twelve digits.
        let isNamed =
            start + 3 <= bytes.count && bytes[start + 2] == UInt8(ascii: "x")
            && ["enx", "wlx", "wwx"].contains { bytes[start..<start + 3].elementsEqual($0.utf8) }
        let first = isNamed ? start + 3 : start
        let firstEnd = bytes.end(from: first) { $0.isLetterOrDigit }
        let runCount = firstEnd - first
        guard runCount == bytes.end(from: first, while: { $0.isASCIIHexDigit }) - first, runCount > 0 else {
            return nil
        }
        for (groups, digitCount, separators) in Self.notations where groups == 1 || !isNamed {
            // Most runs are not a group of any notation, or no separator follows them.
            guard runCount == digitCount || runCount == 1 && digitCount == 2 else { continue }
            for separator in separators {
                if let sign = separator.first, firstEnd == bytes.count || bytes[firstEnd] != sign { continue }
                guard let (end, groups) = Self.groups(groups, digitCount, separator, in: bytes, at: first) else {
                    continue
                }
                let digits = groups.flatMap { group in
                    [UInt8](repeating: UInt8(ascii: "0"), count: digitCount - group.count) + group.map(\.lowercased)
                }
                let isUpper = bytes[first..<end].contains { (0x41...0x46).contains($0) } && separator.first != 0x25
                let new = replacement(forHardwareAddress: digits).map { isUpper ? $0.uppercased : $0 }
                var output = Array(bytes[start..<first])
                for group in 0..<groups.count {
                    if group > 0 { output += separator }
                    output += new[group * digitCount..<(group + 1) * digitCount]
                }
                return (end, output)
            }
        }
        return nil
    }

    private static func groups(
        _ count: Int,
        _ digitCount: Int,
        _ separator: [UInt8],
        in bytes: [UInt8],
        at start: Int
    ) -> (end: Int, groups: [ArraySlice<UInt8>])? {
        guard separator.isEmpty || !isContinued(bytes, before: start, separator) else { return nil }
        var groups: [ArraySlice<UInt8>] = []
        var position = start
        for index in 0..<count {
            if index > 0 {
                guard bytes[position...].starts(with: separator) else { return nil }
                position += separator.count
            }
            let end = bytes.end(from: position) { $0.isLetterOrDigit }
            let group = bytes[position..<end]
            let isShort = separator == [UInt8(ascii: ":")] && digitCount == 2 && group.count == 1
            guard group.count == digitCount || isShort, group.allSatisfy(\.isASCIIHexDigit) else { return nil }
            groups.append(group)
            position = end
        }
        // With one more group, as in an IPv6 address, it is not a hardware address.
        let isLonger =
            !separator.isEmpty && bytes[position...].starts(with: separator)
            && bytes[position...].dropFirst(separator.count).first?.isASCIIHexDigit == true
        return isLonger ? nil : (position, groups)
    }

    /// Whether a group of digits and the separator precede a position.
    private static func isContinued(_ bytes: [UInt8], before start: Int, _ separator: [UInt8]) -> Bool {
        guard separator == [UInt8(ascii: ":")], start > 0, bytes[start - 1] == separator[0] else { return false }
        let group = bytes[..<(start - 1)].reversed().prefix(5).prefix { $0.isLetterOrDigit }
        return group.count <= 4 && group.allSatisfy(\.isASCIIHexDigit)
    }

    // MARK: User names and passwords

    /// Replaces the part of a URL between `//` and `@`.
    private mutating func userInfo(in bytes: [UInt8], at start: Int) -> (Int, [UInt8])? {
        guard start >= 2, bytes[start - 1] == UInt8(ascii: "/"), bytes[start - 2] == UInt8(ascii: "/"),
            rules.shapes.contains(.userInfo)
        else { return nil }
        let limit = Swift.min(bytes.count, start + 256)
        let end = bytes[start..<limit].firstIndex {
            $0 == UInt8(ascii: "@") || $0 <= 0x20 || "/\"'<>?#\\".utf8.contains($0)
        }
        guard let end, bytes[end] == UInt8(ascii: "@") else { return nil }
        return (end, replacement(forToken: bytes[start..<end]))
    }
}

extension UInt8 {
    var isLetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
    fileprivate var isInURLToken: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var isInBase64: Bool {
        isLetterOrDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
    }
    var lowercased: UInt8 { isASCIILetter ? self | 0x20 : self }
    var uppercased: UInt8 { isASCIILetter ? self & 0xDF : self }
}

extension [UInt8] {
    /// Returns the end of a run of bytes that meet a condition.
    func end(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
        var position = start
        let count = count
        while position < count, belongs(self[position]) { position += 1 }
        return position
    }

    /// Whether a percent-encoded byte ends directly before a position.
    func isPercentEncoded(before end: Int) -> Bool {
        end >= 3 && end <= count && self[end - 3] == UInt8(ascii: "%") && self[end - 2].isASCIIHexDigit
            && self[end - 1].isASCIIHexDigit
    }
}

extension ArraySlice<UInt8> {
    /// Whether the slice begins with the digits of a percent-encoded `+` or `/`.
    fileprivate var isBase64Sign: Bool {
        let digits = String(decoding: prefix(2), as: UTF8.self).uppercased()
        return digits == "2B" || digits == "2F"
    }
}
