#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityProvisioning
import ConnectivityTestKit
import Foundation
import Testing

/// A reader with a root that no configuration states.
private struct Rooted: ProvisioningReader {
    let base: any ProvisioningReader

    var watchedPaths: [String] { base.watchedPaths }
    func provisioning(of interface: NetworkInterface) -> [Provisioning] { base.provisioning(of: interface) }
    func systemNameServers() -> [IPAddress] { base.systemNameServers() }
}

@Suite struct `The laws of provisioning readers` {
    @Test func `All provisioning readers obey the laws for all recorded files`() throws {
        var tried: Set<String> = []
        for testCase in ProvisioningCase.all {
            let root = FileManager.default.temporaryDirectory.appending(path: "laws-\(UUID().uuidString)")
            try FileManager.default.copyItem(atPath: testCase.root, toPath: root.path())
            defer { try? FileManager.default.removeItem(at: root) }
            for reader in ProvisioningPlugin.readers(root: root.path()) {
                let reported = reader.provisioning(of: testCase.interface)
                guard reported.contains(where: { !$0.isEmpty }),
                    !tried.contains("\(type(of: reader)) \(testCase.folder)")
                else { continue }
                tried.insert("\(type(of: reader)) \(testCase.folder)")
                let files = reported.filter { !$0.isEmpty }.map(\.origin)
                let paths = Array(Set(files)).sorted()
                try ProvisioningReaderLaws.check(Rooted(base: reader), of: testCase.interface, files: paths)
            }
        }
        #expect(tried.count >= 8, "\(tried)")
    }
}
#endif
