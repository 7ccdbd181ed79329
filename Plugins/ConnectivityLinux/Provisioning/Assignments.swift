internal import ConnectivityCore

/// Lines of the form `KEY=VALUE`, as systemd's services keep their state.
///
/// Lines that begin with `#` are comments. Of a key that comes twice, the last counts. Double quotes around a value are
/// dropped. Lines longer than 16 KiB are passed over.
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

    /// The value of a key; `nil` where the key is missing or its value empty.
    func value(of key: String) -> [UInt8]? {
        values[key].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The name servers of a key, separated by white space.
    func nameServers(of key: String) -> [IPAddress] {
        guard let value = value(of: key) else { return [] }
        return value.split(separator: 0x20).compactMap { ServerAddress(Array($0))?.usual }
    }

    /// The bytes that a key has in hexadecimal digits; `nil` where they are not.
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
    /// What the byte means as a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
