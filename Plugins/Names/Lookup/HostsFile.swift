#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// The file of names of this device, which the system's resolver reads before it asks a name server (hosts(5)).
struct HostsFile {
    /// The largest file that is read, in bytes: lists that block advertisers have several million.
    private static let byteCountMax = 16 * 1024 * 1024

    /// The bytes in lower case.
    private let bytes: [UInt8]

    /// Reads the file; one that is missing counts as empty.
    init(_ path: String = "/etc/hosts") {
        self.init((try? WholeFile(path, limit: Self.byteCountMax)).map(\.bytes) ?? [])
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes.map(\.asciiLowercased) }

    /// Returns whether a line of the file gives one of these addresses for a name.
    func leads(_ name: String, toOneOf addresses: [IPAddress]) -> Bool {
        // Most files do not have the name, and a list can be long.
        guard bytes.contains(Array(name.utf8)) else { return false }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            let words = String(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
                .split(whereSeparator: \.isWhitespace)
            guard let first = words.first, words.dropFirst().contains(where: { $0 == name }),
                let address = try? IPAddress(first)
            else { return false }
            return addresses.contains(address)
        }
    }
}
#endif
