package import ConnectivityCore
import ConnectivityToolkit

/// A second HTTP server on 127.0.0.1, through which a test reads the journal of a served network and changes its state.
///
/// Requests must name a loopback host, so that no web page reaches it under its own name (DNS rebinding), and must not
/// be from a web page of another site.
package final class ControlServer: Sendable {
    package struct Network: Sendable {
        package var states: [String]
        /// Returns the current state with facts about it.
        package var state: @Sendable () -> JSON
        package var enter: @Sendable (String) -> Void
        package var journal: Journal

        package init(
            states: [String],
            journal: Journal,
            state: @escaping @Sendable () -> JSON,
            enter: @escaping @Sendable (String) -> Void
        ) {
            self.states = states
            self.journal = journal
            self.state = state
            self.enter = enter
        }

        func reply(to request: TestServer.Request) -> TestServer.Reply {
            guard request.headers.nameThisDevice else {
                return Self.error(421, "the Host field must name 127.0.0.1, ::1 or localhost")
            }
            let site = request.headers["Sec-Fetch-Site"]
            guard request.headers["Origin"] == nil, site == nil || site == "none" else {
                return Self.error(403, "requests of web pages are refused")
            }
            switch (request.method, request.target) {
            case ("GET", "/journal"): return Self.reply(200, journal.json)
            case ("DELETE", "/journal"):
                journal.clear()
                return Self.reply(204)
            case ("GET", "/state"): return Self.reply(200, state())
            case ("PUT", "/state"):
                let name = String(decoding: request.body, as: UTF8.self)
                guard states.contains(name) else {
                    let names = states.joined(separator: ", ")
                    return Self.error(
                        400,
                        "\"\(name.printable(limit: 64))\" is not a state; the body must be one of: \(names)"
                            + states.suggestion(for: name)
                    )
                }
                enter(name)
                return Self.reply(200, state())
            default:
                let isKnown = ["/journal", "/state"].contains(request.target)
                return Self.error(
                    isKnown ? 405 : 404,
                    "use one of: GET /journal, DELETE /journal, GET /state, PUT /state"
                )
            }
        }

        private static func error(_ status: Int, _ text: String) -> TestServer.Reply {
            reply(status, .object([("error", .string(text))]))
        }

        private static func reply(_ status: Int, _ content: JSON? = nil) -> TestServer.Reply {
            var headers: HeaderFields = ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]
            if content != nil { headers.fields.append(.init(name: "Content-Type", value: "application/json")) }
            return .message(status: status, headers: headers, body: content.map { $0.encoded() + [0x0A] } ?? [])
        }
    }

    private let server: TestServer

    /// Starts the server on any free port.
    package init(_ network: Network) throws(TestServerError) {
        server = try TestServer { network.reply(to: $0) }
    }

    /// The address, such as `http://127.0.0.1:41827`.
    package var url: String { "http://127.0.0.1:\(server.port)" }

    /// Stops the server and closes its connections.
    package func stop() { server.stop() }
}
