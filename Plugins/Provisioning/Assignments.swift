import ConnectivityCore

/// Lines of the form `KEY=VALUE`, in which systemd's services store their state.
///
/// Lines that begin with `#` are comments. If a key occurs twice, the last value counts. Double quotes around a
/// value are removed. Lines longer than 16 KiB are skipped.
struct Assignments {
    static let lineByteCountMax = 1 << 14

    private let values: [String: [UInt8]]

    init(_ bytes: [UInt8]) {
        var values: [String: [UInt8]] = [:]
        for line in bytes.split(separator: 0x0A) where line.count <= Self.lineByteCountMax && line.first != 0x23 {
            guard let equals = line.firstIndex(of: 0x3D) else { continue }
            var value = line[(equals + 1)...]
            if value.count >= 2, value.first == 0x22, value.last == 0x22 { value = value.dropFirst().dropLast() }
            values[String(decoding: line[..<equals], as: UTF8.self)] = Array(value)
        }
        self.values = values
    }

    /// Returns the value of a key; `nil` if the key is missing or its value is empty.
    func value(of key: String) -> [UInt8]? {
        values[key].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the name servers in the value of a key, separated by white space.
    func nameServers(of key: String) -> [IPAddress] {
        guard let value = value(of: key) else { return [] }
        return value.split(separator: 0x20).compactMap { ServerAddress(Array($0))?.usual }
    }

    /// Returns the servers in the value of a key as resolvers over TLS.
    func resolvers(of key: String) -> [EncryptedResolver] {
        guard let value = value(of: key) else { return [] }
        return value.split(separator: 0x20).compactMap { ServerAddress(Array($0)) }.map { server in
            EncryptedResolver(.configured, .tls, name: server.name, addresses: [server.address], port: server.port)
        }
    }

    /// Whether the value of a key allows only name lookup over TLS, as systemd writes it; `opportunistic` does not.
    func isEncryptedOnly(_ key: String) -> Bool {
        value(of: key).map { ["yes", "y", "true", "t", "on", "1"].contains(String(decoding: $0, as: UTF8.self)) }
            ?? false
    }

    /// Returns the domain names in the value of a key, separated by white space.
    func names(of key: String) -> [String] {
        // networkd writes "~" before a domain that only routes questions.
        value(of: key).map { $0.split(separator: 0x20).map { String(decoding: $0.drop { $0 == 0x7E }, as: UTF8.self) } }
            ?? []
    }

    /// Decodes the value of a key as hexadecimal digits; `nil` if it is not hexadecimal.
    func hexadecimal(of key: String) -> [UInt8]? {
        guard let digits = value(of: key), digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexadecimalValue, let low = digits[index + 1].hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

extension UInt8 {
    /// The value of the byte as a hexadecimal digit; `nil` for other bytes.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
