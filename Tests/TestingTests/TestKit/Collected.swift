import ConnectivityToolkit

/// Values that closures collect.
final class Collected<Value: Sendable>: Sendable {
    private let state = Lock<[Value]>([])

    var values: [Value] { state.withLock { $0 } }

    func add(_ value: Value) { state.withLock { $0.append(value) } }
}
