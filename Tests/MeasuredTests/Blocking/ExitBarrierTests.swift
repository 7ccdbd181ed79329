import ConnectivityToolkit
import Foundation
import Synchronization
import TestSupport
import Testing

/// The exit of a process; each test runs in a separate process.
@Suite struct ExitBarrierTests {
    private static let isAsked = Atomic(false)
    private static let log = Toy.Log()

    private static func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    private static func lines(_ result: ExitTest.Result?) -> [Substring]? {
        result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).split(separator: "\n") }
    }

    @Test func `The exit waits for a thread inside a library before the exit handlers of libraries run`() async {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            // The exit handler of a library, and the barrier that runs before it.
            atexit { Self.say("tidied up, \(ExitBarrier.enter {} == nil ? "nobody" : "somebody") goes in") }
            ExitBarrier.arm()
            let pass = try #require(ExitBarrier.enter { Self.isAsked.store(true, ordering: .releasing) })
            DedicatedThread.start {
                while !Self.isAsked.load(ordering: .acquiring) { usleep(1_000) }
                usleep(100_000)
                Self.say("came out")
                ExitBarrier.leave(pass)
            }
            exit(7)
        }
        expect(Self.lines(result), ["came out", "tidied up, nobody goes in"])
    }

    @Test func `A thread that is stuck inside a library does not block the exit`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            ExitBarrier.arm()
            _ = try #require(ExitBarrier.enter {})
            exit(7)
        }
    }

    @Test func `A blocking driver cancels its jobs and releases its library before exit handlers run`() async {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            let driver = BlockingDriver { () throws(Toy.Failure) in Toy(Self.log) }
            atexit { Self.say("tidied up after \(Self.log.now.cancelled) cancelled and \(Self.log.now.gone) gone") }
            ExitBarrier.arm()
            Task.detached { _ = try await driver.run(.never) }
            while Self.log.now.begun == 0 { await Task.yield() }
            exit(7)
        }
        expect(Self.lines(result), ["tidied up after 1 cancelled and 1 gone"])
    }
}
