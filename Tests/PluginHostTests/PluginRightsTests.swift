#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityPluginHost

@Suite(.needs(.python)) struct `The rights of a program` {
    private func refusal(_ program: PluginProgram) -> String? {
        do throws(PluginFault) {
            _ = try program.digest()
            return nil
        } catch {
            return error.detail
        }
    }

    private func change(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func give(_ path: String, to user: uid_t) throws {
        try FileManager.default.setAttributes([.ownerAccountID: user], ofItemAtPath: path)
    }

    @Test func `A program or a script that others can change or replace is not started`() throws {
        let test = try TestPlugin("")
        for program in [test.program, PluginProgram(command: ["/usr/bin/python3", "-u", test.path])] {
            expect(refusal(program), nil)
            for mode in [0o775, 0o757] {
                try change(test.path, mode)
                expect(refusal(program), "\(test.path) is not started, because others can change it; chmod go-w")
                try change(test.path, 0o755)
                try change(test.folder, mode)
                expect(refusal(program)?.contains("others can write into the folder \(test.folder)"), true)
                try change(test.folder, 0o755)
            }
        }
    }

    @Test func `The interpreter of a script is examined as the script is, also one that env looks for`() throws {
        let (test, tools) = (try TestPlugin(""), try TestPlugin(""))
        var program = test.program
        program.environment = ["PATH": "/nowhere:\(tools.folder)"]
        for first in [
            "#!\(tools.path)", "#! \(tools.path) -u", "#!/usr/bin/env plugin.py", "#!/usr/bin/env -S A=b plugin.py -u",
        ] {
            try Data("\(first)\n".utf8).write(to: URL(filePath: test.path))
            expect(refusal(program), nil)
            try change(tools.path, 0o777)
            expect(refusal(program), "\(tools.path) is not started, because others can change it; chmod go-w")
            try change(tools.path, 0o755)
        }
        // The interpreter of the interpreter; and a chain without an end is left to the kernel, which refuses it.
        let last = try TestPlugin("")
        try Data("#!\(last.path)\n".utf8).write(to: URL(filePath: tools.path))
        try change(last.path, 0o777)
        expect(refusal(program)?.contains("\(last.path) is not started"), true)
        try Data("#!\(tools.path)\n".utf8).write(to: URL(filePath: tools.path))
        expect(refusal(program), nil)
    }

    @Test func `Every link on the way to a program is examined, with its folder`() throws {
        let (test, first, second) = (try TestPlugin(""), try TestPlugin(""), try TestPlugin(""))
        let links = [first.folder + "/a", second.folder + "/b"]
        try FileManager.default.createSymbolicLink(atPath: links[1], withDestinationPath: test.path)
        try FileManager.default.createSymbolicLink(
            atPath: links[0],
            withDestinationPath: "../\(second.folder.split(separator: "/").last ?? "")/./b"
        )
        let program = PluginProgram(command: [links[0]])
        expect(refusal(program), nil)
        // Not even the first link can be seen to lead there.
        try change(second.folder, 0o777)
        expect(refusal(program)?.contains("others can write into the folder \(second.folder)"), true)
        try change(second.folder, 0o755)
        try FileManager.default.removeItem(atPath: links[1])
        try FileManager.default.createSymbolicLink(atPath: links[1], withDestinationPath: links[0])
        expect(refusal(program)?.contains("Too many levels of symbolic links"), true)
    }

    @Test func `A program of another user is started only with the rights of that user`() throws {
        guard geteuid() == 0, let nobody = unsafe getpwnam("nobody")?.pointee.pw_uid else { return }
        let test = try TestPlugin("")
        var program = test.program
        for place in [test.path, test.folder] {
            try give(place, to: nobody)
            program.user = nil
            expect(
                refusal(program)?.contains("belongs neither to root nor to this user, but to user \(nobody)"),
                true
            )
            program.user = "nobody"
            expect(refusal(program), nil)
            try give(place, to: 0)
        }
    }

    @Test func `The list of plugins says whether their limit of processes holds`() {
        var program = PluginProgram(command: ["/usr/bin/true"])
        let own = program.limitsInWords
        let unlimited = "any number of processes, because root has no limit"
        #expect(own.contains(geteuid() == 0 ? unlimited : "4096 processes of its user"), "\(own)")
        guard geteuid() == 0 else { return }
        program.user = "nobody"
        let other = program.limitsInWords
        #expect(other.contains("4096 processes of its user"), "\(other)")
    }

    @Test(.needs(Need(obstacle: ChildProcess.landlockVersion >= 6 ? nil : "needs Linux 6.12 with Landlock")))
    func `A plugin sends no signal to its host and does not touch its memory`() async throws {
        let test = try TestPlugin(
            """
            def attempt(action):
                try: action()
                except OSError as error: return error.strerror
                return "done"
            def plugin(id, exchange, request):
                host = int(sys.argv[2])
                facts = {"signal": attempt(lambda: os.kill(host, 0)), "keeper": attempt(lambda: os.kill(os.getppid(), 0)),
                         "memory": attempt(lambda: open(f"/proc/{host}/mem", "r+b")),
                         "own": attempt(lambda: os.kill(os.getpid(), 0)),
                         "move": attempt(lambda: os.rename(sys.argv[1] + "/a/x", sys.argv[1] + "/x"))}
                say(id=id, finding="substituted", reason={"code": "com.example.facts", "facts": facts})
            """
        )
        try FileManager.default.createDirectory(atPath: test.folder + "/a", withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: test.folder + "/a/x"))
        var program = test.program
        program.command.append("\(getpid())")
        let facts = await (try await test.start(program)).witness.testify(on: exchange("pong")).reason.facts
        let refused: Fact = "Operation not permitted"
        expect(
            facts,
            [
                "signal": refused, "keeper": refused, "memory": "Permission denied", "own": "done", "move": "done",
            ]
        )
    }
}
#endif
