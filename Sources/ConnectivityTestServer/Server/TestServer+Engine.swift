import ConnectivityCore
import ConnectivitySupport

extension TestServer {
    /// What the server's threads share; it outlives the server until the last of them has ended.
    final class Engine: Sendable {
        private static let connectionCountMax = 256

        private let listener: Listener
        private let interruption: Latch
        private let crew: Crew
        private let security: Security?
        private let onConnect: @Sendable () -> Reply?
        private let handler: @Sendable (Request) -> Reply
        private let requests = Mutex(0)

        init(
            port: UInt16,
            _ security: Security?,
            _ onConnect: @escaping @Sendable () -> Reply?,
            _ handler: @escaping @Sendable (Request) -> Reply
        ) throws(TestServerError) {
            interruption = try Latch()
            crew = try Crew(countMax: 1 + Self.connectionCountMax)
            listener = try Listener(port: port)
            self.security = security
            self.onConnect = onConnect
            self.handler = handler
        }

        var port: UInt16 { listener.port }
        var requestCount: Int { requests.withLock { $0 } }

        func start() {
            _ = crew.start { self.listener.serve(by: self.crew, interruptedBy: self.interruption, self.serve) }
        }

        func stop() {
            interruption.open()
            crew.waitForEnd()
        }

        private func serve(_ channel: Channel) {
            if let reply = onConnect() {
                var connection = Connection(channel, received: [])
                _ = connection.perform(reply, to: nil)
                return
            }
            guard let received = security.map({ $0.open(channel) }) ?? [] else { return channel.close() }
            var connection = Connection(channel, received: received)
            var isOpen = true
            while isOpen {
                switch connection.readRequest() {
                case .success(let request):
                    requests.withLock { $0 += 1 }
                    isOpen = connection.perform(handler(request), to: request)
                case .failure(.ended): return connection.close()
                case .failure(.refused(let status)):
                    isOpen = connection.perform(.message(status: status), to: nil)
                }
            }
        }
    }
}
