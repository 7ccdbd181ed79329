#if canImport(CSystemd) && os(Linux)
import CSystemd

/// Writes the arguments of a message, in order; used only while the message is made.
@safe package struct BusWriter {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    package func text(_ value: String) throws(BusError) {
        try check(unsafe value.withCString { unsafe sd_bus_message_append_basic(handle, code("s"), $0) })
    }

    package func flag(_ value: Bool) throws(BusError) { try basic("b", CInt(value ? 1 : 0)) }
    package func int32(_ value: Int32) throws(BusError) { try basic("i", value) }
    package func uint32(_ value: UInt32) throws(BusError) { try basic("u", value) }
    package func uint64(_ value: UInt64) throws(BusError) { try basic("t", value) }

    package func variant(_ type: String, _ body: () throws(BusError) -> Void) throws(BusError) {
        try container("v", type, body)
    }

    package func array(_ type: String, _ body: () throws(BusError) -> Void) throws(BusError) {
        try container("a", type, body)
    }

    /// Writes an entry of an array of entries.
    package func entry(_ types: String, _ body: () throws(BusError) -> Void) throws(BusError) {
        try container("e", types, body)
    }

    private func container(
        _ kind: Unicode.Scalar,
        _ contents: String,
        _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try check(unsafe sd_bus_message_open_container(handle, code(kind), contents))
        try body()
        try check(unsafe sd_bus_message_close_container(handle))
    }

    private func basic<Value>(_ type: Unicode.Scalar, _ value: Value) throws(BusError) {
        try check(unsafe withUnsafePointer(to: value) { unsafe sd_bus_message_append_basic(handle, code(type), $0) })
    }

    private func code(_ type: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: type)) }

    private func check(_ status: Int32) throws(BusError) {
        guard status >= 0 else { throw .system(code: -status) }
    }
}
#endif
