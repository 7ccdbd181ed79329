#if os(Linux)
import ConnectivityToolkit
import Glibc
import TestSupport
import Testing

@Suite(.needs(.python)) struct `A child process` {
    /// A process outside of the group of the program keeps that group alive with a zombie, and then starts a stranger in it: for
    /// the system this is the same as another process with the number of the program.
    private static let script = """
        import os, signal
        group = os.getpid()
        joined, join = os.pipe()
        if os.fork():
            os.read(joined, 1)
            os._exit(0)
        os.setpgid(0, 0)
        zombie = os.fork()
        if zombie == 0:
            os.setpgid(0, group)
            os.write(join, b"x")
            signal.pause()
        os.waitid(os.P_PID, zombie, os.WEXITED | os.WNOWAIT)
        stranger = os.fork()
        if stranger == 0:
            os.setpgid(0, group)
            os.write(2, b"joined ")
            os.read(0, 1)
            os.write(2, b"lived")
            os._exit(0)
        os.waitpid(stranger, 0)
        """

    @Test func `A program whose end was taken is not signalled any more`() throws {
        let child = try ChildProcess(["/usr/bin/python3", "-c", Self.script], environment: [])
        #expect(child.waitForEnd(nil))
        expect(child.takeEnd(), .exited(status: 0))
        func read(until isEnough: (String) -> Bool) throws -> String {
            var (text, buffer) = ("", [UInt8](repeating: 0, count: 64))
            while !isEnough(text) {
                var waits = [pollfd.toRead(child.error.number)]
                _ = try Poll.wait(for: &waits, until: nil)
                guard let count = try child.error.read(into: &buffer), count > 0 else { break }
                text += String(decoding: buffer[..<count], as: UTF8.self)
            }
            return text
        }
        try expect(read { $0 == "joined " }, "joined ")
        child.signal(SIGKILL)
        child.input.close()
        try expect(read { _ in false }, "lived")
    }
}
#endif
