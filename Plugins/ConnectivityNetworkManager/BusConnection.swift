#if canImport(CSystemd) && os(Linux)
internal import CSystemd
internal import ConnectivityBlocking
internal import Glibc

/// The system's last error number.
var systemError: Int32 { errno }

/// A connection to a message bus, used on one thread.
///
/// No callbacks are registered: messages are taken out of the queue one after the other (sd-bus(3)).
@safe struct BusConnection: ~Copyable {
    /// The reason for the end of a wait.
    enum Event {
        case message(BusMessage)
        case timedOut
        case stopped
    }

    private let handle: OpaquePointer

    /// Opens a connection; only the first answer shows that it is usable.
    ///
    /// - Parameter address: `system`, or D-Bus addresses.
    /// - Throws: An error if the bus cannot be reached.
    init(to address: String) throws(NetworkManagerError) {
        var opened: OpaquePointer?
        if address == NetworkManagerInterfaceSource.systemBus {
            try Self.check(unsafe sd_bus_open_system(&opened))
        } else {
            try Self.check(unsafe sd_bus_new(&opened))
            let status = [
                unsafe sd_bus_set_address(opened, address), unsafe sd_bus_set_bus_client(opened, 1),
                unsafe sd_bus_start(opened),
            ]
            if let fault = status.first(where: { $0 < 0 }) {
                unsafe sd_bus_unref(opened)
                throw .bus(code: -fault)
            }
        }
        guard let opened = unsafe opened else { throw .bus(code: ENOMEM) }
        unsafe handle = opened
    }

    deinit { unsafe sd_bus_flush_close_unref(handle) }

    /// Sends a call.
    ///
    /// - Parameters:
    ///   - service: The name of the called service; the bus does not start it for the call.
    ///   - path: The path of the object.
    ///   - interface: The interface of the method.
    ///   - method: The name of the method.
    ///   - argument: The only argument, a text; `nil` for none.
    /// - Returns: The serial number of the call, which the answer states.
    /// - Throws: An error if the connection is lost.
    func call(
        _ service: String,
        _ path: String,
        _ interface: String,
        _ method: String,
        _ argument: String? = nil
    ) throws(NetworkManagerError) -> UInt64 {
        var message: OpaquePointer?
        try Self.check(unsafe sd_bus_message_new_method_call(handle, &message, service, path, interface, method))
        defer { unsafe sd_bus_message_unref(message) }
        try Self.check(unsafe sd_bus_message_set_auto_start(message, 0))
        if let argument {
            let status = unsafe argument.withCString { text in
                unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text)
            }
            try Self.check(status)
        }
        var cookie: UInt64 = 0
        try Self.check(unsafe sd_bus_send(handle, message, &cookie))
        return cookie
    }

    /// Waits for the next message.
    ///
    /// - Parameters:
    ///   - deadline: The end of the wait; `nil` waits without limit.
    ///   - stop: Ends the wait early when it is signalled.
    /// - Returns: The reason for the end of the wait.
    /// - Throws: An error if the connection is lost.
    func next(until deadline: ContinuousClock.Instant?, unless stop: Waker) throws(NetworkManagerError) -> Event {
        while true {
            var message: OpaquePointer?
            let status = try Self.check(unsafe sd_bus_process(handle, &message))
            if let message = unsafe message { return .message(unsafe BusMessage(owning: message)) }
            if status > 0 { continue }
            let remaining = deadline.map { $0 - .now }
            if let remaining, remaining <= .zero { return .timedOut }
            var descriptors = [
                pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: try Self.check(unsafe sd_bus_get_fd(handle)),
                    events: Int16(truncatingIfNeeded: try Self.check(unsafe sd_bus_get_events(handle))),
                    revents: 0
                ),
            ]
            // The bus has timeouts only while it connects; they may be up to a second late.
            let limit = min(remaining ?? .seconds(1), .seconds(1))
            let milliseconds = Int32(limit / .milliseconds(1)) + 1
            let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
            if ready < 0, errno != EINTR { throw .bus(code: errno) }
            if descriptors[0].revents != 0 { return .stopped }
        }
    }

    @discardableResult
    private static func check(_ status: Int32) throws(NetworkManagerError) -> Int32 {
        guard status >= 0 else { throw .bus(code: -status) }
        return status
    }
}
#endif
