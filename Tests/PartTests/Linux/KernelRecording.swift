#if os(Linux)
import Foundation
import TestSupport
import Testing

/// One file of Fixtures/netlink, described in the README there.
struct KernelRecording: CustomTestStringConvertible {
    /// The answer to one request, or one announcement.
    struct Section {
        var name: String
        var datagrams: [[UInt8]] = []
    }

    var name: String
    var sections: [Section]

    var testDescription: String { name }

    /// The datagrams of all sections with a name.
    subscript(section: String) -> [[UInt8]] { sections.filter { $0.name == section }.flatMap(\.datagrams) }

    init(_ name: String) throws {
        let root = URL.package.appending(path: "Fixtures/netlink/\(name).hex")
        self.name = name
        sections = []
        var isInDatagram = false
        for line in try String(contentsOf: root, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ) {
            if line.hasPrefix("#") { continue }
            if line.hasPrefix("[") {
                sections.append(Section(name: String(line.dropFirst().dropLast())))
                isInDatagram = false
            } else if line.isEmpty {
                isInDatagram = false
            } else {
                try #require(!sections.isEmpty, "\(name): bytes without a section")
                var section = sections.removeLast()
                if !isInDatagram { section.datagrams.append([]) }
                section.datagrams[section.datagrams.count - 1] += try Self.bytes(line)
                sections.append(section)
                isInDatagram = true
            }
        }
    }

    private static func bytes(_ hex: Substring) throws -> [UInt8] {
        let digits = try hex.map { try #require($0.hexDigitValue, "not hexadecimal: \(hex)") }
        return stride(from: 0, to: digits.count - 1, by: 2).map { (place: Int) -> UInt8 in
            UInt8(digits[place]) << 4 | UInt8(digits[place + 1])
        }
    }
}
#endif
