#if canImport(CCurl)
package import ConnectivityCore

/// Assembles a response from header lines and pieces of body, within the limits of a request.
package struct ResponseCollector: Sendable {
    /// Why no more data is accepted.
    package enum Stop: Hashable, Sendable {
        case headerTooLarge, bodyCutAtLimit
    }

    /// Whether the header of the final response has ended.
    package private(set) var isHeaderComplete = false
    /// Why no more data is accepted; `nil` while more is accepted.
    package private(set) var stop: Stop?

    private let headerByteCountMax: Int
    private let bodyByteCountMax: Int
    private let receivedByteCountMax: Int
    private var headerByteCount = 0
    private var status = 0
    private var fields: [HeaderFields.Field] = []
    private var body: [UInt8] = []

    package init(limits: ProbeLimits) {
        headerByteCountMax = limits.headerByteCountMax
        bodyByteCountMax = limits.bodyByteCountMax
        receivedByteCountMax = limits.receivedByteCountMax
    }

    /// Accepts the number of bytes that the connection has received, framing and TLS included.
    /// - Returns: Whether to continue.
    package mutating func setReceived(_ byteCount: Int) -> Bool {
        guard byteCount > receivedByteCountMax else { return true }
        stop = isHeaderComplete ? .bodyCutAtLimit : .headerTooLarge
        return false
    }

    /// Accepts one line of a header: the status line, a field, the empty line, or a trailer field after the body.
    ///
    /// All lines count towards the limit, so that endless interim responses cannot evade it.
    ///
    /// - Parameter line: The line with its line end.
    /// - Returns: Whether to continue.
    package mutating func addHeaderLine(_ line: [UInt8]) -> Bool {
        headerByteCount += line.count
        guard headerByteCount <= headerByteCountMax else {
            stop = .headerTooLarge
            return false
        }
        // Lines after the final header are trailer fields, which are not part of the header.
        guard !isHeaderComplete else { return true }
        let text = line[...].trimmingEnd { $0 == 0x0D || $0 == 0x0A }
        if text.isEmpty {
            // 101 is final: the request asked for no other protocol, so no other response follows.
            isHeaderComplete = !(100..<200).contains(status) || status == 101
        } else if status == 0 || (100..<200).contains(status), text.starts(with: "HTTP/".utf8) {
            status = Self.statusCode(in: text)
            fields = []
        } else {
            addField(text)
        }
        return true
    }

    /// Accepts a piece of the body.
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether to continue.
    package mutating func addBody(_ bytes: some Collection<UInt8>) -> Bool {
        let room = bodyByteCountMax - body.count
        body.append(contentsOf: bytes.prefix(room))
        guard bytes.count <= room else {
            stop = .bodyCutAtLimit
            return false
        }
        return true
    }

    /// Returns the response so far; `nil` before its header is complete.
    /// - Parameter status: The status code that the library has read.
    /// - Returns: The response with the data accepted so far.
    package func response(status: Int) -> ProbeResponse? {
        guard isHeaderComplete else { return nil }
        return ProbeResponse(
            status: status,
            headers: HeaderFields(fields),
            body: body,
            completeness: stop == .bodyCutAtLimit ? .cutAtLimit : .complete
        )
    }

    private mutating func addField(_ line: ArraySlice<UInt8>) {
        if line.first.map(isBlank) == true {
            // A folded line (RFC 9112, section 5.2) belongs to the field before it.
            guard let last = fields.indices.last else { return }
            let more = decoded(line)
            if !more.isEmpty { fields[last].value += fields[last].value.isEmpty ? more : " " + more }
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            fields.append(.init(name: decoded(line[..<colon]), value: decoded(line[(colon + 1)...])))
        }
    }

    private static func statusCode(in line: ArraySlice<UInt8>) -> Int {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard parts.count > 1, let code = Int(String(decoding: parts[1].prefix(3), as: UTF8.self)) else { return 0 }
        return code
    }
}

/// Returns the text without surrounding blanks; bytes that are not UTF-8 are decoded as ISO 8859-1.
private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let trimmed = bytes.drop(while: isBlank).trimmingEnd(isBlank)
    return String(validating: trimmed, as: UTF8.self)
        ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

extension ArraySlice<UInt8> {
    fileprivate func trimmingEnd(_ isSurplus: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[..<(lastIndex { !isSurplus($0) }.map { $0 + 1 } ?? startIndex)]
    }
}
#endif
