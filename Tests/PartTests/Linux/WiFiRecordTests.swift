#if os(Linux)
import ConnectivityCore
import Testing
import TestSupport

@testable import ConnectivityNetlink

/// The numbers are those of the kernel's headers, written out so that a mistake in the code is not repeated here.
@Suite struct WiFiRecordTests {
    private typealias Bytes = MessageBytes

    private static let index = Bytes.attribute(3, Bytes.u32(4))
    private static let name = Array("Harbour Guest".utf8)

    private static func interface(command: UInt8 = 7, _ attributes: [UInt8]...) -> [UInt8] {
        [command, 1, 0, 0] + attributes.flatMap { $0 }
    }

    private static func scan(command: UInt8 = 34, index: [UInt8] = index, _ station: [UInt8]...) -> [UInt8] {
        [command, 1, 0, 0] + index + Bytes.attribute(0x8000 | 47, station.flatMap { $0 })
    }

    private static func element(_ number: UInt8, _ value: [UInt8]) -> [UInt8] { [number, UInt8(value.count)] + value }

    private static let associated = Bytes.attribute(9, Bytes.u32(1))

    @Test(arguments: [(0, false), (1, true), (2, true), (3, false), (6, false), (8, true), (9, false), (99, false)])
    func `Only interface types that join networks are stations`(type: UInt32, isStation: Bool) throws {
        let bytes = Self.interface(Self.index, Bytes.attribute(5, Bytes.u32(type)))
        let record = try #require(WirelessInterfaceRecord(bytes[...]))
        #expect(record.index == 4 && record.isStation == isStation && record.ssid == nil)
    }

    @Test func `Rejects a wireless device without a network interface, and other commands`() {
        expect(WirelessInterfaceRecord(Self.interface(Bytes.attribute(5, Bytes.u32(10)))[...]), nil)
        expect(WirelessInterfaceRecord(Self.interface(Bytes.attribute(3, Bytes.u32(0)))[...]), nil)
        expect(WirelessInterfaceRecord(Self.interface(Bytes.attribute(3, Bytes.u32(.max)))[...]), nil)
        expect(WirelessInterfaceRecord(Self.interface(command: 8, Self.index)[...]), nil)
        for end in 0..<12 { expect(WirelessInterfaceRecord(Self.interface(Self.index)[..<end]), nil) }
    }

    @Test func `Decodes the access point, channel, signal and name of an association`() throws {
        let bytes = Self.scan(
            Bytes.attribute(1, [2, 0, 0, 0, 0xA, 0xFF]),
            Bytes.attribute(2, Bytes.u32(5_180)),
            Bytes.attribute(6, Self.element(1, [0x82]) + Self.element(0, Self.name)),
            Bytes.attribute(7, Bytes.u32(UInt32(bitPattern: -6_149))),
            Self.associated
        )
        let record = try #require(AssociationRecord(bytes[...]))
        #expect(record.interfaceIndex == 4 && record.link == 0)
        expect(record.wifi, .init(ssid: Self.name, bssid: "02:00:00:00:0a:ff", frequency: 5_180, signal: -61))
    }

    @Test(arguments: [(0x00, false, false), (0x12, true, false), (0x2F, false, true), (0xFF, true, true)])
    func `Announcements of an access point are read from the bits of its element 107`(
        options: UInt8,
        hasInternet: Bool,
        requiresFurtherStep: Bool
    ) throws {
        let elements = Self.element(0, Self.name) + Self.element(107, [options, 2, 8])
        let record = try #require(AssociationRecord(Self.scan(Self.associated, Bytes.attribute(6, elements))[...]))
        let expected = NetworkInterface.WiFi.Interworking(
            hasInternet: hasInternet,
            requiresFurtherStep: requiresFurtherStep
        )
        #expect(record.wifi.interworking == expected && record.wifi.ssid == Self.name)
        let empty = Self.scan(Self.associated, Bytes.attribute(6, Self.element(107, [])))
        try expect(#require(AssociationRecord(empty[...])).wifi.interworking, nil)
    }

    @Test(arguments: [(nil, false), (0, false), (1, true), (2, true), (3, false)] as [(UInt32?, Bool)])
    func `Only the access point in use is an association`(status: UInt32?, isOne: Bool) {
        let bytes = Self.scan(
            Bytes.attribute(1, [2, 0, 0, 0, 0, 1]),
            status.map { Bytes.attribute(9, Bytes.u32($0)) } ?? []
        )
        expect((AssociationRecord(bytes[...]) != nil), isOne)
    }

    @Test func `Rejects an association without an interface, and other commands`() {
        expect(AssociationRecord(Self.scan(index: [], Self.associated)[...]), nil)
        expect(AssociationRecord(Self.scan(index: Bytes.attribute(3, Bytes.u32(0)), Self.associated)[...]), nil)
        expect(AssociationRecord(Self.scan(command: 33, Self.associated)[...]), nil)
        expect(AssociationRecord(([34, 1, 0, 0] + Self.index)[...]), nil)
    }

    @Test(
        arguments: [
            (-3_000, -30), (-3_049, -30), (-3_050, -31), (-1, 0), (0, nil), (1, nil), (.min, -21_474_836),
        ] as [(Int32, Int?)]
    )
    func `The signal is rounded to whole dBm, and 0 or more is no measurement`(hundredths: Int32, signal: Int?) throws {
        let bytes = Self.scan(Self.associated, Bytes.attribute(7, Bytes.u32(UInt32(bitPattern: hundredths))))
        try expect(#require(AssociationRecord(bytes[...])).wifi.signal, signal)
    }

    @Test(arguments: [[], [2, 0, 0, 0, 0], [2, 0, 0, 0, 0, 1, 2]] as [[UInt8]])
    func `Rejects a hardware address or frequency of the wrong length`(bytes: [UInt8]) throws {
        let scan = Self.scan(Self.associated, Bytes.attribute(1, bytes), Bytes.attribute(2, [1]))
        let wifi = try #require(AssociationRecord(scan[...])).wifi
        expect(wifi, .init(ssid: [], bssid: nil, frequency: nil, signal: nil))
    }

    @Test(
        arguments: [
            ([], []), ([0], []), ([0, 0], []), ([0, 3, 0, 0, 0], []), ([0, 2, 65], []), ([0, 1, 65], [65]),
            ([1, 1, 9, 0, 1, 65], [65]), ([0, 0, 0, 1, 65], []), ([0, 2, 0xFF, 0xFE], [0xFF, 0xFE]),
            ([0, 32] + [UInt8](repeating: 65, count: 32), [UInt8](repeating: 65, count: 32)),
            ([0, 33] + [UInt8](repeating: 65, count: 33), []), ([7, 255, 0, 1, 65], []),
        ] as [([UInt8], [UInt8])]
    )
    func `The network name is the first element 0, if its length is valid`(
        elements: [UInt8],
        name: [UInt8]
    ) throws {
        let bytes = Self.scan(Self.associated, Bytes.attribute(6, elements))
        try expect(#require(AssociationRecord(bytes[...])).wifi.ssid, name)
    }

    @Test func `A name that beacons hide is taken from the probe response, in any order`() throws {
        let hidden = Bytes.attribute(11, Self.element(0, []))
        let reported = Bytes.attribute(6, Self.element(0, Self.name))
        for elements in [hidden + reported, reported + hidden] {
            let record = try #require(AssociationRecord(Self.scan(Self.associated, elements)[...]))
            expect(record.wifi.ssid, Self.name)
        }
    }

    @Test func `A netlink family has a valid number and named groups`() throws {
        let mlme = Bytes.attribute(1, Bytes.attribute(1, Bytes.text("mlme")) + Bytes.attribute(2, Bytes.u32(12)))
        let nameless = Bytes.attribute(2, Bytes.attribute(2, Bytes.u32(13)))
        let groups = Bytes.attribute(0x8000 | 7, mlme + nameless)
        let bytes = [1, 2, 0, 0] + Bytes.attribute(1, Bytes.u16(32)) + groups
        let family = try #require(GenericFamily(bytes[...]))
        #expect(family.number == 32 && family.groups == ["mlme": 12])
        expect(GenericFamily(([1, 2, 0, 0] + groups)[...]), nil)
        expect(GenericFamily(([2, 2, 0, 0] + Bytes.attribute(1, Bytes.u16(32)))[...]), nil)
        expect(GenericFamily(([1, 2, 0, 0] + Bytes.attribute(1, Bytes.u16(3)))[...]), nil)
    }

    @Test func `Generic netlink requests have the bytes of the kernel's headers`() {
        let family = GenericRequest.family(named: "nl80211").message(sequence: 7)
        let text = Bytes.attribute(2, Bytes.text("nl80211"))
        expect(family, Bytes.message(type: 16, flags: 5, sequence: 7, [3, 1, 0, 0] + text))
        let interfaces = GenericRequest.wirelessInterfaces(family: 32).message(sequence: 8)
        expect(interfaces, Bytes.message(type: 32, flags: 0x301, sequence: 8, [5, 1, 0, 0]))
        let scan = GenericRequest.scanResults(family: 32, interfaceIndex: 4).message(sequence: 9)
        expect(scan, Bytes.message(type: 32, flags: 0x301, sequence: 9, [32, 1, 0, 0] + Self.index))
    }

    @Test(
        arguments: [
            (46, 32, true), (47, 32, true), (48, 32, true), (43, 32, true), (88, 32, true), (46, 33, false),
            (34, 32, false), (19, 32, false), (59, 32, false),
        ] as [(UInt8, UInt16, Bool)]
    )
    func `Only a changed association triggers another query`(command: UInt8, type: UInt16, isTrigger: Bool) {
        let bytes = Bytes.message(type: type, [command, 1, 0, 0] + Self.index)
        expect(WiFiReader.isTrigger(bytes[...], of: 32), isTrigger)
        #expect(!WiFiReader.isTrigger(bytes[..<16], of: 32))
    }
}
#endif
