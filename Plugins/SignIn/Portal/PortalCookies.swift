import ConnectivityCore

/// The cookies of a visit to a portal (RFC 6265), each only for the host that set it, regardless of its domain.
///
/// At most 50 cookies of at most 4096 bytes (RFC 6265, section 6.1) and 16 KiB in total are kept, until the end of the visit.
struct PortalCookies: Sendable {
    private static let countMax = 50
    private static let byteCountMax = 4096
    private static let totalByteCountMax = 16 * 1024

    private struct Cookie {
        let host: String
        let path: String
        let isSecure: Bool
        let name: String
        let value: String
    }

    private var cookies: [Cookie] = []

    /// Stores the values of `Set-Cookie` fields.
    mutating func store(_ values: [String], from url: HTTPURL) {
        for text in values where text.utf8.count <= Self.byteCountMax {
            let parts = text.split(separator: ";").map { $0.trimmed }
            guard let pair = parts.first, let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                continue
            }
            let name = String(pair[..<equals])
            let value = String(pair[pair.index(after: equals)...])
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { continue }
            var path = url.folder
            var (isSecure, isOver) = (false, false)
            for attribute in parts.dropFirst() {
                let lower = attribute.lowercased()
                if lower == "secure" { isSecure = true }
                if lower.hasPrefix("path=/") { path = String(attribute.dropFirst(5)) }
                if lower.hasPrefix("max-age=") { isOver = Int(lower.dropFirst(8)).map { $0 <= 0 } ?? false }
            }
            guard !isSecure || url.scheme == .https else { continue }
            cookies.removeAll { $0.host == url.host && $0.name == name && $0.path == path }
            let byteCount = cookies.reduce(text.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            guard !isOver, cookies.count < Self.countMax, byteCount <= Self.totalByteCountMax else { continue }
            cookies.append(Cookie(host: url.host, path: path, isSecure: isSecure, name: name, value: value))
        }
    }

    /// The value of the `Cookie` field for a request; `nil` without a cookie.
    func field(for url: HTTPURL) -> String? {
        let fitting = cookies.filter { cookie in
            cookie.host == url.host && (!cookie.isSecure || url.scheme == .https) && url.path.isBelow(cookie.path)
        }
        return fitting.isEmpty ? nil : fitting.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}

extension HTTPURL {
    /// The default path of a cookie (RFC 6265, section 5.1.4).
    fileprivate var folder: String {
        guard let last = path.lastIndex(of: "/"), last != path.startIndex else { return "/" }
        return String(path[..<last])
    }
}

extension String {
    /// Whether a path equals the path of a cookie or is below it (RFC 6265, section 5.1.4).
    fileprivate func isBelow(_ path: String) -> Bool {
        self == path || hasPrefix(path) && (path.hasSuffix("/") || dropFirst(path.count).first == "/")
    }
}
