#if canImport(CSystemd) && os(Linux)
import CSystemd

/// A message received over a bus; its content is read once, from front to back.
///
/// The library checks that a message is well-formed; this type limits lengths, counts and depth.
@safe package final class BusMessage {
    let handle: OpaquePointer
    /// The number of values that may still be read.
    private var budget = BusMessage.valueCountMax

    /// The maximum number of values in a message; 4,096 devices with 10 addresses each need about half of it.
    static let valueCountMax = 1 << 20
    /// The maximum length of a text; longer texts are read as `other`.
    package var textByteCountMax = BusMessage.byteCountMax
    /// The maximum length of a list of bytes, and the default for texts; longer lists are read as `other`.
    static let byteCountMax = 4096
    static let depthMax = 8

    init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe sd_bus_message_unref(handle) }

    /// The serial number of the call that this message answers; `nil` for a signal.
    package var answered: UInt64? {
        var cookie: UInt64 = 0
        return unsafe sd_bus_message_get_reply_cookie(handle, &cookie) >= 0 ? cookie : nil
    }

    /// The name of the error that this message reports; `nil` for an answer or a signal.
    package var error: String? {
        guard unsafe sd_bus_message_is_method_error(handle, nil) > 0 else { return nil }
        guard let error = unsafe sd_bus_message_get_error(handle), let name = unsafe error.pointee.name else {
            return ""
        }
        return String(unsafe String(cString: name).prefix(255))
    }

    package func isSignal(_ interface: String, _ name: String) -> Bool {
        unsafe sd_bus_message_is_signal(handle, interface, name) > 0
    }

    /// The object, the interface and the method of a call; `nil` for an answer or a signal.
    package var call: (path: String, interface: String, method: String)? {
        guard unsafe sd_bus_message_is_method_call(handle, nil, nil) > 0 else { return nil }
        func text(_ start: UnsafePointer<CChar>?) -> String { unsafe start.map { unsafe String(cString: $0) } ?? "" }
        return unsafe (
            text(sd_bus_message_get_path(handle)), text(sd_bus_message_get_interface(handle)),
            text(sd_bus_message_get_member(handle))
        )
    }

    /// Reads the next value, `nil` at the end of the container; throws if the message is malformed, too deep or large.
    package func value(depth: Int = 0) throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try check(unsafe sd_bus_message_peek_type(handle, &type, &contents)) > 0 else { return nil }
        budget -= 1
        guard budget >= 0, depth < Self.depthMax else { throw .malformed }
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "a"):
            guard let inner = unsafe contents.map({ unsafe String(cString: $0) }) else { throw .malformed }
            if inner == "y" { return try bytes() }
            return inner.hasPrefix("{") ? try table(inner, depth: depth) : try list(inner, depth: depth)
        case UInt8(ascii: "v"):
            return try unsafe entered(type, contents) { () throws(BusError) in
                try value(depth: depth + 1) ?? .other
            }
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
            return try text(type)
        case UInt8(ascii: "y"):
            return .number(UInt64(try basic(type, UInt8(0))))
        case UInt8(ascii: "b"), UInt8(ascii: "u"):
            return .number(UInt64(try basic(type, UInt32(0))))
        case UInt8(ascii: "t"):
            return .number(try basic(type, UInt64(0)))
        default:
            try skip()
            return .other
        }
    }

    /// Enters an array of entries and passes each key to the closure, which reads or skips the entry's value.
    package func entries(_ contents: String, each: (String) throws(BusError) -> Void) throws(BusError) {
        guard try check(unsafe sd_bus_message_enter_container(handle, CChar(UInt8(ascii: "a")), contents)) > 0 else {
            return
        }
        let entry = String(contents.dropFirst().dropLast())
        while try check(unsafe sd_bus_message_enter_container(handle, CChar(UInt8(ascii: "e")), entry)) > 0 {
            guard case .text(let key)? = try value() else { throw .malformed }
            try each(key)
            try check(unsafe sd_bus_message_exit_container(handle))
        }
        try check(unsafe sd_bus_message_exit_container(handle))
    }

    package func skip() throws(BusError) { try check(unsafe sd_bus_message_skip(handle, nil)) }

    private func list(_ contents: String, depth: Int) throws(BusError) -> BusValue {
        try unsafe entered(CChar(UInt8(ascii: "a")), contents) { () throws(BusError) in
            var values: [BusValue] = []
            while let next = try value(depth: depth + 1) { values.append(next) }
            return .list(values)
        }
    }

    private func table(_ contents: String, depth: Int) throws(BusError) -> BusValue {
        guard contents.hasPrefix("{s") else {
            try skip()
            return .other
        }
        var members: [String: BusValue] = [:]
        try entries(contents) { (key) throws(BusError) in members[key] = try value(depth: depth + 1) }
        return .table(members)
    }

    private func entered(
        _ type: CChar,
        _ contents: UnsafePointer<CChar>?,
        _ body: () throws(BusError) -> BusValue
    ) throws(BusError) -> BusValue {
        try check(unsafe sd_bus_message_enter_container(handle, type, contents))
        let value = try body()
        try check(unsafe sd_bus_message_exit_container(handle))
        return value
    }

    private func text(_ type: CChar) throws(BusError) -> BusValue {
        var start: UnsafePointer<CChar>?
        let status = unsafe withUnsafeMutablePointer(to: &start) { unsafe sd_bus_message_read_basic(handle, type, $0) }
        try check(status)
        guard let text = unsafe start.map({ unsafe String(cString: $0) }), text.utf8.count <= textByteCountMax else {
            return .other
        }
        return .text(text)
    }

    private func bytes() throws(BusError) -> BusValue {
        var start: UnsafeRawPointer?
        var count = 0
        try check(unsafe sd_bus_message_read_array(handle, CChar(UInt8(ascii: "y")), &start, &count))
        guard count <= Self.byteCountMax else { return .other }
        return .bytes(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
    }

    private func basic<Value>(_ type: CChar, _ empty: Value) throws(BusError) -> Value {
        var value = empty
        let status = unsafe withUnsafeMutablePointer(to: &value) { unsafe sd_bus_message_read_basic(handle, type, $0) }
        try check(status)
        return value
    }

    @discardableResult
    private func check(_ status: Int32) throws(BusError) -> Int32 {
        guard status >= 0 else { throw .malformed }
        return status
    }
}
#endif
