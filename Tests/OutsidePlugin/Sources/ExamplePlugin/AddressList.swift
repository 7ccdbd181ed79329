public import ConnectivityCore
public import ConnectivityRegistry

/// Objects to answers from addresses that are listed in a file, one per line; the file may change at any time.
///
/// A validator must not read files. This type is a witness instead, and the record holds its testimony.
public struct AddressList: Witness, Configurable, Hashable {
    public static var pluginID: PluginID { "validator.example.address-list" }

    /// The path of the file.
    public var file: String

    public var traceName: String { "\(Self.pluginID) \(file)" }
    public var version: String { "1" }

    /// Creates a witness.
    /// - Parameter file: The path of the file.
    public init(file: String) { self.file = file }

    public func testify(on exchange: ProbeExchange) async -> Verdict {
        guard let address = exchange.remoteAddress else { return .inconclusive }
        guard let bytes = SmallFile.bytes(file) else {
            return Verdict(.inconclusive, because: Reason("com.example.list.unreadable", ["file": .text(file)]))
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.contains("\(address)") else { return .inconclusive }
        return Verdict(.substituted, because: Reason("com.example.list.listed", ["address": .text("\(address)")]))
    }
}
