import ConnectivityCore
import ConnectivityRecords

/// The request line and the header fields of an HTTP/1 request (RFC 9112, sections 2 through 5).
struct RequestHead {
    var method: String
    var target: String
    var version: String
    var headers: HeaderFields

    /// The length of the body; `nil` where the request says it in a way that cannot be read.
    var bodyByteCount: Int? {
        guard headers["Transfer-Encoding"] == nil else { return nil }
        guard let text = headers["Content-Length"] else { return 0 }
        guard let count = Int(text), count >= 0 else { return nil }
        return count
    }

    /// Reads a head.
    /// - Parameter bytes: The bytes up to the empty line, it included.
    init?(_ bytes: ArraySlice<UInt8>) {
        var lines = LineReader(Array(bytes))
        guard let line = lines.next() else { return nil }
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        version = String(decoding: parts[2], as: UTF8.self)
        guard version.utf8.count == 8, version.hasPrefix("HTTP/1."), version.last?.isWholeNumber == true else {
            return nil
        }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        var block = HeaderBlock()
        while let line = lines.next(), !line.isEmpty {
            guard block.append(line) else { return nil }
        }
        headers = block.fields
    }

    /// Where the body begins, if the empty line that ends a head has arrived.
    /// - Parameters:
    ///   - bytes: What has arrived.
    ///   - start: Where to begin to look.
    /// - Returns: The index behind the empty line.
    static func end(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                let rest = bytes[(index + 1)...].prefix(2)
                if rest.first == UInt8(ascii: "\n") { return index + 2 }
                if rest.elementsEqual("\r\n".utf8) { return index + 3 }
            }
            index += 1
        }
        return nil
    }
}
