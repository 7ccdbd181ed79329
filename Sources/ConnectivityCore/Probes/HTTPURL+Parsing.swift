extension HTTPURL {
    /// The reason why a text is not a URL that may be requested or shown.
    public enum Fault: Error, Hashable, Sendable {
        /// The text is empty.
        case empty
        /// The text is longer than ``HTTPURL/byteCountMax`` bytes.
        case tooLong
        /// The scheme is neither `http` nor `https`; `nil` if the text has no scheme.
        case scheme(String?)
        /// The URL has a user name or password, which can disguise the host.
        case userInfo
        /// The host is missing or has characters that are not allowed in a host.
        case host
        /// The port is not a number from 1 through 65535.
        case port
        /// The text has a control character.
        case controlCharacter
    }

    /// The components of a reference, before they are checked together.
    struct Parts {
        var scheme: Scheme?
        var authority: Substring?
        var path: String
        var query: String?
        var fragment: String?

        init(_ text: some StringProtocol) throws(Fault) {
            guard text.utf8.count <= byteCountMax else { throw .tooLong }
            var rest = String(text)[...]
            while let first = rest.unicodeScalars.first, first.value <= 0x20 { rest.unicodeScalars.removeFirst() }
            while let last = rest.unicodeScalars.last, last.value <= 0x20 { rest.unicodeScalars.removeLast() }
            guard !rest.isEmpty else { throw .empty }
            guard !rest.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .controlCharacter }

            fragment = Self.cut(&rest, at: "#").map(percentEncoded)
            query = Self.cut(&rest, at: "?").map(percentEncoded)
            // Browsers read a backslash as a slash, so a check of where a link leads must do the same.
            rest = rest.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/")[...]
            if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy(Self.isSchemeCharacter),
                rest.first?.isLetter == true
            {
                let name = rest[..<colon].lowercased()
                guard let known = Scheme(rawValue: name) else { throw .scheme(name) }
                scheme = known
                rest = rest[rest.index(after: colon)...]
            }
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: "/") ?? rest.endIndex
                authority = rest[..<end]
                rest = rest[end...]
            }
            path = percentEncoded(rest)
        }

        private static func cut(_ text: inout Substring, at separator: Character) -> Substring? {
            guard let index = text.firstIndex(of: separator) else { return nil }
            defer { text = text[..<index] }
            return text[text.index(after: index)...]
        }

        private static func isSchemeCharacter(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
        }
    }

    static func hostAndPort(_ authority: Substring) throws(Fault) -> (host: String, port: UInt16?) {
        guard !authority.contains("@") else { throw .userInfo }
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw .host }
            host = authority[authority.index(after: authority.startIndex)..<end]
            guard let address = IPAddress(host), address.family == .ipv6 else { throw .host }
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .host }
            return (address.description, try rest.isEmpty ? nil : number(rest.dropFirst()))
        }
        if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        guard let name = InternationalName.ascii(host), !name.isEmpty, name.utf8.count <= 253,
            name.utf8.allSatisfy(isHostByte)
        else { throw .host }
        return (name.lowercased(), try port.flatMap(number))
    }

    private static func number(_ text: Substring) throws(Fault) -> UInt16? {
        if text.isEmpty { return nil }
        guard text.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(text), port > 0 else {
            throw .port
        }
        return port
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._".utf8.contains(byte)
    }

    /// Removes dot segments (RFC 3986, section 5.2.4) and makes the path absolute.
    static func removingDotSegments(_ path: String) -> String {
        var output: [Substring] = []
        let relative = path.hasPrefix("/") ? path.dropFirst() : path[...]
        let segments = relative.split(separator: "/", omittingEmptySubsequences: false)
        for (offset, segment) in segments.enumerated() {
            let isLast = offset == segments.count - 1
            switch segment {
            case ".":
                if isLast { output.append("") }
            case "..":
                if !output.isEmpty { output.removeLast() }
                if isLast { output.append("") }
            default:
                output.append(segment)
            }
        }
        return "/" + output.joined(separator: "/")
    }
}

/// Percent-encodes bytes that are not allowed in a path, query or fragment; existing escapes stay as they are.
private func percentEncoded(_ text: Substring) -> String {
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E:
            bytes.append(byte)
        default:
            bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

extension HTTPURL.Fault: CustomStringConvertible {
    /// The fault as one clause, in words for people.
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong: "it is longer than \(HTTPURL.byteCountMax) bytes"
        case .scheme(let name?): "its scheme is \"\(name.printable(limit: 20))\", not http or https"
        case .scheme(nil): "it does not begin with http:// or https://"
        case .userInfo: "it contains a user name or password"
        case .host: "its host is missing or invalid"
        case .port: "its port is not a number from 1 through 65535"
        case .controlCharacter: "it contains a control character"
        }
    }
}
