import ConnectivityCore
import ConnectivityToolkit

extension Scenario {
    /// Runs the network on 127.0.0.1.
    ///
    /// One port supports HTTP and, if a host has a certificate, TLS; a port of zero chooses any free port. A prober
    /// that connects to this port for every URL (``RunningScenario/connectTo``) uses the network without name lookup.
    /// The network ends on ``RunningScenario/stop()`` or when the last reference to the result is released.
    ///
    /// - Throws: ``TestServerError`` if the system refuses a socket; ``TestAuthorityError`` if a host has a certificate
    ///   and none can be created.
    package func run(port: UInt16 = 0, tokens: Tokens = Tokens()) throws -> RunningScenario {
        try RunningScenario(self, port: port, tokens)
    }
}

/// A running network that a ``Scenario`` describes.
package final class RunningScenario: Sendable {
    /// The certificate of the authority as PEM text, for clients to trust; `nil` if no host has a certificate.
    package let certificatePEM: String?
    /// The questions to the network.
    package let journal: Journal
    /// The functions for a ``ControlServer`` of the network.
    package let control: ControlServer.Network

    private let server: TestServer
    private let nameServer: TestNameServer
    private let client: Client

    fileprivate init(_ scenario: Scenario, port: UInt16, _ tokens: Scenario.Tokens) throws {
        let isSecure = scenario.hosts.values.contains { $0.tls != nil }
        let authority = isSecure ? try TestAuthority() : nil
        let journal = Journal()
        let client = Client(scenario, tokens, journal)
        let security = authority.map { authority in
            TestServer.Security(authority: authority) { client.handshake(for: $0) }
        }
        server = try TestServer(port: port, security: security) { client.reply(to: $0) }
        nameServer = try TestNameServer(rules: scenario.allNames) { name, type, rule in
            client.record(name, type, rule)
        }
        self.client = client
        self.journal = journal
        control = ControlServer.Network(
            states: scenario.states.map(\.name),
            journal: journal,
            state: { client.progress.json },
            enter: { _ = client.change(to: $0) }
        )
        certificatePEM = authority?.certificatePEM
    }

    /// The port for HTTP and TLS.
    package var port: UInt16 { server.port }

    package var namePort: UInt16 { nameServer.port }

    /// The address that a prober must connect to instead of the hosts of its URLs, as `host:port`.
    package var connectTo: String { "127.0.0.1:\(port)" }

    /// The number of requests that were read so far.
    package var requestCount: Int { server.requestCount }

    /// The current state of the client and its use.
    package var progress: Scenario.Progress { client.progress }

    /// Enters a state at once, whose time and counts begin; returns whether the scenario has a state with the name.
    @discardableResult
    package func change(to state: String) -> Bool { client.change(to: state) }

    /// Stops all servers and ends every connection at once.
    ///
    /// The call returns when all sockets are closed. Further calls are not an error.
    package func stop() {
        server.stop()
        nameServer.stop()
    }

    /// The state of the client, which the threads of all connections share.
    private final class Client: Sendable {
        private let scenario: Scenario
        private let tokens: Scenario.Tokens
        private let journal: Journal
        private let state: Lock<Scenario.Progress>

        init(_ scenario: Scenario, _ tokens: Scenario.Tokens, _ journal: Journal) {
            self.scenario = scenario
            self.journal = journal
            self.tokens = tokens
            state = Lock(Scenario.Progress(scenario))
        }

        /// Changes the state with the time of the change; the clock is read within the lock, so that times never decrease.
        private func withProgress<Value>(_ body: (inout Scenario.Progress, Duration) -> Value) -> Value {
            state.withLock { progress in
                let now = journal.now
                progress.elapse(to: now)
                return body(&progress, now)
            }
        }

        var progress: Scenario.Progress { withProgress { progress, _ in progress } }

        func change(to state: String) -> Bool { withProgress { $0.enter(state, at: $1) } }

        func reply(to request: TestServer.Request) -> TestServer.Reply {
            withProgress { progress, now in
                let answer = scenario.answer(to: request, at: now, &progress, tokens: tokens)
                journal.add(Journal.Entry(request, answer, at: now))
                return answer.reply
            }
        }

        func handshake(for name: String?) -> TestServer.Security.Handshake {
            withProgress { progress, now in
                let (handshake, source) = scenario.handshake(for: name, at: now, &progress)
                let state = progress.state.name
                journal.add(Journal.Entry(handshake, for: name, state: state, source: source, at: now))
                return handshake
            }
        }

        func record(_ name: String, _ type: Int, _ rule: Int?) {
            withProgress { progress, now in
                var entry = Journal.Entry(.name, at: now, state: progress.state.name, host: name)
                entry.type = NameRule.RecordType.allCases.first { $0.number == type }?.rawValue ?? "TYPE\(type)"
                entry.source = rule.map { scenario.source(ofName: $0) }
                entry.result = (rule.map { scenario.allNames[$0].result } ?? .nxdomain).rawValue
                journal.add(entry)
            }
        }
    }
}
