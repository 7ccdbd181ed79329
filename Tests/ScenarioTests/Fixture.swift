import Foundation
import Testing

/// One file of the fixtures.
struct Fixture: Sendable, CustomTestStringConvertible {
    /// The path below the folder of the fixtures.
    var name: String
    var bytes: [UInt8]

    var testDescription: String { name }

    /// Every recording, sorted by name.
    static let all: [Fixture] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures")
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: root.path()) else { return [] }
        return names.filter { $0.hasSuffix(".http") }.sorted().map { name in
            // A file that cannot be read becomes one without a response, which its test reports.
            Fixture(name: name, bytes: [UInt8]((try? Data(contentsOf: root.appending(path: name))) ?? Data()))
        }
    }()

    /// Those whose bodies this build can read.
    static var readable: [Fixture] {
        #if Zlib
        all
        #else
        all.filter { !$0.name.contains("gzip") }
        #endif
    }
}
