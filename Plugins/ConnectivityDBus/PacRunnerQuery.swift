import ConnectivityBlocking
package import ConnectivityCore

#if canImport(CSystemd) && os(Linux)
import ConnectivityBus
#endif

/// Asks PacRunner which proxy the system's settings have for a URL.
///
/// PacRunner is the service to which NetworkManager and ConnMan pass the proxy of a network, also a script (PAC), which it runs.
/// It is asked only if it runs, and not started. As browsers do, only scheme, host and port of a URL over TLS are passed on.
package struct PacRunnerQuery: Sendable {
    /// What PacRunner says.
    package enum Answer: Hashable, Sendable {
        /// No process owns its name on the bus, or there is no bus.
        case absent
        /// A list in the form of the result of a script, such as `PROXY proxy.example:3128; DIRECT`.
        case text(String)
        /// There is no usable answer, for this reason.
        case failed(String)
    }

    /// The bus: `system`, or a D-Bus address.
    private let bus: String

    /// Creates a query.
    package init(bus: String = "system") { self.bus = bus }

    /// Returns what PacRunner says of a URL.
    /// - Parameters:
    ///   - url: The URL.
    ///   - limit: The time after which there is no answer; the task's end ends it at once.
    /// - Returns: The answer, or why it did not come.
    package func proxies(for url: HTTPURL, within limit: Duration) async -> Answer {
        #if canImport(CSystemd) && os(Linux)
        guard let stop = Waker() else { return .failed("cannot create a pipe") }
        let deadline = ContinuousClock.now + limit
        let answer = try? await DedicatedThread.run {
            read("\(url.scheme.rawValue)://\(url.authority)/", url.host, until: deadline, unless: stop)
        } stop: {
            stop.wakeUp()
        }
        return answer ?? .failed("the task was cancelled")
        #else
        return .absent
        #endif
    }

    #if canImport(CSystemd) && os(Linux)
    private static let service = "org.pacrunner"
    private static let absent: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    ]

    private func read(
        _ url: String,
        _ host: String,
        until deadline: ContinuousClock.Instant,
        unless stop: Waker
    ) -> Answer {
        do throws(BusError) {
            let connection = try BusConnection(to: bus)
            let path = "/org/pacrunner/client"
            let call = try connection.call(Self.service, path, "org.pacrunner.Client", "FindProxyForURL") {
                (writer) throws(BusError) in
                try writer.text(url)
                try writer.text(host)
            }
            while true {
                switch try connection.next(until: deadline, unless: stop) {
                case .stopped: return .failed("the task was cancelled")
                case .timedOut: return .failed("PacRunner does not answer")
                case .message(let message):
                    guard message.answered == call else { continue }
                    if let error = message.error {
                        return Self.absent.contains(error)
                            ? .absent : .failed("PacRunner: \(error.printable(limit: 80))")
                    }
                    guard let text = try message.value()?.text else { return .failed("PacRunner's answer is no text") }
                    return .text(text)
                }
            }
        } catch {
            // Without a bus there is no PacRunner.
            return .absent
        }
    }
    #endif
}
