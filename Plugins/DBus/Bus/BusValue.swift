#if canImport(CSystemd) && os(Linux)
/// A D-Bus value, limited to the types that this package reads.
package enum BusValue: Hashable, Sendable {
    case text(String)
    case number(UInt64)
    case bytes([UInt8])
    case list([BusValue])
    case table([String: BusValue])
    /// A value of another type, or a value that is too long.
    case other

    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var number: UInt64? { if case .number(let value) = self { value } else { nil } }
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    package var list: [BusValue] { if case .list(let value) = self { value } else { [] } }
    package var table: [String: BusValue] { if case .table(let value) = self { value } else { [:] } }
}
#endif
