/// The response code of a name server, including the bits of the extension (RFC 6891, section 6.1.3).
package struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
    /// There was no error; the answer may have no records of the type.
    package static let noError = DNSResponseCode(rawValue: 0)
    /// The server could not interpret the question.
    package static let formatError = DNSResponseCode(rawValue: 1)
    /// The server failed to process the question.
    package static let serverFailure = DNSResponseCode(rawValue: 2)
    /// The name does not exist, for any type.
    package static let noSuchName = DNSResponseCode(rawValue: 3)
    /// The server does not support this kind of question.
    package static let notImplemented = DNSResponseCode(rawValue: 4)
    /// The server refused to answer.
    package static let refused = DNSResponseCode(rawValue: 5)
    /// The server does not support this version of the extension.
    package static let badVersion = DNSResponseCode(rawValue: 16)

    /// The number, at most 12 bits.
    package let rawValue: UInt16

    /// Creates a code from any number.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Finds a code by its name, such as `NXDOMAIN`, regardless of case, or in the form `RCODE77`; `nil` if unknown.
    package init?(name: String) {
        let name = name.uppercased()
        if let known = Self.names.first(where: { $0.value == name }) {
            self = known.key
        } else if name.hasPrefix("RCODE"), let number = UInt16(digits: name.dropFirst(5)), number < 0x1000 {
            rawValue = number
        } else {
            return nil
        }
    }

    private static let names: [DNSResponseCode: String] = [
        .noError: "NOERROR", .formatError: "FORMERR", .serverFailure: "SERVFAIL", .noSuchName: "NXDOMAIN",
        .notImplemented: "NOTIMP", .refused: "REFUSED", .badVersion: "BADVERS",
    ]
}

extension DNSResponseCode: CustomStringConvertible {
    /// The name of the code, or `RCODE` and its number.
    package var description: String { Self.names[self] ?? "RCODE\(rawValue)" }
}
