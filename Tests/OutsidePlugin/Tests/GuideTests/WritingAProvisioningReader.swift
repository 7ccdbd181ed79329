import ConnectivityCore
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Testing

// Code of the guide "Writing a provisioning reader", which the tests of the guides compare with this file.

struct PortalFile: ProvisioningReader, Configurable {
    static var pluginID: PluginID { "provisioning.portal-file" }
    var folder: String

    var watchedPaths: [String] { [folder] }

    func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        let path = "\(folder)/\(interface.name).portal"
        // Opening a pipe could block indefinitely.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == .typeRegular, let file = FileHandle(forReadingAtPath: path),
            let bytes = try? file.read(upToCount: 4096)
        else { return [] }
        return [Provisioning(origin: path, channel: .dhcpv4, captivePortal: Array(bytes))]
    }
}

@Suite struct `The provisioning reader of the guide` {
    @Test func `A portal file keeps the laws of provisioning readers`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "portal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "eth0.portal")
        try Data("https://portal.example/api".utf8).write(to: file)
        let reader = PortalFile(folder: folder.path)
        let interface = NetworkInterface(name: "eth0", index: 1, kind: .ethernet)
        try ProvisioningReaderLaws.check(reader, of: interface, files: [file.path])
        #expect(reader.provisioning(of: interface).count == 1)
    }
}
