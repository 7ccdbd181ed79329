import ConnectivityToolkit
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct `A waker` {
    private final class Events: Sendable { let count = Atomic(0) }

    @Test func `A waker that is raised before a wait ends each wait until it is cleared`() throws {
        let waker = try #require(Waker())
        #expect(!waker.wait(atMost: .zero))
        for _ in 0..<100_000 { waker.wakeUp() }
        #expect(waker.wait(atMost: nil) && waker.wait(atMost: nil))
        waker.clear()
        waker.clear()
        #expect(!waker.wait(atMost: .milliseconds(1)))
        waker.wakeUp()
        #expect(waker.wait(atMost: nil))
    }

    @Test func `A waker ends a wait in another thread`() async throws {
        let waker = try #require(Waker())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await DedicatedThread.run {
                    #expect(waker.wait(atMost: nil))
                } stop: {
                }
            }
            waker.wakeUp()
            try await group.waitForAll()
        }
    }

    @Test func `No event is lost that several threads announce while one waits and clears the waker`() async throws {
        let waker = try #require(Waker())
        let events = Events()
        let (threads, eventsPerThread) = (3, 200_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<threads {
                group.addTask {
                    try await DedicatedThread.run {
                        for _ in 0..<eventsPerThread {
                            events.count.add(1, ordering: .relaxed)
                            waker.wakeUp()
                        }
                    } stop: {
                    }
                }
            }
            while events.count.load(ordering: .relaxed) < threads * eventsPerThread {
                try #require(waker.wait(atMost: .seconds(10)))
                waker.clear()
            }
            try await group.waitForAll()
        }
    }

    @Test func `A wait for a descriptor ends with what it has to read, with the waker, or with the time`() throws {
        let waker = try #require(Waker())
        let pipe = Pipe()
        let number = pipe.fileHandleForReading.fileDescriptor
        expect(waker.wait(toRead: number, atMost: .zero), .timePassed)
        expect(waker.wait(toRead: number, atMost: .milliseconds(5)), .timePassed)
        try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
        expect(waker.wait(toRead: number), .readable)
        expect(waker.wait(toRead: number, atMost: .zero), .readable)
        waker.wakeUp()
        #expect(waker.wait(toRead: number) == .raised && waker.wait(toRead: number) == .raised)
        waker.clear()
        expect(pipe.fileHandleForReading.availableData, Data([1]))
        expect(waker.wait(toRead: number, atMost: .zero), .timePassed)
        try pipe.fileHandleForWriting.close()
        expect(waker.wait(toRead: number), .readable, "the end")
    }

    @Test func `A wait for a descriptor that is not open ends`() throws {
        let waker = try #require(Waker())
        let closed = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        let number = closed.fileDescriptor
        try closed.close()
        // Another test may open the number again at any time; without a limit this would then wait.
        #expect(waker.wait(toRead: number, atMost: .seconds(1)) != .raised)
        waker.wakeUp()
        expect(waker.wait(toRead: number, atMost: .seconds(1)), .raised)
    }

    @Test func `Cancellation raises the waker of a body, whose error is thrown`() async throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await DedicatedThread.run { waker in
                begin.finish()
                #expect(waker.wait(atMost: .seconds(60)))
                throw CancellationError()
            }
        }
        for await _ in began {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await expect(DedicatedThread.run { $0.wait(atMost: .zero) }, false)
    }

    @Test func `A task that is cancelled already raises the waker of its body`() async throws {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await DedicatedThread.run { $0.wait(atMost: .seconds(60)) }
        }
        #expect(try await task.value)
    }

    @Test func `A closed waker ignores further calls`() throws {
        let waker = try #require(Waker())
        waker.wakeUp()
        for _ in 0..<2 {
            waker.close()
            waker.wakeUp()
            waker.clear()
        }
    }

    @Test(
        arguments: [
            (nil, -1), (.zero, 0), (.seconds(-5), 0), (.nanoseconds(1), 1), (.milliseconds(1), 1),
            (.microseconds(1001), 2), (.seconds(60), 60_000), (.seconds(Int64.max), .max),
        ] as [(Duration?, Int32)]
    )
    func `The timeout of poll is rounded up to whole milliseconds`(limit: Duration?, milliseconds: Int32) {
        expect(Waker.pollTimeout(limit), milliseconds)
    }
}

@Suite struct `A dedicated thread` {
    private struct Failure: Error {}

    @Test func `A dedicated thread passes on the error of its body`() async {
        await #expect(throws: Failure.self) {
            try await DedicatedThread.run {
                throw Failure()
            } stop: {
            }
        }
    }

    @Test func `Cancelling a task stops its dedicated thread and waits for the body`() async throws {
        let waker = try #require(Waker())
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: Failure.self) {
                    try await DedicatedThread.run {
                        #expect(waker.wait(atMost: nil))
                        throw Failure()
                    } stop: {
                        waker.wakeUp()
                    }
                }
            }
            group.cancelAll()
        }
    }
}

@Suite struct `Binding a socket to an interface` {
    @Test(arguments: ["", "a\0b", "sixteen-letters-", "no-such-one"])
    func `Binding a socket fails if the name is not an interface`(name: String) {
        let descriptor = socket(AF_INET, Self.datagrams, 0)
        defer { close(descriptor) }
        expect(DeviceBinding.bind(descriptor, to: name), ENODEV)
        #expect(DeviceBinding.explanation(of: ENODEV, for: "eth9").hasPrefix("binding to the interface eth9: "))
    }

    #if os(Linux)
    @Test func `Binding a socket to the loopback interface succeeds`() {
        let descriptor = socket(AF_INET, Self.datagrams, 0)
        defer { close(descriptor) }
        expect(DeviceBinding.bind(descriptor, to: "lo"), 0)
    }

    private static let datagrams = Int32(SOCK_DGRAM.rawValue)
    #else
    private static let datagrams = SOCK_DGRAM
    #endif
}
