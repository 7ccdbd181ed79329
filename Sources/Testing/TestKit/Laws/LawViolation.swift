import ConnectivityCore
import ConnectivityToolkit
import ConnectivityWire
import Dispatch

/// A law that an implementation broke, with the evidence.
public struct LawViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The law, as a sentence.
    public var law: String
    /// The input or the seed that shows the violation, and the result, on one line.
    package var shownBy: String

    /// Creates a violation; the evidence is reduced to one line.
    package init(_ law: String, shownBy evidence: String) {
        self.law = law
        self.shownBy = evidence.printable(limit: 300)
    }

    /// The law and the evidence, on one line.
    public var description: String { "law violated: \(law); example: \(shownBy)" }
}

/// Encodes a component and decodes it again.
enum RoundTrip {
    /// Returns the value after encoding and decoding; `nil` if the value is not `Codable`.
    /// - Throws: A ``LawViolation`` if coding fails or if the second encoding differs from the first.
    static func value<Value>(after value: Value, law: String) throws -> Value? {
        guard let codable = value as? any Codable else { return nil }
        return try again(codable, law: law) as? Value
    }

    private static func again<Value: Codable>(_ value: Value, law: String) throws -> Value {
        let first: JSON
        let decoded: Value
        let second: JSON
        do {
            first = try JSON(encoding: value)
            decoded = try first.decode(Value.self)
            second = try JSON(encoding: decoded)
        } catch {
            throw LawViolation(law, shownBy: "\(error)")
        }
        if first != second { throw LawViolation(law, shownBy: "\(first.text) is read back as \(second.text)") }
        return decoded
    }
}

/// A closure that runs on its own thread.
///
/// The thread of a closure that never ends exists until the process ends; it cannot be stopped.
final class ThreadedRun<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the closure.
    init(_ body: @escaping @Sendable () -> Value) {
        DedicatedThread.start { [self] in
            let result = body()
            value.withLock { $0 = result }
            ended.signal()
        }
    }

    /// Waits for the value of the closure, `nil` if it does not end in time; may be called only once.
    func wait(for limit: Duration) -> Value? {
        guard ended.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1)))) == .success else { return nil }
        return value.withLock { $0 }
    }
}
