#if NetworkManager && os(Linux)
internal import CSystemd
internal import ConnectivityBlocking
internal import Glibc

/// The error number that the system gave last.
var systemError: Int32 { errno }

/// A connection to a message bus, for one thread.
///
/// No callback is ever registered: whatever comes is taken out of the queue, one message after the other (sd-bus(3)).
@safe struct BusConnection: ~Copyable {
    /// What a wait ended with.
    enum Event {
        case message(BusMessage)
        case timedOut
        case stopped
    }

    private let handle: OpaquePointer

    /// Opens a connection; that it can be used shows with the first answer.
    ///
    /// - Parameter address: `system`, or addresses of D-Bus.
    /// - Throws: Where the bus cannot be reached.
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
    ///   - service: Who is called; nobody is started for it.
    ///   - path: The object.
    ///   - interface: The interface of the method.
    ///   - method: The method.
    ///   - argument: The only argument, a text; `nil` for none.
    /// - Returns: The number that the answer will have.
    /// - Throws: Where the bus is lost.
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
    ///   - deadline: When to give up; `nil` for never.
    ///   - stop: Ends the wait early when up.
    /// - Returns: What the wait ended with.
    /// - Throws: Where the bus is lost.
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
            // The bus has times of its own only while it connects; a second is what they may be late.
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
