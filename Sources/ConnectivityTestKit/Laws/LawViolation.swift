import ConnectivityBlocking
import ConnectivityCore
import ConnectivitySupport
import Dispatch

/// A law that an implementation broke, with what shows it.
public struct LawViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The law, in words.
    public var law: String
    /// The input, or the seed, that shows it, and what was seen; one line.
    public var shownBy: String

    /// Creates a violation.
    /// - Parameters:
    ///   - law: The law, in words.
    ///   - evidence: What shows it.
    public init(_ law: String, shownBy evidence: String) {
        self.law = law
        self.shownBy = evidence.printable(limit: 300)
    }

    /// The law and what shows it, on one line.
    public var description: String { "broken law: \(law); shown by \(shownBy)" }
}

/// Coding a component and reading it back.
enum RoundTrip {
    /// The value after coding, as `nil` where it cannot be coded at all.
    /// - Throws: A ``LawViolation`` where coding fails, or where the second coding differs from the first.
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
        if first != second { throw LawViolation(law, shownBy: "\(first.text) reads back as \(second.text)") }
        return decoded
    }
}

/// A body that runs on a thread of its own.
///
/// The thread of a body that never ends stays until the process ends; nothing can stop it.
final class ThreadedRun<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the body.
    init(_ body: @escaping @Sendable () -> Value) {
        DedicatedThread.start { [self] in
            let result = body()
            value.withLock { $0 = result }
            ended.signal()
        }
    }

    /// Waits for the body, once.
    /// - Parameter limit: The longest time to wait.
    /// - Returns: The value of the body, or `nil` where it had not ended in time.
    func wait(for limit: Duration) -> Value? {
        guard ended.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1)))) == .success else { return nil }
        return value.withLock { $0 }
    }
}
