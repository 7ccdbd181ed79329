#if os(Linux)
import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityNetlink

/// Recordings of a Linux 6.1 kernel with simulated radios: Fixtures/netlink/wifi-*.
@Suite struct RecordedWiFiTests {
    private static let names = ["wifi-idle", "wifi-connect", "wifi-roam", "wifi-lost", "wifi-hidden", "wifi-adhoc"]

    private func payloads(_ datagrams: [[UInt8]]) -> [ArraySlice<UInt8>] {
        datagrams.flatMap { NetlinkMessages($0[...]).map(\.payload) }
    }

    @Test(
        arguments: [
            ("wifi-idle", nil),
            ("wifi-connect", .init(ssid: guest, bssid: "02:00:00:00:00:00", frequency: 2_412, signal: -30)),
            ("wifi-roam", .init(ssid: guest, bssid: "02:00:00:00:01:00", frequency: 2_437, signal: -30)),
            ("wifi-lost", nil),
            ("wifi-hidden", .init(ssid: guest, bssid: "02:00:00:00:00:00", frequency: 2_412, signal: -30)),
            ("wifi-adhoc", .init(ssid: cells, bssid: "02:00:00:00:0c:01", frequency: 2_412, signal: nil)),
        ] as [(String, NetworkInterface.WiFi?)]
    )
    func `Recorded answers of nl80211 yield the expected association`(name: String, wifi: NetworkInterface.WiFi?) throws
    {
        let recording = try KernelRecording(name)
        let interfaces = payloads(recording["interfaces"]).compactMap { WirelessInterfaceRecord($0) }
        #expect(interfaces.map(\.index) == [4] && interfaces.allSatisfy(\.isStation))
        let associations = payloads(recording["scan 4"]).compactMap { AssociationRecord($0) }
        expect(associations.map(\.wifi), (wifi.map { [$0] } ?? []))
        #expect(associations.allSatisfy { $0.interfaceIndex == 4 })
    }

    private static let guest = Array("Harbour Guest".utf8)
    private static let cells = Array("Harbour Cells".utf8)

    @Test(arguments: [("wifi-connect", 1), ("wifi-roam", 1), ("wifi-lost", 1)])
    func `Of all recorded announcements, only a changed association triggers a query`(
        name: String,
        count: Int
    ) throws {
        let recording = try KernelRecording(name)
        let family = try #require(payloads(recording["controller"]).lazy.compactMap { GenericFamily($0) }.first)
        expect(family.groups.keys.sorted(), ["config", "mlme", "nan", "regulatory", "scan", "vendor"])
        let events = recording["event nl80211"]
        #expect(events.count > count)
        expect(events.filter { WiFiReader.isTrigger($0[...], of: family.number) }.count, count)
    }

    /// Applies all parsers to a datagram, regardless of the types of its messages.
    private func parse(_ bytes: ArraySlice<UInt8>) -> Int {
        var records = 0
        for message in NetlinkMessages(bytes) {
            records += WirelessInterfaceRecord(message.payload) == nil ? 0 : 1
            records += AssociationRecord(message.payload) == nil ? 0 : 1
            records += GenericFamily(message.payload) == nil ? 0 : 1
        }
        return records + (WiFiReader.isTrigger(bytes, of: 32) ? 1 : 0)
    }

    private func datagrams(of name: String) throws -> [[UInt8]] {
        let names: Set = ["controller", "interfaces", "scan 4", "event nl80211"]
        return try KernelRecording(name).sections.filter { names.contains($0.name) }.flatMap(\.datagrams)
    }

    @Test(arguments: names)
    func `A truncated nl80211 datagram has no more records than the complete one`(name: String) throws {
        for datagram in try datagrams(of: name) {
            let whole = parse(datagram[...])
            for end in datagram.indices { #expect(parse(datagram[..<end]) <= whole) }
        }
    }

    @Test(arguments: names)
    func `An nl80211 datagram with any single byte changed is parsed safely`(name: String) throws {
        for (number, datagram) in try datagrams(of: name).enumerated() {
            var bytes = datagram
            var most = 0
            for offset in LongForm.places(in: datagram.indices, every: 7, from: number) {
                for lie: UInt8 in [0, 1, 3, 0x80, 0xFF, datagram[offset] &+ 1] {
                    bytes[offset] = lie
                    most = max(most, parse(bytes[...]))
                }
                bytes[offset] = datagram[offset]
            }
            #expect(most <= datagram.count / 16)
        }
    }

    @Test func `Parsing five thousand random stations never traps`() throws {
        let station = try #require(try KernelRecording("wifi-connect")["scan 4"].first)
        var random = SplitMix(state: 80_211)
        var records = 0
        for _ in 0..<5_000 {
            var bytes = station
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let offset = Int.random(in: 16..<bytes.count, using: &random)
                bytes[offset] = UInt8.random(in: 0...255, using: &random)
            }
            records += parse(bytes[...])
        }
        #expect(records > 0, "nothing got past the headers")
    }

    @Test func `A list of elements with the maximum length is read to its end`() throws {
        // As many elements without content as fit; the name comes last.
        let empty = (0..<60_000).map { UInt8($0 % 2 == 0 ? 1 : 0) }
        let station =
            MessageBytes.attribute(9, MessageBytes.u32(1)) + MessageBytes.attribute(6, empty + [0, 2, 65, 66])
        let index = MessageBytes.attribute(3, MessageBytes.u32(4))
        let body: [UInt8] = [34, 1, 0, 0] + index + MessageBytes.attribute(47, station)
        try expect(#require(AssociationRecord(body[...])).wifi.ssid, [65, 66])
    }
}
#endif
