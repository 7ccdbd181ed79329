import ConnectivityToolkit

/// The calls in progress to the parts of a pipeline, which identify a part that does not return.
final class PartCalls: Sendable {
    private let counts = Lock<[String: Int]>([:])

    /// The parts that have not returned, in the order of their names.
    var parts: [String] { counts.withLock { $0.keys.sorted() } }

    /// Counts a call to a part.
    func during<Value>(_ part: String, _ call: () async throws -> Value) async rethrows -> Value {
        counts.withLock { $0[part, default: 0] += 1 }
        defer {
            counts.withLock { counts in
                let count = counts[part, default: 1] - 1
                counts[part] = count > 0 ? count : nil
            }
        }
        return try await call()
    }
}
