#if os(Linux)
import CNetlink
import ConnectivityToolkit
import Foundation
import Glibc

/// Separate network and mount namespaces for a test, which cannot affect the device's interfaces and files.
///
/// Namespaces belong to threads: code for these namespaces runs as a task on the executor's only thread, and the
/// threads that it starts are in the namespaces too.
final class NetworkNamespace: TaskExecutor {
    struct Failure: Error {
        var what: String
    }

    private let jobs: Lock<[UnownedJob]> = Lock([])
    private let thread = Lock<pthread_t?>(nil)
    /// A pipe with one byte for each job.
    private let bell: (reader: Int32, writer: Int32)

    /// Creates namespaces with only the loopback interface.
    init() async throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Failure(what: "pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        bell = (ends[0], ends[1])
        DedicatedThread.start { [unowned self, reader = bell.reader] in
            thread.withLock { $0 = pthread_self() }
            var byte: UInt8 = 0
            while unsafe read(reader, &byte, 1) == 1, byte == 1 {
                let job = jobs.withLock { $0.removeFirst() }
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            }
            Glibc.close(reader)
        }
        try await run {
            let newNetwork: Int32 = 0x4000_0000  // CLONE_NEWNET
            let newMounts: Int32 = 0x0002_0000  // CLONE_NEWNS
            self.requireThread()
            guard unshare(newNetwork | newMounts) == 0 else { throw Failure(what: "unshare: \(errno)") }
            try self.shell("mount --make-rprivate /; ip link set lo up")
        }
    }

    /// The thread ends; if a child process uses the namespace, it lasts until the child ends.
    deinit {
        var end: UInt8 = 0
        _ = unsafe write(bell.writer, &end, 1)
        close(bell.writer)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        var bell: UInt8 = 1
        _ = unsafe write(self.bell.writer, &bell, 1)
    }

    /// Runs a body on the thread in the namespaces.
    func run<Value: Sendable>(_ body: @escaping @concurrent @Sendable () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(self) { try await body() }
    }

    /// Runs a script; must be called on the thread, because a child inherits its namespaces.
    func shell(_ script: String) throws {
        requireThread()
        let status = unsafe system("( set -e; \(script) ) 2>/dev/null")
        guard status == 0 else { throw Failure(what: "status \(status): \(script)") }
    }

    private func requireThread() {
        precondition(thread.withLock { $0 } == pthread_self(), "this would change the machine")
    }

    /// Sets the name servers for all programs in the namespaces.
    func setNameServers(_ servers: String...) throws {
        let lines = servers.map { "nameserver \($0)\\n" }.joined()
        try shell(
            """
            mount -t tmpfs none /mnt
            printf '\(lines)' > /mnt/resolv.conf
            mount --bind /mnt/resolv.conf /etc/resolv.conf
            """
        )
    }

    /// Connects this namespace to another with a pair of interfaces.
    func link(_ name: String, to other: NetworkNamespace, as peer: String) async throws {
        let there = try await other.run { unsafe open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC) }
        defer { close(there) }
        let path = "/proc/\(getpid())/fd/\(there)"
        try await run { try self.shell("ip link add \(name) type veth peer name \(peer) netns \(path)") }
    }

    /// Returns the number of packets sent through an interface; must be called on the thread.
    func packetCount(of interface: String) throws -> Int {
        let table = try String(contentsOfFile: "/proc/thread-self/net/dev", encoding: .utf8)
        for line in table.split(separator: "\n") {
            let parts = line.split(whereSeparator: { $0 == " " || $0 == ":" })
            if parts.first.map(String.init) == interface, let count = Int(parts[10]) { return count }
        }
        throw Failure(what: "no interface \(interface)")
    }
}
#endif
