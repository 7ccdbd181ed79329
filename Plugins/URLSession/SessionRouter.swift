import ConnectivityToolkit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Forwards delegate events to the transfer that owns the task.
///
/// It is the session's delegate, because FoundationNetworking does not deliver all events to a task's delegate.
final class SessionRouter: NSObject, URLSessionDataDelegate {
    private let transfers = Lock<[Int: URLSessionTransfer]>([:])

    /// Registers the transfer of a task; it is removed when the task completes.
    func add(_ transfer: URLSessionTransfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    private subscript(task: URLSessionTask) -> URLSessionTransfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isAccepted = self[dataTask]?.begin(response) ?? false
        completionHandler(isAccepted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        self[dataTask]?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if self[task]?.refuseRedirect(response) ?? false { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        // FoundationNetworking asks this only with a complete response, which it delivers in no other way.
        self[task]?.complete(challenge.failureResponse, nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        let tlsMethods = [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate]
        let isOfTLS = tlsMethods.contains(challenge.protectionSpace.authenticationMethod)
        completionHandler(isOfTLS ? .performDefaultHandling : .rejectProtectionSpace, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        self[task]?.receive(metrics)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.complete(task.response, error)
    }
}
