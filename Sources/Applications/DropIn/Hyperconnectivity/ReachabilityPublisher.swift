import Connectivity
public import ConnectivityCore

/// Watches the interfaces while there is a listener, and delivers changes that are known without a check.
///
/// It is an `AsyncSequence` on all platforms and a `Publisher` on platforms with Combine. It ends if the interfaces
/// cannot be watched.
public struct ReachabilityPublisher: AsyncSequence, Sendable {
    public typealias Element = ReachabilityResult
    public typealias Failure = Never

    /// The name of version 1 for ``HyperconnectivityConfiguration``.
    public typealias Configuration = HyperconnectivityConfiguration

    let configuration: Configuration
    private let source: any InterfaceSource

    /// Creates a publisher with the platform's interface source.
    ///
    /// Only the callback queue of the configuration is used, on platforms with Combine.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        source = PlatformParts.current.source
    }

    /// Creates a publisher with an interface source.
    ///
    /// Only the callback queue of the configuration is used, on platforms with Combine.
    public init(configuration: Configuration = Configuration(), source: some InterfaceSource) {
        self.configuration = configuration
        self.source = source
    }

    public func makeAsyncIterator() -> AsyncIterator {
        let (results, listener) = AsyncStream.makeStream(
            of: ReachabilityResult.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let watch = Task { [source] in
            try? await source.observe { listener.yield(ReachabilityResult($0)) }
            listener.finish()
        }
        listener.onTermination = { _ in watch.cancel() }
        return AsyncIterator(base: results)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let base: AsyncStream<ReachabilityResult>
        fileprivate var last: ReachabilityResult?

        public mutating func next() async -> ReachabilityResult? {
            // The iterators of a stream share one buffer, so a new iterator can serve each call.
            var results = base.makeAsyncIterator()
            while let result = await results.next() {
                guard result != last else { continue }
                last = result
                return result
            }
            return nil
        }
    }
}

// An iterator belongs to the task that iterates.
@available(*, unavailable)
extension ReachabilityPublisher.AsyncIterator: Sendable {}
