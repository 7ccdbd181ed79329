#if os(Linux)
import ConnectivityCore

/// The elements of a beacon: each has a number, a length, and that many bytes (IEEE 802.11, section 9.4.2).
struct InformationElements: Sequence, IteratorProtocol {
    private var reader: ByteReader

    init(_ bytes: ArraySlice<UInt8>) { reader = ByteReader(bytes) }

    mutating func next() -> (number: UInt8, value: ArraySlice<UInt8>)? {
        var rest = reader
        guard let number = rest.byte(), let length = rest.byte(), let value = rest.bytes(Int(length))
        else { return nil }
        reader = rest
        return (number, value)
    }

    /// The name of the network, from the element with number 0; `nil` if it is hidden or missing.
    var ssid: [UInt8]? { lazy.first { $0.number == 0 }.flatMap { Self.ssid($0.value) } }

    /// The announcement of the element with number 107; `nil` if it is missing.
    var interworking: NetworkInterface.WiFi.Interworking? {
        guard let options = lazy.first(where: { $0.number == 107 })?.value.first else { return nil }
        return .init(hasInternet: options & 0x10 != 0, requiresFurtherStep: options & 0x20 != 0)
    }

    /// Returns a name; `nil` if it is hidden (empty or zeros) or longer than the maximum of 32 bytes.
    static func ssid(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        bytes.count <= 32 && bytes.contains { $0 != 0 } ? Array(bytes) : nil
    }
}
#endif
