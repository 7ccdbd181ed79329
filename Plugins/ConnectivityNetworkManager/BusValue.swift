#if canImport(CSystemd) && os(Linux)
/// A D-Bus value, limited to the types that NetworkManager's properties need.
enum BusValue: Hashable, Sendable {
    case text(String)
    case number(UInt64)
    case bytes([UInt8])
    case list([BusValue])
    case table([String: BusValue])
    /// A value of another type, or one that is too long.
    case other

    var text: String? { if case .text(let value) = self { value } else { nil } }
    var number: UInt64? { if case .number(let value) = self { value } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    var list: [BusValue] { if case .list(let value) = self { value } else { [] } }
    var table: [String: BusValue] { if case .table(let value) = self { value } else { [:] } }
}
#endif
