import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The reason why a notifier did not do its work, on one line; it is counted, never handled.
struct NotifierFault: Error, Hashable, CustomStringConvertible {
    let description: String
    /// The error number of the system (errno(3)); 0 if it reported none.
    var number: CInt = 0

    init(_ description: String) { self.description = description }

    /// - Parameters:
    ///   - what: The operation, or the path that it was for.
    ///   - number: The error number of the system (errno(3)).
    init(_ what: String, _ number: CInt) {
        self.init("\(what.printable(limit: 200)): \(unsafe String(cString: strerror(number)))")
        self.number = number
    }
}
