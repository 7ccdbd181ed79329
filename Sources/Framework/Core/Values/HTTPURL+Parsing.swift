extension HTTPURL {
    /// The reason why a text is not a URL that may be requested or shown.
    public enum Fault: Error, Hashable, Sendable {
        /// The text is empty.
        case empty
        /// The text is longer than `HTTPURL.byteCountMax` bytes.
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
        /// The text comes from the network and names this device itself, which no network serves.
        case thisDevice
    }

    /// The components of a reference, before they are checked together.
    struct Parts {
        var scheme: Scheme?
        var authority: Substring?
        var path: String
        var query: String?
        var fragment: String?

        // Delimiters are bytes: for Swift, a slash followed by a combining mark is a different character.
        init(_ text: some StringProtocol) throws(Fault) {
            guard text.utf8.count <= byteCountMax else { throw .tooLong }
            var rest = String(text)[...].utf8.drop { $0 <= 0x20 }
            while let last = rest.last, last <= 0x20 { rest.removeLast() }
            guard !rest.isEmpty else { throw .empty }
            guard !rest.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .controlCharacter }

            fragment = Self.cut(&rest, at: UInt8(ascii: "#")).map(percentEncoded)
            query = Self.cut(&rest, at: UInt8(ascii: "?")).map(percentEncoded)
            // Browsers read a backslash as a slash, so a check of a link's target must do the same.
            let path = String(decoding: rest.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
            rest = path[...].utf8
            if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[..<colon].allSatisfy(Self.isSchemeByte),
                rest.first?.isASCIILetter == true
            {
                let name = Substring(rest[..<colon]).lowercased()
                guard let known = Scheme(rawValue: name) else { throw .scheme(name) }
                scheme = known
                rest = rest[rest.index(after: colon)...]
            }
            if rest.starts(with: "//".utf8) {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                authority = Substring(rest[..<end])
                rest = rest[end...]
            }
            self.path = percentEncoded(rest)
        }

        private static func cut(_ text: inout Substring.UTF8View, at separator: UInt8) -> Substring.UTF8View? {
            guard let index = text.firstIndex(of: separator) else { return nil }
            defer { text = text[..<index] }
            return text[text.index(after: index)...]
        }

        private static func isSchemeByte(_ byte: UInt8) -> Bool {
            byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
        }
    }

    /// Whether a text is the host of a URL exactly as written, such as `dns.example`.
    package static func isHost(_ text: String) -> Bool { (try? HTTPURL("https://\(text)/"))?.host == text }

    package static func hostAndPort(_ authority: Substring) throws(Fault) -> (host: String, port: UInt16?) {
        let bytes = authority.utf8
        guard !bytes.contains(UInt8(ascii: "@")) else { throw .userInfo }
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")),
                let address = try? IPAddress(Substring(bytes[..<end].dropFirst())), address.family == .ipv6
            else { throw .host }
            let rest = bytes[bytes.index(after: end)...]
            guard rest.first ?? UInt8(ascii: ":") == UInt8(ascii: ":") else { throw .host }
            return (address.description, try number(Substring(rest.dropFirst())))
        }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard let name = InternationalName.ascii(authority[..<colon]), !name.isEmpty, name.utf8.count <= 253,
            name.utf8.allSatisfy(isHostByte)
        else { throw .host }
        let host = try IPAddress.ipv4(anyFormOf: name)?.description ?? name.lowercased()
        return (host, try number(Substring(bytes[colon...].dropFirst())))
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
        let bytes = path.utf8
        guard bytes.first != UInt8(ascii: "/") || hasDotSegment(bytes) else { return path }
        var output: [Substring] = []
        let relative = bytes.first == UInt8(ascii: "/") ? bytes.dropFirst() : bytes[...]
        let segments = relative.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(
            Substring.init
        )
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

    /// Whether a slash is followed by a dot, as before every dot segment of an absolute path.
    private static func hasDotSegment(_ path: String.UTF8View) -> Bool {
        var isAfterSlash = false
        for byte in path {
            if isAfterSlash, byte == UInt8(ascii: ".") { return true }
            isAfterSlash = byte == UInt8(ascii: "/")
        }
        return false
    }
}

/// Percent-encodes bytes that are not allowed in a path, query or fragment; existing escapes stay unchanged.
private func percentEncoded(_ text: Substring.UTF8View) -> String {
    guard !text.allSatisfy(isAllowed) else { return String(Substring(text)) }
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text {
        if isAllowed(byte) {
            bytes.append(byte)
        } else {
            bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
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
        case .thisDevice: "it names this device itself"
        }
    }
}
