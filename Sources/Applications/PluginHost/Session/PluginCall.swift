import ConnectivityCore

/// A request to a plugin's session.
struct PluginCall: Sendable {
    enum Purpose: Sendable {
        /// Returns the introduction of the plugin.
        case introduction
        /// Sends a message from ``PluginMessage/request(_:)``.
        case request([UInt8])
        /// Returns the process identifier.
        case process
        /// Ends the program permanently, with a signal if it still runs after a time; the answer follows its end and states
        /// whether it needed a signal.
        case end(signalAfter: Duration)
    }

    var purpose: Purpose
    var deadline: ContinuousClock.Instant?
    /// Receives each answer except the last one, for requests with several; returns the fault of the answer, if any.
    var each: (@Sendable (JSON) -> PluginFault?)?
}

/// The answer to a request: the unchecked message of the plugin.
typealias PluginReply = Result<JSON, PluginFault>

/// The limits of every plugin.
enum PluginLimits {
    /// The maximum number of waiting requests per plugin.
    static let calls = 256
    /// The maximum number of bytes that wait for a plugin's standard input.
    static let outgoing = 64 * 1024 * 1024
    /// The time for the reaction to the cancellation of a request, after which the plugin is ended.
    static let cancellation = Duration.seconds(5)
    /// The maximum time from the end of standard output to the end of the program and of its two keepers.
    static let ending = Duration.seconds(1)
    /// The number of failures in a row after which a plugin is not started again.
    static let failures = 20
    /// The maximum delay between two starts.
    static let delay = Duration.seconds(60)
    /// The lifetime of a plugin after which a failure counts as the first one.
    static let healthyLife = Duration.seconds(60)
    /// The number of bytes of standard error that are read per second.
    static let errorBytes = 64 * 1024
    /// The number of lines of standard error that are forwarded per second.
    static let errorLines = 10
    /// The number of bytes of standard output that are read per turn.
    static let turn = 1024 * 1024
}
