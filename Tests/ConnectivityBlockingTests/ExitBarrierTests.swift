import ConnectivityBlocking
import Foundation
import Synchronization
import Testing

/// What happens when a process exits, each in one of its own.
@Suite struct ExitBarrierTests {
    private static let isAsked = Atomic(false)
    private static let log = Toy.Log()

    private static func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    private static func lines(_ result: ExitTest.Result?) -> [Substring]? {
        result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).split(separator: "\n") }
    }

    @Test func `A thread that is inside is asked to come out and waited for before libraries tidy up`() async {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            // A library's own handler, and what it is armed with.
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
        #expect(Self.lines(result) == ["came out", "tidied up, nobody goes in"])
    }

    @Test func `A thread that is stuck inside does not keep the process`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            ExitBarrier.arm()
            _ = try #require(ExitBarrier.enter {})
            exit(7)
        }
    }

    @Test func `A driver cancels its jobs and lets go of its library before libraries tidy up`() async {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            let driver = BlockingDriver { () throws(Toy.Failure) in Toy(Self.log) }
            atexit { Self.say("tidied up after \(Self.log.now.cancelled) cancelled and \(Self.log.now.gone) gone") }
            ExitBarrier.arm()
            Task.detached { _ = try await driver.run(.never) }
            while Self.log.now.begun == 0 { await Task.yield() }
            exit(7)
        }
        #expect(Self.lines(result) == ["tidied up after 1 cancelled and 1 gone"])
    }
}
