import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

/// One interface with the files of a folder below Fixtures/provisioning, and the expected facts.
struct ProvisioningCase: Sendable, CustomTestStringConvertible {
    struct Expectation: Codable, Sendable {
        struct Link: Codable, Sendable {
            var name: String
            var index: Int
            var addresses: [String]?
        }

        var interface: Link
        var captivePortal: String?
        /// The file that contains the portal.
        var origin: String?
        var nameServers: [String]?
        var isMetered: Bool?
        var systemNameServers: [String]?
        var domains: [String]?
        /// In seconds.
        var ipv6OnlyWait: Int64?
        var contradicting: [String]?
        /// The file whose portal option is invalid.
        var fault: String?
    }

    private struct Document: Codable {
        var source: String
        var cases: [Expectation]
    }

    var folder: String
    var expectation: Expectation

    var root: String { Self.fixtures.appending(path: folder).path() }
    var interface: NetworkInterface {
        NetworkInterface(
            name: expectation.interface.name,
            index: expectation.interface.index,
            kind: .ethernet,
            addresses: (expectation.interface.addresses ?? []).compactMap { try? NetworkInterface.Address($0) }
        )
    }

    var testDescription: String { "\(folder), \(expectation.interface)" }

    static let fixtures = URL.package.appending(path: "Fixtures/provisioning/")

    /// All cases of all folders; a folder without a readable expectation fails the tests that use ``folders``.
    static let all: [ProvisioningCase] = folders.flatMap { folder -> [ProvisioningCase] in
        guard let data = try? Data(contentsOf: fixtures.appending(path: "\(folder)/expect.json")),
            let document = try? JSONDecoder().decode(Document.self, from: data)
        else { return [] }
        return document.cases.map { ProvisioningCase(folder: folder, expectation: $0) }
    }

    static let folders = ((try? FileManager.default.contentsOfDirectory(atPath: fixtures.path())) ?? []).sorted()

    /// All recorded files with their paths.
    static let files: [(path: String, bytes: [UInt8])] =
        (FileManager.default.subpaths(atPath: fixtures.path()) ?? []).sorted().compactMap { path in
            guard !path.hasSuffix("expect.json"), let data = try? Data(contentsOf: fixtures.appending(path: path))
            else {
                return nil
            }
            return (path, [UInt8](data))
        }
}
