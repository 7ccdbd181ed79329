import ConnectivityCore

extension DNSRecord.Data: CustomStringConvertible {
    /// The data in presentation form (RFC 1035, section 5.1): names without a final dot, strings in quotation marks,
    /// and the bytes of all other types in the form of RFC 3597, section 5, such as `\# 4 c0000250`.
    package var description: String {
        switch self {
        case .address(let address): "\(address)"
        case .name(let name): "\(name)"
        case .mail(let preference, let name): "\(preference) \(name)"
        case .text(let strings): strings.map { $0.quoted }.joined(separator: " ")
        case .service(let priority, let weight, let port, let name): "\(priority) \(weight) \(port) \(name)"
        case .authority(let zone):
            "\(zone.server) \(zone.mailbox) \(zone.serial) \(zone.refresh) \(zone.retry) \(zone.expire) \(zone.minimum)"
        case .raw(let bytes): bytes.isEmpty ? ##"\# 0"## : ##"\# \##(bytes.count) \##(bytes.hexadecimal)"##
        }
    }
}

extension [UInt8] {
    /// The bytes as a string of a zone file; bytes that are not visible ASCII are written as three decimal digits.
    fileprivate var quoted: String {
        let characters = map { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\\(Character(UnicodeScalar(byte)))"
            case 0x20...0x7E: String(Character(UnicodeScalar(byte)))
            default: "\\\(byte / 100)\(byte / 10 % 10)\(byte % 10)"
            }
        }
        return "\"\(characters.joined())\""
    }
}
