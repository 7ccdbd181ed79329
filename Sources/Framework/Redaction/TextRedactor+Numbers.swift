import ConnectivityCore

// Finds long numbers, numbers of devices and positions.

extension TextRedactor {
    /// The lower bound is the length of the shortest number that identifies a device, such as an IMEI without its check digit.
    private static let longNumberLength = 14...64
    /// The groups of digits of an IMEI or IMSI (3GPP TS 23.003).
    private static let deviceGroups: [[Int]] = [
        [2, 6, 6], [2, 6, 6, 1], [2, 6, 6, 2], [6, 2, 6], [6, 2, 6, 1], [6, 2, 6, 2], [8, 6, 1], [8, 6, 2], [3, 2, 9],
        [3, 2, 10], [3, 3, 9],
    ]

    /// Replaces the secret numbers at an index, up to the end of the run of letters and digits.
    mutating func numbers(in bytes: [UInt8], at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        if rules.shapes.contains(.position), let end = position(in: bytes, at: start, &edits) { return end }
        guard rules.shapes.contains(.longNumber) else { return nil }
        if let groups = Self.deviceNumber(in: bytes, at: start) {
            let whole = groups[0].lowerBound..<groups[groups.count - 1].upperBound
            edits.append((whole, replacement(forNumber: bytes[whole])))
            return whole.upperBound
        }
        let end = bytes.end(from: start) { $0.isLetterOrDigit }
        guard end - start >= Self.longNumberLength.lowerBound else { return nil }
        var position = start
        while position < end {
            let behind = bytes.end(from: position) { $0.isASCIIDigit }
            if Self.longNumberLength.contains(behind - position), !Self.isPublicNumber(position..<behind, in: bytes) {
                edits.append((position..<behind, replacement(forNumber: bytes[position..<behind])))
            }
            position = bytes.end(from: behind) { $0.isASCIILetter }
        }
        return end
    }

    /// Returns the groups of an IMEI, IMSI or ICCID at an index; `nil` if none begins there.
    ///
    /// An ICCID begins with 89 and has 18 to 22 digits (ITU-T E.118), in any groups.
    private static func deviceNumber(in bytes: [UInt8], at start: Int) -> [Range<Int>]? {
        let mayBeCard = bytes.has(UInt8(ascii: "8"), at: start) && bytes.has(UInt8(ascii: "9"), at: start + 1)
        var groups: [Range<Int>] = []
        var counts: [Int] = []
        var position = start
        var digitCount = 0
        var found: Int?
        while digitCount <= 22 {
            let end = bytes.end(from: position, limit: 23) { $0.isASCIIDigit }
            guard end > position, end == bytes.count || !bytes[end].isASCIILetter else { break }
            groups.append(position..<end)
            counts.append(end - position)
            digitCount += end - position
            guard mayBeCard || deviceGroups.contains(where: { $0.starts(with: counts) }) else { break }
            let isCard = mayBeCard && (18...22).contains(digitCount) && groups.count > 1
            if isCard || deviceGroups.contains(counts) { found = groups.count }
            guard end < bytes.count, " -./".utf8.contains(bytes[end]) else { break }
            guard groups.count == 1 || bytes[groups[1].lowerBound - 1] == bytes[end] else { break }
            position = end + 1
        }
        return found.map { Array(groups.prefix($0)) }
    }

    // MARK: Positions

    private mutating func position(in bytes: [UInt8], at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        // A list of more numbers, such as the path of a drawing, is not a position.
        guard let first = Self.degrees(in: bytes, at: start), !Self.isAfterDegrees(bytes, start) else { return nil }
        let next = Self.afterSeparator(in: bytes, from: first.upperBound)
        guard next > first.upperBound, let second = Self.degrees(in: bytes, at: next) else { return nil }
        let last = Self.afterSeparator(in: bytes, from: second.upperBound)
        if last > second.upperBound, Self.degrees(in: bytes, at: last) != nil { return nil }
        // Two parts of one number, such as seconds; at zero degrees of both there is only sea.
        if [first, second].allSatisfy({ bytes[$0].starts(with: "0.".utf8) }) { return nil }
        for number in [first, second] { edits.append((number, replacement(forNumber: bytes[number]))) }
        return second.upperBound
    }

    /// Returns the range of a number of degrees with four or more decimal places; `nil` if no such number begins at the index.
    private static func degrees(in bytes: [UInt8], at start: Int) -> Range<Int>? {
        let point = bytes.end(from: start, limit: 4) { $0.isASCIIDigit }
        guard (1...3).contains(point - start), bytes.has(UInt8(ascii: "."), at: point) else { return nil }
        let end = bytes.end(from: point + 1, limit: 18) { $0.isASCIIDigit }
        guard (4...17).contains(end - point - 1), end == bytes.count || !bytes[end].isASCIIDigit,
            let degrees = Int(String(decoding: bytes[start..<point], as: UTF8.self)), degrees <= 180
        else { return nil }
        return start..<end
    }

    /// Skips the separator between a latitude and a longitude, such as `, -` or `° N, `.
    private static func afterSeparator(in bytes: [UInt8], from start: Int) -> Int {
        bytes.end(from: start, limit: 8) { ",;/| +-NSEW".utf8.contains($0) || $0 == 0xC2 || $0 == 0xB0 }
    }

    private static func isAfterDegrees(_ bytes: [UInt8], _ start: Int) -> Bool {
        var index = start
        while index > 0, start - index < 4, ",;/| +-".utf8.contains(bytes[index - 1]) { index -= 1 }
        guard index < start, index > 5 else { return false }
        return bytes[index - 5..<index].allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
            && bytes[index - 1].isASCIIDigit
            && bytes[..<index].reversed().prefix(19).drop { $0.isASCIIDigit }.first == UInt8(ascii: ".")
    }
}
