import ConnectivityCore
import ConnectivitySupport

extension FixtureServer {
    /// What the server's threads share; it outlives the server until the last of them has ended.
    final class Engine: Sendable {
        static let connectionCountMax = 256

        private struct State {
            /// The accepting thread and one a connection.
            var threadCount = 1
            var requestCount = 0
        }

        private let listener: Listener
        private let interruption: Latch
        private let end: Latch
        private let onConnect: @Sendable () -> Reply?
        private let handler: @Sendable (Request) -> Reply
        private let state = Mutex(State())

        init(
            listener: Listener,
            interruption: Latch,
            end: Latch,
            _ onConnect: @escaping @Sendable () -> Reply?,
            _ handler: @escaping @Sendable (Request) -> Reply
        ) {
            self.listener = listener
            self.interruption = interruption
            self.end = end
            self.onConnect = onConnect
            self.handler = handler
        }

        var requestCount: Int { state.withLock { $0.requestCount } }

        func start() {
            DedicatedThread.start { self.acceptUntilInterrupted() }
        }

        func stop() {
            interruption.open()
            _ = Descriptor.wait(for: end.descriptor, .toRead, interruptedBy: nil, until: nil)
        }

        private func acceptUntilInterrupted() {
            while let descriptor = listener.accept(interruptedBy: interruption) {
                guard admit() else {
                    Descriptor.reset(descriptor)
                    continue
                }
                DedicatedThread.start {
                    self.serve(Connection(descriptor: descriptor, interruption: self.interruption))
                    self.threadDidEnd()
                }
            }
            listener.close()
            threadDidEnd()
        }

        private func serve(_ connection: consuming Connection) {
            if let reply = onConnect() { return connection.finish(reply) }
            switch connection.readRequest() {
            case .success(let request):
                state.withLock { $0.requestCount += 1 }
                connection.finish(handler(request))
            case .failure(.interrupted):
                connection.finish(Reply([]))
            case .failure(.refused(let status)):
                connection.finish(.message(status: status))
            }
        }

        private func admit() -> Bool {
            state.withLock { state in
                guard state.threadCount <= Self.connectionCountMax else { return false }
                state.threadCount += 1
                return true
            }
        }

        private func threadDidEnd() {
            let isLast = state.withLock { state in
                state.threadCount -= 1
                return state.threadCount == 0
            }
            if isLast { end.open() }
        }
    }
}
