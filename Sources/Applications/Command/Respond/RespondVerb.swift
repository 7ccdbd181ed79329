import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityNotifiers
import ConnectivityToolkit
import ConnectivityWire

/// `connectivityctl respond`: answers checks in place of another server.
enum RespondVerb: Verb {
    private static let textByteCountMax = 1024

    static let grammar = Grammar(
        name: "respond",
        summary: "Answer checks as your own endpoint, until interrupted.",
        options: [
            .value(
                "address",
                "ADDRESS",
                "listen on this address (default 127.0.0.1; 0.0.0.0 and :: are all addresses)"
            ),
            .value("port", "N", "listen on this port (default 8204)"),
            .value("text", "TEXT", "the body at \(Responder.textPath) (default \"online\"; at most 1024 bytes)"),
            .flag("json", "print one JSON object with what is served, then one per answer"),
        ],
        notes: """
            \(Responder.emptyPath) has no content (status 204), and \(Responder.textPath) has the text. Everything else is 404.
            Both repeat a random text that a check sends in X-Tailscale-Challenge: expect validator.challenge, and no recorded answer
            passes. Clients are not logged; --json says which of the paths was asked, and not by whom. At most 32 connections are served at a time, each for one request of at most 8 KiB
            and ten seconds; one more pushes out the oldest of the address that has most. There is no TLS: put it behind a
            server that has it, or see the guide "Who learns what" for the same answers of nginx and Caddy. SIGINT and SIGTERM end
            the command with exit status 0.
            """
    )

    private struct ServedLine: Encodable {
        var version = WireForm.version
        var serving: [Responder.Service]
    }

    private struct AnswerLine: Encodable {
        var version = WireForm.version
        var answered: Responder.Facts
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let name = try arguments.text("address") ?? "127.0.0.1"
        guard let address = try? IPAddress(name) else {
            throw arguments.usage("\"\(name.printable(limit: 60))\" is not an IP address; example: --address 192.0.2.1")
        }
        let port = try arguments.whole("port", in: 0...65_535, of: "a port").map { UInt16($0) } ?? 8204
        let text = try arguments.text("text") ?? "online"
        guard text.utf8.count <= textByteCountMax else { throw arguments.usage("--text needs at most 1024 bytes") }
        guard let stop = Waker() else { throw CommandError.software("cannot create a pipe") }
        let responder = Responder(text: text)
        let isJSON = arguments.has("json")
        try Signals.pass(Interruption.numbers) { _ in stop.wakeUp() }
        try await DedicatedThread.run {
            let server: LocalServer
            do {
                server = try LocalServer(address, port: port) { head in
                    let answer = responder.answer(to: head)
                    if isJSON { try? console.printJSON(AnswerLine(answered: answer.facts)) }
                    return answer.bytes
                }
            } catch {
                throw CommandError.noOutput("cannot listen: \(error)")
            }
            let host = address.family == .ipv6 ? "[\(address)]" : "\(address)"
            let base = "http://\(host):\(server.port)"
            if isJSON {
                try console.printJSON(ServedLine(serving: responder.services(at: base)))
            } else {
                console.print("answering at \(base)\(Responder.emptyPath) and \(Responder.textPath)")
            }
            server.run(until: stop)
        } stop: {
            stop.wakeUp()
        }
        return .success
    }
}
