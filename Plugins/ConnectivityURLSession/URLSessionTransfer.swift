internal import ConnectivityCore
internal import ConnectivitySupport
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One probe: hears what becomes of its task, and makes the exchange of it, once.
final class URLSessionTransfer: NSObject, URLSessionDataDelegate {
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
    private let state: Mutex<State>

    init(_ request: ProbeRequest) {
        self.request = request
        state = Mutex(State(received: ReceivedResponse(limits: request.limits)))
    }

    /// Whether the exchange was made before the task had ended.
    var isCutOff: Bool { state.withLock { $0.isCutOff } }

    /// Begins, unless the exchange is there already; may block.
    func start(on session: URLSession, with prober: URLSessionProber) {
        guard state.withLock({ $0.exchange == nil }) else { return }
        guard let urlRequest = prober.urlRequest(for: request) else {
            let failure = ProbeFailure(.other(code: NSURLErrorBadURL), detail: "Foundation does not take the URL")
            return end(.failed(failure))
        }
        let task = session.dataTask(with: urlRequest)
        task.delegate = self
        state.withLock { $0.task = task }
        task.resume()
    }

    /// Cancels the task, where there is one; may block.
    func stop() {
        let task = state.withLock { state in
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }

    /// Ends the probe where what was due has not come.
    func expire(_ deadline: Deadline) {
        end(.expired(deadline))
    }

    /// Waits for the exchange; cancellation makes it at once.
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

    // MARK: What the session tells

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isAccepted = begin(response)
        completionHandler(isAccepted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isWhole = state.withLock { $0.received.add(data) }
        if !isWhole { end(.enough) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        _ = begin(response)
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        guard let last = metrics.transactionMetrics.last else { return }
        let times = TransactionTimes(last)
        state.withLock { $0.times = times }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.withLock { $0.task = nil }
        guard let error else {
            // The delegate may not have been told of it on the way.
            if let response = task.response { _ = begin(response) }
            return end(.completed)
        }
        end(.failed(LoadingFault(error).failure))
    }

    /// Takes a header.
    /// - Returns: Whether to go on.
    private func begin(_ response: URLResponse) -> Bool {
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
            let exchange = ProbeExchange(
                request: request,
                outcome: outcome,
                remoteAddress: state.times.remoteAddress,
                timings: state.times.timings(total: total)
            )
            state.exchange = exchange
            state.isCutOff = ending.isBeforeTime
            defer { state.waiting = nil }
            return (state.waiting, exchange)
        }
        if let (waiting, exchange) = resumed { waiting?.resume(returning: exchange) }
    }
}
