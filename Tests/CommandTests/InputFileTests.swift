#if os(Linux)
import ConnectivityCommand
import Foundation
import Glibc
import Testing
import TestSupport

@Suite struct `The file that a command reads` {
    private let answer = Array("HTTP/1.1 204 No Content\n\n".utf8)

    private func namedPipe() throws -> String {
        let path = temporaryPath()
        try #require(unsafe mkfifo(path, 0o600) == 0)
        return path
    }

    /// Returns the name of the reading end of a pipe that has the bytes and no writer any more, as of `<(command)`.
    private func pipeOfShell(_ bytes: [UInt8]) throws -> (name: String, descriptor: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        try #require(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        return ("/dev/fd/\(ends[0])", ends[0])
    }

    @Test func `A pipe without a writer is refused with advice`() async throws {
        let path = try namedPipe()
        let transcript = await Transcript.of("classify", path)
        expect(transcript.status, .noInput)
        expect(
            transcript.errors,
            ["connectivityctl: cannot read \(path): no program writes to this pipe; start its writer first"]
        )
    }

    @Test func `A pipe is read as far as its writer writes`() async throws {
        let path = try namedPipe()
        let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
        try #require(unsafe write(writer, answer, answer.count) == answer.count)
        close(writer)
        await expect(Transcript.of("classify", path).output.first?.hasPrefix("inconclusive: "), true)
        close(reader)
    }

    @Test func `A pipe of the shell is read, even if it is empty`() async throws {
        let full = try pipeOfShell(answer)
        defer { close(full.descriptor) }
        await expect(Transcript.of("classify", full.name).output.first?.hasPrefix("inconclusive: "), true)
        let empty = try pipeOfShell([])
        defer { close(empty.descriptor) }
        await expect(Transcript.of("classify", empty.name).status, .data)
    }

    @Test(arguments: ["--config", "--ca-file"])
    func `A pipe without a writer delays no check`(option: String) async throws {
        await expect(Transcript.of("check", option, try namedPipe()).status, .noInput)
    }
}
#endif
