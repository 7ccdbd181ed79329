import ConnectivityCore

/// A request to a plugin, as its session takes it.
struct PluginCall: Sendable {
    enum Purpose: Sendable {
        /// To know what the plugin says of itself, which is the answer.
        case introduction
        /// To send a message, which ``PluginMessage/request(_:)`` has written.
        case request([UInt8])
        /// To know the number of the process, which is the answer.
        case process
        /// To end the program for good, with a signal if it still runs after a time; the answer comes when it has ended, and says
        /// whether a signal was needed.
        case end(signalAfter: Duration)
    }

    var purpose: Purpose
    var deadline: ContinuousClock.Instant?
    /// Receives each answer except the last one, for requests with several; returns what is wrong with it, if anything.
    var each: (@Sendable (JSON) -> PluginFault?)?
}

/// The answer to a request: the message of the plugin, whose meaning is not checked yet.
typealias PluginReply = Result<JSON, PluginFault>

/// The limits that hold for every plugin.
enum PluginLimits {
    /// The number of requests that may wait for one plugin.
    static let calls = 256
    /// The number of bytes that may wait to be written to one plugin.
    static let outgoing = 64 * 1024 * 1024
    /// How long a plugin may take to react to the cancellation of a request, before it is ended.
    static let cancellation = Duration.seconds(5)
    /// How long the end of a program may come after the end of its standard output.
    static let ending = Duration.milliseconds(200)
    /// The number of failures in a row after which a plugin is not started again.
    static let failures = 20
    /// The maximum delay between two starts.
    static let delay = Duration.seconds(60)
    /// How long a plugin must live so that its failure counts as the first one.
    static let healthyLife = Duration.seconds(60)
    /// The number of bytes of standard error that are read per second.
    static let errorBytes = 64 * 1024
    /// The number of lines of standard error that are passed on per second.
    static let errorLines = 10
    /// The number of bytes of standard output that are read before anything else gets a turn.
    static let turn = 1024 * 1024
}
