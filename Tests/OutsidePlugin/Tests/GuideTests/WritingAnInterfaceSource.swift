import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import Foundation
import Testing

// Code of the guides "Writing an interface source" and "Choosing an interface source", which the tests of the guides compare
// with this file.

/// Reads interfaces from a file that another program writes: a line `NAME ADDRESS/LENGTH [GATEWAY]` for each.
struct LeaseFileSource: InterfaceSource, Configurable {
    static var pluginID: PluginID { "source.lease-file" }
    var path: String

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        var last: InterfaceSnapshot?
        while true {
            try Task.checkCancellation()
            let snapshot = try read()
            if snapshot.withoutVolatileParts != last?.withoutVolatileParts {
                last = snapshot
                report(snapshot)
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func read() throws -> InterfaceSnapshot {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").prefix(64)
        let interfaces = lines.enumerated().compactMap { position, line -> NetworkInterface? in
            let words = line.split(separator: " ")
            guard words.count >= 2, let address = try? NetworkInterface.Address(words[1]) else { return nil }
            let gateway = words.count > 2 ? (try? IPAddress(words[2])) : nil
            return NetworkInterface(
                name: String(words[0].prefix(15)),
                index: position + 1,
                kind: .other,
                addresses: [address],
                defaultRoutes: gateway.map { [.init(family: $0.family, gateway: $0, metric: 0)] } ?? []
            )
        }
        return InterfaceSnapshot(interfaces)
    }
}

enum LeaseFilePlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(source: LeaseFileSource.self)
    }
}

/// Reports the interface of a modem; its program writes a line to a FIFO at each change: `up ADDRESS/LENGTH`, or `down`.
struct ModemSource: InterfaceSource, Configurable {
    static var pluginID: PluginID { "source.modem" }
    var fifo: String

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try await DedicatedThread.run { waker in
            // Opened for writing too, a FIFO has no end while no program has it open.
            guard let pipe = FileHandle(forUpdatingAtPath: fifo) else { throw CocoaError(.fileReadNoSuchFile) }
            defer { try? pipe.close() }
            var (last, rest) = (InterfaceSnapshot(), Data())
            report(last)
            while waker.wait(toRead: pipe.fileDescriptor) == .readable {
                let new = pipe.availableData
                guard !new.isEmpty else { throw CocoaError(.fileReadUnknown) }  // not a FIFO
                var lines = (rest + new).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = lines.removeLast().suffix(4096)  // what has no end yet
                guard let line = lines.last else { continue }
                let snapshot = Self.snapshot(String(decoding: line, as: UTF8.self))
                if snapshot.withoutVolatileParts != last.withoutVolatileParts {
                    last = snapshot
                    report(snapshot)
                }
            }
            throw CancellationError()
        }
    }

    private static func snapshot(_ line: String) -> InterfaceSnapshot {
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "up", let address = try? NetworkInterface.Address(words[1]) else {
            return InterfaceSnapshot()
        }
        let route = NetworkInterface.DefaultRoute(family: address.address.family, gateway: nil, metric: 0)
        let modem = NetworkInterface(
            name: "modem",
            index: 1,
            kind: .cellular,
            addresses: [address],
            defaultRoutes: [route]
        )
        return InterfaceSnapshot([modem])
    }
}

@Test func `The modem's source keeps the laws of sources`() async throws {
    let fifo = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try #require(mkfifo(fifo, 0o600) == 0)
    defer { unlink(fifo) }
    let program = try #require(FileHandle(forUpdatingAtPath: fifo))
    async let laws: Void = InterfaceSourceLaws.check(
        ModemSource(fifo: fifo),
        for: .milliseconds(400),
        slack: .seconds(20)
    )
    for line in Array(repeating: ["up 192.0.2.7/24\n", "down\n"], count: 10).joined() {
        try program.write(contentsOf: Data(line.utf8))
        try await Task.sleep(for: .milliseconds(50))
    }
    try await laws
}

@Suite struct `The interface source of the guide` {
    private let file = FileManager.default.temporaryDirectory.appending(path: "lease-\(UUID().uuidString)")

    @Test func `The guide's source obeys the laws and can be named`() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("eth0 192.0.2.7/24 192.0.2.1\nnonsense\n".utf8).write(to: file)
        var registry = try PluginRegistry.standard()
        try registry.add(LeaseFilePlugin.self)
        let source = try registry.source(ComponentReference("source.lease-file", options: ["path": file.path]))
        let before = NetworkInterface(
            name: "eth0",
            index: 1,
            kind: .other,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 0)]
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let snapshots = [InterfaceSnapshot([before]), InterfaceSnapshot()]
                // Other tests run at the same time and may keep the first report waiting.
                try await InterfaceSourceLaws.check(source, reporting: snapshots, slack: .seconds(20))
            }
            // The first observation ends with the empty list, and the second begins with it.
            try await Task.sleep(for: .milliseconds(300))
            try Data().write(to: file, options: .atomic)
            try await group.waitForAll()
        }
    }

    @Test func `The guide's source ends if its file cannot be read`() async {
        await #expect(throws: CocoaError.self) {
            try await LeaseFileSource(path: file.path).observe { _ in Issue.record("nothing is known") }
        }
    }

    @Test func `An interface of which only the name is known is usable`() {
        let source = StaticInterfaceSource(InterfaceSnapshot([NetworkInterface(named: "eth0")]))
        #expect(source.snapshot.interfaces.first?.isUsable == true)
    }

    @Test func `The modem's lines are reported in order, in pieces too, and what is no change is not`() async throws {
        let fifo = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try #require(mkfifo(fifo, 0o600) == 0)
        defer { unlink(fifo) }
        let program = try #require(FileHandle(forUpdatingAtPath: fifo))
        let (seen, reports) = AsyncStream.makeStream(of: [String].self)
        let watching = Task {
            try await ModemSource(fifo: fifo).observe { reports.yield($0.interfaces.map { "\($0.addresses)" }) }
        }
        var iterator = seen.makeAsyncIterator()
        #expect(await iterator.next() == [])
        for piece in ["down\nu", "p 192.0.2.7", "/24\n"] {
            try program.write(contentsOf: Data(piece.utf8))
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(await iterator.next()?.first?.contains("192.0.2.7") == true)
        try program.write(contentsOf: Data("up 192.0.2.7/24\nup 198.51.100.9/24\n".utf8))
        #expect(await iterator.next()?.first?.contains("198.51.100.9") == true)
        try program.write(contentsOf: Data("nonsense\n".utf8))
        #expect(await iterator.next() == [])
        watching.cancel()
        await #expect(throws: CancellationError.self) { try await watching.value }
    }

    @Test func `A file that is no FIFO, or none at all, ends the modem's source`() async throws {
        await #expect(throws: CocoaError.self) { try await ModemSource(fifo: file.path).observe { _ in } }
        try Data("up 192.0.2.7/24\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let reports = AsyncStream.makeStream(of: Int.self)
        await #expect(throws: CocoaError.self) {
            try await ModemSource(fifo: file.path).observe { reports.continuation.yield($0.interfaces.count) }
        }
        reports.continuation.finish()
        var counts: [Int] = []
        for await count in reports.stream { counts.append(count) }
        #expect(counts == [0, 1])
    }

    @Test func `The signatures that the guide states are those of the module`() async throws {
        let run: (@escaping @Sendable (Waker) throws -> Int) async throws -> Int = { try await DedicatedThread.run($0) }
        let stopped: (@escaping @Sendable () throws -> Int, @escaping @Sendable () -> Void) async throws -> Int = {
            try await DedicatedThread.run($0, stop: $1)
        }
        let event: Waker.Event = try await DedicatedThread.run { waker in
            waker.wakeUp()
            return waker.wait(toRead: waker.number, atMost: nil)
        }
        let isRaised = try await run { waker in
            waker.wakeUp()
            waker.clear()
            return waker.wait(atMost: .zero) ? 1 : 0
        }
        let passed = try await run { $0.wait(toRead: -1, atMost: .milliseconds(1)) == .timePassed ? 1 : 0 }
        #expect(event == .raised && isRaised == 0 && passed == 1)
        #expect(try await stopped({ 7 }, {}) == 7)
    }
}
