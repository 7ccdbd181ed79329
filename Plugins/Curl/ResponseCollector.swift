#if canImport(CCurl)
package import ConnectivityCore
import ConnectivityToolkit

/// Assembles a response from header lines and pieces of body, within the limits of a request.
package struct ResponseCollector: Sendable {
    /// The reason for accepting no more data.
    package enum Stop: Hashable, Sendable {
        case headerTooLarge, bodyCutAtLimit
    }

    /// Whether the header of the final response has ended.
    package private(set) var isHeaderComplete = false
    /// The reason for accepting no more data; `nil` while more is accepted.
    package private(set) var stop: Stop?

    private let maximumHeaderSize: Int
    private let maximumBodySize: Int
    private let receivedByteCountMax: Int
    private var headerByteCount = 0
    private var status = 0
    private var headers = HeaderFields()
    private var body: [UInt8] = []

    package init(limits: ProbeRequest.Limits) {
        maximumHeaderSize = limits.maximumHeaderSize
        maximumBodySize = limits.maximumBodySize
        receivedByteCountMax = limits.receivedByteCountMax
    }

    /// Records the bytes that the connection has received, framing and TLS included, and returns whether to continue.
    package mutating func setReceived(_ byteCount: Int) -> Bool {
        guard byteCount > receivedByteCountMax else { return true }
        stop = isHeaderComplete ? .bodyCutAtLimit : .headerTooLarge
        return false
    }

    /// Accepts one line of a header, with its line end, and returns whether to continue.
    ///
    /// It is the status line, a field, the empty line, or a trailer field after the body. All lines count towards the
    /// limit, so that endless interim responses cannot evade it.
    package mutating func addHeaderLine(_ line: [UInt8]) -> Bool {
        headerByteCount += line.count
        guard headerByteCount <= maximumHeaderSize else {
            stop = .headerTooLarge
            return false
        }
        // Lines after the final header are trailer fields, which are not part of the header.
        guard !isHeaderComplete else { return true }
        let text = line[..<(line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? 0)]
        if text.isEmpty {
            // 101 is final: the request asked for no other protocol, so no other response follows.
            isHeaderComplete = !(100..<200).contains(status) || status == 101
        } else if status == 0 || (100..<200).contains(status), text.starts(with: "HTTP/".utf8) {
            status = Self.statusCode(in: text)
            headers = HeaderFields()
        } else {
            // Nonstandard fields of a server are part of the evidence.
            _ = headers.append(line: text, anyName: true)
        }
        return true
    }

    /// Accepts a piece of the body, and returns whether to continue.
    package mutating func addBody(_ bytes: some Collection<UInt8>) -> Bool {
        let room = maximumBodySize - body.count
        body.append(contentsOf: bytes.prefix(room))
        guard bytes.count <= room else {
            stop = .bodyCutAtLimit
            return false
        }
        return true
    }

    /// Whether the header is a redirect with a target (RFC 9110, section 15.4).
    package var isRedirect: Bool { (300..<400).contains(status) && headers["Location"] != nil }

    /// The length of the body that the header states; `nil` if it does not state it.
    package var statedByteCount: Int? { headers["Content-Length"].flatMap { Int($0) } }

    /// Cuts a body that has at least a number of bytes, and returns whether it is cut.
    package mutating func cut(atLeast byteCount: Int) -> Bool {
        guard isHeaderComplete, body.count >= byteCount else { return false }
        stop = .bodyCutAtLimit
        return true
    }

    /// Returns the response so far; `nil` before its header is complete.
    package func response(status: Int) -> ProbeResponse? {
        guard isHeaderComplete else { return nil }
        return ProbeResponse(
            status: status,
            headers: headers,
            body: body,
            completeness: stop == .bodyCutAtLimit ? .cutAtLimit : .complete
        )
    }

    private static func statusCode(in line: ArraySlice<UInt8>) -> Int {
        let space = UInt8(ascii: " ")
        let word = line.drop { $0 != space }.drop { $0 == space }.prefix { $0 != space }
        return Int(String(decoding: word.prefix(3), as: UTF8.self)) ?? 0
    }
}
#endif
