package import ConnectivityCore
import ConnectivityToolkit

#if canImport(CSystemd) && os(Linux)
#endif

/// Asks a running pipeline over a message bus for its newest assessment, as `DBusNotifier` offers it.
package struct DBusQuery: Sendable {
    /// The reason why there is no answer, on one line.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// The maximum size of an assessment in bytes; one of 10,000 exchanges has 13 MB.
    private static let byteCountMax = 1 << 26
    private let bus: String
    private let name: String

    package var place: String { "\(name) on the \(bus) bus" }

    /// Creates a query of an address; `nil` if the address is not on a bus, or if this build has no D-Bus.
    package init?(at address: NotifierRun.StatusAddress) {
        #if canImport(CSystemd) && os(Linux)
        guard case .bus(let bus, let name) = address else { return nil }
        (self.bus, self.name) = (bus, name)
        #else
        return nil
        #endif
    }

    /// Returns the assessment as JSON and the reason as a sentence, within five seconds.
    package func ask() async throws -> (assessment: String, sentence: String) {
        #if canImport(CSystemd) && os(Linux)
        guard let stop = Waker() else { throw Fault(description: "cannot create a pipe") }
        return try await DedicatedThread.run {
            do {
                return try read(unless: stop)
            } catch let error as BusError {
                throw Fault(description: error.description)
            }
        } stop: {
            stop.wakeUp()
        }
        #else
        throw Fault(description: "this build has no D-Bus")
        #endif
    }

    #if canImport(CSystemd) && os(Linux)
    private func read(unless stop: Waker) throws -> (assessment: String, sentence: String) {
        let connection = try BusConnection(to: bus)
        let deadline = ContinuousClock.now + .seconds(5)
        let first = try connection.call(name, BusObject.path, BusObject.interface, "GetAssessment")
        let second = try connection.call(name, BusObject.path, BusObject.properties, "Get") {
            (writer) throws(BusError) in
            try writer.text(BusObject.interface)
            try writer.text("Text")
        }
        var texts: [UInt64: String] = [:]
        while true {
            if let assessment = texts[first], let sentence = texts[second] { return (assessment, sentence) }
            switch try connection.next(until: deadline, unless: stop) {
            case .stopped: throw CancellationError()
            case .timedOut: throw Fault(description: "no answer within five seconds")
            case .message(let message):
                guard let answered = message.answered, [first, second].contains(answered) else { continue }
                if let error = message.error { throw Fault(description: error.printable(limit: 200)) }
                message.textByteCountMax = Self.byteCountMax
                guard let text = try message.value()?.text else { throw BusError.malformed }
                texts[answered] = text
            }
        }
    }
    #endif
}
