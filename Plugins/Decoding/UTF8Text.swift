import ConnectivityCore

/// Returns the text of a response without content coding in UTF-8; `nil` if the body already is this text.
///
/// The order is that of browsers, with two differences. Bytes that are valid UTF-8 and not only ASCII are read as UTF-8
/// even if the labels name another encoding, because text in other encodings does not look like UTF-8. Markup in UTF-16
/// is recognized by its zero bytes even without a byte order mark.
func utf8Text(of response: ProbeResponse) -> [UInt8]? {
    let body = response.body
    if body.starts(with: utf8Mark) { return body.lossyUTF8.asDecodedText }
    if let encoding = body.utf16Encoding { return body.decodedUTF16(encoding).asDecodedText }

    let isUTF8 = body.isUTF8
    // UTF-16 and ISO-2022-JP encode other characters with ASCII bytes, and have a byte that other texts lack.
    if isUTF8, !body.contains(where: isSignOfOtherText) || body.contains(where: { $0 >= 0x80 }) { return nil }
    if response.completeness == .cutAtLimit, body.isUTF8UpToCutCharacter { return body.lossyUTF8.asDecodedText }

    let header = (response.headers["Content-Type"]?.utf8).flatMap { TextEncoding(inParameterOf: Array($0)) }
    for encoding in [header, TextEncoding(declaredIn: body)].compactMap(\.self) {
        if isUTF8, !encoding.isPlausible(forASCII: body) { continue }
        if let text = body.decoded(as: encoding) { return text.asDecodedText }
    }
    return isUTF8 ? nil : body.decodedWindows1252.asDecodedText
}

private let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Whether a byte is a zero byte, as in UTF-16, or an escape, as in ISO-2022-JP.
private func isSignOfOtherText(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x1B }

extension TextEncoding {
    /// Whether bytes below 0x80 may have another meaning than ASCII in this encoding.
    fileprivate func isPlausible(forASCII body: [UInt8]) -> Bool {
        switch self {
        case .utf16LittleEndian, .utf16BigEndian: body.contains(0)
        case .table(let name): name == "ISO-2022-JP" && body.contains(0x1B)
        case .utf8, .windows1252: false
        }
    }
}

extension [UInt8] {
    /// Whether the bytes are UTF-8 except for an incomplete last character.
    fileprivate var isUTF8UpToCutCharacter: Bool {
        guard let lead = lastIndex(where: { $0 & 0xC0 != 0x80 }), count - lead < 4, self[lead] >= 0xC2 else {
            return false
        }
        return Array(self[..<lead]).isUTF8
    }

    /// The UTF-16 variant by a byte order mark, or by a zero byte next to each of the first two characters of markup.
    fileprivate var utf16Encoding: TextEncoding? {
        if starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        guard count >= 4 else { return nil }
        let open = UInt8(ascii: "<")
        if self[0] == open, self[1] == 0, self[2] != 0, self[3] == 0 { return .utf16LittleEndian }
        if self[0] == 0, self[1] == open, self[2] == 0, self[3] != 0 { return .utf16BigEndian }
        return nil
    }

    /// Returns the text as UTF-8; `nil` if the encoding is unavailable or clearly wrong.
    fileprivate func decoded(as encoding: TextEncoding) -> [UInt8]? {
        switch encoding {
        case .utf8: lossyUTF8
        // A text in UTF-16 without any zero byte would have no spaces, line ends or markup.
        case .utf16LittleEndian, .utf16BigEndian: contains(0) ? decodedUTF16(encoding) : nil
        case .windows1252: decodedWindows1252
        case .table(let name): converted(self, from: name)
        }
    }

    /// The text without byte order marks and without the two characters that a second decoding would misread.
    ///
    /// They become U+FFFD, because they look like UTF-16 or ISO-2022-JP; pages do not need them.
    fileprivate var asDecodedText: [UInt8] {
        var rest = self[...]
        while rest.starts(with: utf8Mark) { rest = rest.dropFirst(utf8Mark.count) }
        guard rest.contains(where: isSignOfOtherText) else { return rest.count == count ? self : Array(rest) }
        return [UInt8](capacity: rest.count * 3) { text in
            for byte in rest {
                if isSignOfOtherText(byte) { text.appendReplacementCharacter() } else { text.append(byte) }
            }
        }
    }
}
