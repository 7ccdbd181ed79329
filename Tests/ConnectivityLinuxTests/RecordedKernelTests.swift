#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import Testing

@testable import ConnectivityLinux

@Suite struct RecordedKernelTests {
    /// What a recording must lead to: NAME.json next to NAME.hex.
    private struct Expectation: Decodable {
        /// What sysfs has of an interface: the names of its files, some with text, as in `uevent=DEVTYPE=wlan`.
        var sysfs: [String: [String]]?
        var interfaces: [Interface]
        var preferred: String?
        var underlay: String?
    }

    @Test func `There are recordings, and every expectation belongs to one`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: KernelRecording.folder.path)
        let expected = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
        #expect(!expected.isEmpty)
        #expect(expected == KernelRecording.names)
    }

    @Test(arguments: KernelRecording.names)
    func `What a kernel answered gives the snapshot that was set up`(name: String) throws {
        let file = KernelRecording.folder.appending(path: "\(name).json")
        let expected = try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: file))
        try SysfsFolder.with(expected.sysfs ?? [:]) { root in
            let snapshot = try KernelRecording(name).snapshot(sysfsRoot: root)
            #expect(snapshot.interfaces.map(\.name) == expected.interfaces.map(\.name))
            for (interface, expected) in zip(snapshot.interfaces, expected.interfaces) {
                #expect(interface == expected)
            }
            #expect(snapshot.preferred?.name == expected.preferred)
            #expect(snapshot.underlay?.name == expected.underlay)
        }
    }
}
#endif
