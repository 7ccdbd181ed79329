import ConnectivityCore
import ConnectivityToolkit

/// The reason why a notifier failed, on one line; it is counted, never handled.
struct NotifierFault: Error, Hashable, CustomStringConvertible {
    let description: String
    /// The system's error, if it was the reason.
    var error: Errno?

    init(_ description: String) { self.description = description }

    init(_ what: String, _ error: Errno) {
        self.init("\(what.printable(limit: 200)): \(error)")
        self.error = error
    }
}
