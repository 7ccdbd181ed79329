#if canImport(CSystemd) && os(Linux)
import CSystemd
package import ConnectivityToolkit
import Glibc

/// A connection to a message bus, used on one thread.
///
/// No callbacks are registered: messages are removed from the queue one after the other (sd-bus(3)).
@safe package struct BusConnection: ~Copyable {
    package enum Event {
        case message(BusMessage)
        case timedOut
        case stopped
    }

    /// The names of the system's bus and of the session's bus.
    package static let (system, session) = ("system", "session")

    private let handle: OpaquePointer

    /// Opens a connection to `system`, `session` or D-Bus addresses; only the first answer shows that it is usable.
    ///
    /// - Throws: An error if the bus cannot be reached, or libsystemd cannot be loaded.
    package init(to address: String) throws(BusError) {
        if let problem = unsafe csystemd_problem() { throw .library(unsafe String(cString: problem)) }
        var opened: OpaquePointer?
        if address == Self.system {
            try Self.check(unsafe sd_bus_open_system(&opened))
        } else if address == Self.session {
            try Self.check(unsafe sd_bus_open_user(&opened))
        } else {
            try Self.check(unsafe sd_bus_new(&opened))
            let status = [
                unsafe sd_bus_set_address(opened, address), unsafe sd_bus_set_bus_client(opened, 1),
                unsafe sd_bus_start(opened),
            ]
            if let fault = status.first(where: { $0 < 0 }) {
                unsafe sd_bus_unref(opened)
                throw .system(code: -fault)
            }
        }
        guard let opened = unsafe opened else { throw .system(code: ENOMEM) }
        unsafe handle = opened
    }

    deinit { unsafe sd_bus_flush_close_unref(handle) }

    /// Whether a text is `system`, `session`, or one D-Bus address, such as `unix:path=/run/user/1000/bus`; an address that
    /// starts a program (`unixexec:`) is not permitted.
    package static func isAddress(_ text: String) -> Bool {
        let isOne = text.hasPrefix("unix:") || text.hasPrefix("tcp:")
        let isLimited = !text.contains(";") && text.utf8.count <= 1024 && !text.utf8.contains(0)
        return text == system || text == session || isOne && isLimited
    }

    /// Sends a call and returns its serial number for the answer; the bus starts the service only if `starts` is set.
    @discardableResult
    package func call(
        _ service: String,
        _ path: String,
        _ interface: String,
        _ method: String,
        starts: Bool = false,
        _ arguments: (BusWriter) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> UInt64 {
        var message: OpaquePointer?
        try Self.check(unsafe sd_bus_message_new_method_call(handle, &message, service, path, interface, method))
        defer { unsafe sd_bus_message_unref(message) }
        try Self.check(unsafe sd_bus_message_set_auto_start(message, starts ? 1 : 0))
        return try unsafe send(message, arguments)
    }

    package func answer(
        _ call: BusMessage,
        _ arguments: (BusWriter) throws(BusError) -> Void = { _ in }
    ) throws(BusError) {
        var message: OpaquePointer?
        try Self.check(unsafe sd_bus_message_new_method_return(call.handle, &message))
        defer { unsafe sd_bus_message_unref(message) }
        _ = try unsafe send(message, arguments)
    }

    /// Refuses a call, with the name of an error and a sentence.
    package func refuse(_ call: BusMessage, _ name: String, _ sentence: String) throws(BusError) {
        var message: OpaquePointer?
        var error = unsafe sd_bus_error()
        let status = unsafe name.withCString { name in
            unsafe sentence.withCString { sentence in
                unsafe (error.name, error.message) = (name, sentence)
                return unsafe sd_bus_message_new_method_error(call.handle, &message, &error)
            }
        }
        try Self.check(status)
        defer { unsafe sd_bus_message_unref(message) }
        _ = try unsafe send(message) { _ in }
    }

    package func emit(
        _ path: String,
        _ interface: String,
        _ name: String,
        _ arguments: (BusWriter) throws(BusError) -> Void
    ) throws(BusError) {
        var message: OpaquePointer?
        try Self.check(unsafe sd_bus_message_new_signal(handle, &message, path, interface, name))
        defer { unsafe sd_bus_message_unref(message) }
        _ = try unsafe send(message, arguments)
    }

    private func send(
        _ message: OpaquePointer?,
        _ arguments: (BusWriter) throws(BusError) -> Void
    ) throws(BusError) -> UInt64 {
        guard let message = unsafe message else { throw .system(code: ENOMEM) }
        try unsafe arguments(BusWriter(message))
        var cookie: UInt64 = 0
        try Self.check(unsafe sd_bus_send(handle, message, &cookie))
        return cookie
    }

    /// Waits for the next message; `stop` ends the wait early, and `nil` waits without limit.
    package func next(until deadline: ContinuousClock.Instant?, unless stop: Waker) throws(BusError) -> Event {
        while true {
            var message: OpaquePointer?
            let status = try Self.check(unsafe sd_bus_process(handle, &message))
            if let message = unsafe message { return .message(unsafe BusMessage(owning: message)) }
            if status > 0 { continue }
            let remaining = deadline.map { $0 - .now }
            if let remaining, remaining <= .zero { return .timedOut }
            var descriptors = [
                pollfd.toRead(stop.number),
                pollfd(
                    fd: try Self.check(unsafe sd_bus_get_fd(handle)),
                    events: Int16(truncatingIfNeeded: try Self.check(unsafe sd_bus_get_events(handle))),
                    revents: 0
                ),
            ]
            let limit = [remaining, try timeout].compactMap(\.self).min()
            let ready = Poll.wait(for: &descriptors, atMost: limit)
            if ready < 0, errno != EINTR { throw .system(code: errno) }
            if descriptors[0].isReady { return .stopped }
        }
    }

    /// The time until the library must be called without a message, such as a limit for connecting; `nil` without one.
    private var timeout: Duration? {
        get throws(BusError) {
            var microseconds: UInt64 = 0
            try Self.check(unsafe sd_bus_get_timeout(handle, &microseconds))
            guard microseconds < UInt64(Int64.max) else { return nil }
            var now = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &now)
            let time = Duration.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
            return max(.zero, .microseconds(Int64(microseconds)) - time)
        }
    }

    @discardableResult
    private static func check(_ status: Int32) throws(BusError) -> Int32 {
        guard status >= 0 else { throw .system(code: -status) }
        return status
    }
}
#endif
