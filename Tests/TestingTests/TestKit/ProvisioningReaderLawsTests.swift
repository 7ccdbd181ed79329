import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import Foundation
import Synchronization
import TestSupport
import Testing

/// A reader of a name server from a file, which breaks one law or none.
private struct ServerFile: ProvisioningReader {
    var path: String
    var law: ProvisioningReaderLaws.Law?
    let calls = Calls()

    final class Calls: Sendable {
        let count = Mutex(0)
    }

    var watchedPaths: [String] {
        law == .watched ? ["/nonexistent"] : [URL(filePath: path).deletingLastPathComponent().path()]
    }

    func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        let number = calls.count.withLock { count in
            count += 1
            return count
        }
        // Reading from a pipe would never end.
        let values = try? FileManager.default.attributesOfItem(atPath: path)
        if values?[.type] as? FileAttributeType != .typeRegular { return [] }
        guard law != .concludes, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        if law == .bounded, text.utf8.count > 100_000 { Thread.sleep(forTimeInterval: 3) }
        if law == .effect { try? "read".write(toFile: path, atomically: true, encoding: .utf8) }
        let servers = text.split(separator: "\n").prefix(3).compactMap { try? IPAddress($0) }
        let isMetered: Bool? = law == .pure ? number % 2 == 0 : nil
        let reported = Provisioning(origin: path, nameServers: servers, isMetered: isMetered)
        return reported.isEmpty ? [] : [reported]
    }
}

/// A reader that decodes as a reader of another file.
private struct Forgetful: ProvisioningReader, Codable {
    var path: String
    var watchedPaths: [String] { [path] }

    init(path: String) { self.path = path }
    init(from decoder: any Decoder) throws { path = "/nonexistent" }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
    private enum CodingKeys: CodingKey {}

    func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        ServerFile(path: path).provisioning(of: interface)
    }
}

@Suite struct `The laws of provisioning readers` {
    private static let faults: [ProvisioningReaderLaws.Law] = [
        .concludes, .pure, .watched, .bounded, .effect, .roundTrip,
    ]

    private static func check(_ law: ProvisioningReaderLaws.Law?) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "servers-\(UUID().uuidString)")
        try Data("192.0.2.53\n2001:db8::53\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let reader: any ProvisioningReader =
            law == .roundTrip ? Forgetful(path: file.path()) : ServerFile(path: file.path(), law: law)
        try ProvisioningReaderLaws.check(
            reader,
            of: NetworkInterface(name: "eth0", index: 1, kind: .ethernet),
            files: [file.path()],
            timeLimit: law == .bounded ? .milliseconds(500) : .seconds(20)
        )
        try expect(String(contentsOf: file, encoding: .utf8), "192.0.2.53\n2001:db8::53\n")
    }

    @Test func `Provisioning reader laws hold for a careful reader`() throws { try Self.check(nil) }

    @Test func `Every provisioning reader law is broken by a faulty reader`() {
        expect(Set(Self.faults), Set(ProvisioningReaderLaws.Law.allCases))
    }

    @Test(arguments: faults)
    func `Provisioning reader laws are broken by a deliberately faulty reader`(law: ProvisioningReaderLaws.Law) {
        let violation = #expect(throws: LawViolation.self) { try Self.check(law) }
        expect(violation?.law, law.rawValue)
    }
}
