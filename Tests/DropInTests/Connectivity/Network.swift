import Connectivity
import ConnectivityCore
import ConnectivityTestKit
import ConnectivityTestServer
import ConnectivityToolkit

/// Interfaces that a test changes, for any number of observers.
final class HandSource: InterfaceSource {
    private struct State: Sendable {
        var snapshot: InterfaceSnapshot
        var observers: [Int: AsyncStream<InterfaceSnapshot>.Continuation] = [:]
        var count = 0
    }

    private let state: Lock<State>

    init(_ interfaces: NetworkInterface...) { state = Lock(State(snapshot: InterfaceSnapshot(interfaces))) }

    /// The current number of observers.
    var observerCount: Int { state.withLock { $0.observers.count } }

    func change(to interfaces: NetworkInterface...) {
        state.withLock { state in
            state.snapshot = InterfaceSnapshot(interfaces)
            for observer in state.observers.values { observer.yield(state.snapshot) }
        }
    }

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let (snapshots, observer) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
        let id = state.withLock { state in
            state.count += 1
            state.observers[state.count] = observer
            observer.yield(state.snapshot)
            return state.count
        }
        defer { state.withLock { _ = $0.observers.removeValue(forKey: id) } }
        for await snapshot in snapshots { report(snapshot) }
        throw CancellationError()
    }
}

/// A prober with answers that a test sets.
final class HandProber: Prober {
    private let answer: Lock<@Sendable (ProbeRequest) async -> ProbeResponse?>
    private let asked = Lock<[ProbeRequest]>([])

    let kinds: Set<Question.Kind> = [.http]

    /// Creates a prober.
    /// - Parameter answer: Answers a request; `nil` is a connection refused.
    init(_ answer: @escaping @Sendable (ProbeRequest) async -> ProbeResponse?) { self.answer = Lock(answer) }

    /// The requests that were sent, in order.
    var requests: [ProbeRequest] { asked.withLock { $0 } }

    func change(_ answer: @escaping @Sendable (ProbeRequest) async -> ProbeResponse?) {
        self.answer.withLock { $0 = answer }
    }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        asked.withLock { $0.append(request) }
        let response = await answer.withLock { $0 }(request)
        let failure = ProbeFailure(Task.isCancelled ? .cancelled : .connectionRefused)
        return ProbeExchange(request: request, outcome: response.map { .success($0) } ?? .failure(failure))
    }
}

/// A gate that a task can wait for.
struct Gate: Sendable {
    private let signal = AsyncStream.makeStream(of: Never.self)

    func open() { signal.continuation.finish() }

    /// Returns when the gate is open, or when the task is cancelled.
    func pass() async { for await _ in signal.stream {} }
}

extension ProbeResponse {
    static let success = page("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n")

    static func page(_ text: String, status: Int = 200) -> ProbeResponse {
        ProbeResponse(status: status, headers: ["Content-Type": "text/html"], body: Array(text.utf8))
    }
}

extension TestServer {
    /// Creates a server that answers each path with a response.
    convenience init(_ answers: [String: ProbeResponse]) throws(TestServerError) {
        try self.init { request in answers[request.target].map { .message($0) } ?? .message(status: 404) }
    }
}

extension NetworkInterface {
    static let cellular = NetworkInterface(
        name: "wwan0",
        index: 4,
        kind: .cellular,
        addresses: [Address("203.0.113.7", prefixLength: 24)],
        defaultRoutes: [DefaultRoute(family: .ipv4, gateway: "203.0.113.1", metric: 700)]
    )
}

extension Connectivity {
    /// Creates an object on a wireless network with the given answers.
    static func network(
        _ configuration: ConnectivityConfiguration = .init(pollingIsEnabled: false),
        answer: @escaping @Sendable (ProbeRequest) async -> ProbeResponse?
    ) -> Connectivity {
        Connectivity(
            configuration: configuration,
            source: StaticInterfaceSource(.init([.wifi])),
            prober: HandProber(answer)
        )
    }
}
