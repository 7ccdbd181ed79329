import ConnectivityCore
import ConnectivityToolkit

/// The reason why a notifier did not do its work, on one line; it is counted, never handled.
struct NotifierFault: Error, Hashable, CustomStringConvertible {
    let description: String
    /// The error of the system, if that was the reason.
    var error: Errno?

    init(_ description: String) { self.description = description }

    /// `what` is the operation, or the path that it was for.
    init(_ what: String, _ error: Errno) {
        self.init("\(what.printable(limit: 200)): \(error)")
        self.error = error
    }
}
