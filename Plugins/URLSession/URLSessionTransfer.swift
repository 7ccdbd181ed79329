import ConnectivityCore
import ConnectivityToolkit
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One probe: receives the events of its task, and creates the exchange, once.
final class URLSessionTransfer: Sendable {
    private struct State {
        var received: ReceivedResponse
        var times = TransactionTimes()
        var task: URLSessionTask?
        var waiting: CheckedContinuation<ProbeExchange, Never>?
        var exchange: ProbeExchange?
        var isCutOff = false
    }

    private let request: ProbeRequest
    private let started = ContinuousClock.now
    private let state: Lock<State>

    init(_ request: ProbeRequest) {
        self.request = request
        state = Lock(State(received: ReceivedResponse(limits: request.limits)))
    }

    /// Whether the exchange was created before the task had ended.
    var isCutOff: Bool { state.withLock { $0.isCutOff } }

    /// Starts the task, unless the exchange already exists; may block.
    func start(on session: URLSession, _ router: SessionRouter, with prober: URLSessionProber) {
        guard state.withLock({ $0.exchange == nil }) else { return }
        guard let urlRequest = prober.urlRequest(for: request) else {
            let failure = ProbeFailure(
                .other(.nsURLError, code: NSURLErrorBadURL),
                detail: "Foundation does not accept the URL"
            )
            return end(.failed(failure))
        }
        let task = session.dataTask(with: urlRequest)
        router.add(self, for: task)
        state.withLock { $0.task = task }
        task.resume()
    }

    /// Cancels the task if there is one; may block.
    func stop() { takeTask()?.cancel() }

    /// Returns the task to a caller that may end it; only the first caller receives it.
    private func takeTask() -> URLSessionTask? {
        state.withLock { state in
            defer { state.task = nil }
            return state.task
        }
    }

    /// Creates a timer that ends the probe at a deadline if the expected data have not arrived.
    ///
    /// It runs on a Dispatch thread, so that busy tasks do not delay a limit.
    func timer(_ limit: Duration) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: Self.timers)
        let (seconds, attoseconds) = limit.components
        timer.schedule(deadline: .now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000)))
        timer.setEventHandler { [self] in end(.expired) }
        timer.resume()
        return timer
    }

    private static let timers = DispatchQueue(label: "swift-connectivity.url-session.timers")

    /// Waits for the exchange; cancellation creates it at once.
    func exchange() async -> ProbeExchange {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let exchange = state.withLock { state in
                    if state.exchange == nil { state.waiting = continuation }
                    return state.exchange
                }
                if let exchange { continuation.resume(returning: exchange) }
            }
        } onCancel: {
            end(.cancelled)
        }
    }

    // MARK: Events of the session

    func receive(_ data: Data) {
        let isWhole = state.withLock { $0.received.add(data) }
        if !isWhole { end(.enough) }
    }

    func receive(_ metrics: URLSessionTaskMetrics) {
        guard let last = metrics.transactionMetrics.last else { return }
        let times = TransactionTimes(last)
        state.withLock { $0.times = times }
    }

    /// Accepts the header of a redirect, and returns whether to call the completion handler with `nil`.
    ///
    /// FoundationNetworking ends the process if this is done for a cancelled task.
    func refuseRedirect(_ response: HTTPURLResponse) -> Bool {
        _ = begin(response)
        return takeTask() != nil
    }

    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        _ = takeTask()
        if let error { return end(.failed(LoadingFault(error).failure)) }
        // The header may be missing until now.
        if let response { _ = begin(response) }
        end(.completed)
    }

    /// Accepts a header, and returns whether to continue.
    func begin(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else { return true }
        var fields: [(String, String)] = []
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { fields.append((name, value)) }
        }
        let headers = fields
        let isAccepted = state.withLock { $0.received.begin(status: response.statusCode, headers) }
        if !isAccepted { end(.enough) }
        return isAccepted
    }

    private func end(_ ending: ProbeEnding) {
        let total = ContinuousClock.now - started
        let resumed = state.withLock { state -> (CheckedContinuation<ProbeExchange, Never>?, ProbeExchange)? in
            guard state.exchange == nil, let outcome = state.received.outcome(ending) else { return nil }
            var exchange = ProbeExchange(
                request: request,
                outcome: outcome,
                remoteAddress: state.times.remoteAddress,
                timings: state.times.timings(total: total)
            )
            // A session delivers no response over TLS whose certificate it has not accepted.
            if exchange.response != nil, request.url?.scheme == .https { exchange.authentication = .verified }
            state.exchange = exchange
            state.isCutOff = ending.isBeforeTime
            defer { state.waiting = nil }
            return (state.waiting, exchange)
        }
        if let (waiting, exchange) = resumed { waiting?.resume(returning: exchange) }
    }
}
