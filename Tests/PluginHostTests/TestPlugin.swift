#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import Foundation
import Synchronization

@testable import ConnectivityPluginHost

/// A plugin in Python in a separate folder, which is removed with the value.
final class TestPlugin: Sendable {
    let folder: String
    let path: String
    /// The lines that the host passed on.
    let logged = Mutex<[String]>([])

    /// Writes a plugin; the functions of `helpers` are there, and `plugin` is called with each request but `hello`.
    init(_ code: String, whole: Bool = false) throws {
        folder = NSTemporaryDirectory() + "connectivity-plugin-\(UUID().uuidString)"
        path = folder + "/plugin.py"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let text = whole ? code : Self.beginning + code + Self.end
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var program: PluginProgram {
        var program = PluginProgram(command: [path, folder])
        program.limits.start = .seconds(20)
        return program
    }

    func start(_ program: PluginProgram? = nil) async throws -> RunningPlugin {
        try await RunningPlugin(program ?? self.program) { [self] line in logged.withLock { $0.append(line) } }
    }

    var log: [String] { logged.withLock { $0 } }

    private static let beginning = """
        #!/usr/bin/python3
        import json, os, signal, sys, time
        def say(**members): print(json.dumps(members), flush=True)
        def raw(text): os.write(1, text if isinstance(text, bytes) else text.encode())
        def own(code): return {"code": "com.example." + code, "facts": {}}
        validator = {"use": "validator.example.test", "expectation": True}
        introduction = {"protocol": 1, "name": "test", "version": "1.5", "registers": [validator]}

        """

    private static let end = """

        for line in sys.stdin:
            request = json.loads(line)
            if request["type"] == "hello": say(id=request["id"], **introduction)
            elif request["type"] == "validate": plugin(request["id"], request["exchange"], request)
            elif request["type"] == "bye" and "last" in globals(): last()
        """
}

extension RunningPlugin {
    /// The first component as a witness.
    var witness: PluginWitness {
        PluginWitness(plugin: self, component: manifest.registers[0], options: .object([]))
    }
}

/// An exchange over plain HTTP with a body, and a limit of time.
func exchange(_ body: String, within limit: Duration = .seconds(20)) -> ProbeExchange {
    var request = ProbeRequest("http://status.example/")
    request.limits.total = limit
    return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 200, body: Array(body.utf8))))
}
#endif
