import Foundation
import TestSupport
import Testing

/// One file of the fixtures.
struct Fixture: Sendable, CustomTestStringConvertible {
    /// The path of the file, relative to the folder of the fixtures.
    var name: String
    var bytes: [UInt8]

    var testDescription: String { name }

    /// Every recording, sorted by name.
    static let all: [Fixture] = {
        let root = URL.package.appending(path: "Fixtures")
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: root.path()) else { return [] }
        return names.filter { $0.hasSuffix(".http") }.sorted().map { name in
            // A file that cannot be read becomes a fixture without a response, which the tests report.
            Fixture(name: name, bytes: [UInt8]((try? Data(contentsOf: root.appending(path: name))) ?? Data()))
        }
    }()

    /// The fixtures whose bodies this build can decode.
    static var readable: [Fixture] {
        #if canImport(CZlib)
        all
        #else
        all.filter { !$0.name.contains("gzip") }
        #endif
    }
}
