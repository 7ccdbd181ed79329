import ConnectivityCore
import ExamplePlugin
import Foundation

/// A real STUN server, Debian's coturn, on loopback and a free port.
enum Coturn {
    struct NotThere: Error, CustomStringConvertible {
        var description: String
    }

    /// Starts the server, runs a body while the server answers, and stops the server.
    /// - Parameter body: Receives the port; the server answers on it at 127.0.0.1 and 127.0.0.2.
    /// - Returns: What the body returns.
    /// - Throws: ``NotThere``, or what the body throws.
    static func run<Value: Sendable>(_ body: (UInt16) async throws -> Value) async throws -> Value {
        let path = "/usr/bin/turnserver"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw NotThere(description: "\(path) is not there: apt-get install coturn")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "coturn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let port = try LoopbackServer.freePort()
        let server = Process()
        server.executableURL = URL(filePath: path)
        server.arguments = [
            "-n", "--stun-only", "-L", "127.0.0.1", "-L", "127.0.0.2", "-p", "\(port)", "--no-tls", "--no-dtls",
            "--no-tcp",
            "--no-cli", "--log-file", "stdout", "--pidfile", folder.appending(path: "pid").path(),
            "--userdb", folder.appending(path: "db").path(),
        ]
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        defer {
            // Threads of a dispatch queue block signals, and their child processes inherit this, so SIGTERM would
            // have no effect.
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        let request = ProbeRequest(
            STUNQuestion(server: "127.0.0.1", port: port),
            limits: ProbeRequest.Limits(total: .seconds(1))
        )
        for _ in 0..<200 {
            if case .success = await STUNProber().probe(request).outcome { return try await body(port) }
            guard server.isRunning else { throw NotThere(description: "turnserver ended at once") }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw NotThere(description: "turnserver does not answer")
    }
}
