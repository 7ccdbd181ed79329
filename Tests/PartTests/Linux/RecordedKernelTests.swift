#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import Testing
import TestSupport

@testable import ConnectivityNetlink

@Suite struct RecordedKernelTests {
    /// The expected result of a recording: NAME.json next to NAME.hex.
    private struct Expectation: Decodable {
        /// The sysfs files of an interface: their names, some with content, as in `uevent=DEVTYPE=wlan`.
        var sysfs: [String: [String]]?
        var interfaces: [NetworkInterface]
        var preferred: String?
        var underlay: String?
    }

    @Test func `Every recording of the kernel has an expectation and vice versa`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: KernelRecording.folder.path)
        let expected = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
        #expect(!expected.isEmpty)
        expect(expected, KernelRecording.names)
    }

    @Test(arguments: KernelRecording.names)
    func `Recorded answers of a kernel yield the expected snapshot`(name: String) throws {
        let file = KernelRecording.folder.appending(path: "\(name).json")
        let expected = try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: file))
        try SysfsFolder.with(expected.sysfs ?? [:]) { root in
            let snapshot = try KernelRecording(name).snapshot(sysfsRoot: root)
            expect(snapshot.interfaces.map(\.name), expected.interfaces.map(\.name))
            for (interface, expected) in zip(snapshot.interfaces, expected.interfaces) {
                expect(interface, expected)
            }
            expect(snapshot.preferred?.name, expected.preferred)
            expect(snapshot.underlay?.name, expected.underlay)
        }
    }
}
#endif
