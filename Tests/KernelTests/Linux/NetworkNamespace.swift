#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import FoundationEssentials
import Glibc
import Testing

@testable import ConnectivityNetlink

/// A separate network namespace for a test, which cannot affect the device's interfaces and ends with the test.
///
/// Namespaces belong to threads, so each use runs on a new thread that enters the namespace and ends.
final class NetworkNamespace: Sendable {
    struct Failure: Error {
        var what: String
    }

    private static let newNetwork: Int32 = 0x4000_0000

    private let descriptor: Int32

    /// Creates a namespace with only a loopback interface that is down.
    init() async throws {
        descriptor = try await Self.onThread {
            guard unshare(Self.newNetwork) == 0 else { throw Failure(what: "unshare: \(errno)") }
            let descriptor = unsafe open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure(what: "open: \(errno)") }
            return descriptor
        }
    }

    deinit { close(descriptor) }

    /// Moves the calling thread into the namespace.
    func enter() {
        precondition(setns(descriptor, Self.newNetwork) == 0, "setns: \(errno)")
    }

    /// Runs a body on a thread in the namespace.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await Self.onThread { [self] in
            enter()
            return try body()
        }
    }

    /// Runs lines of the ip command, each without the `ip`; throws if one fails.
    func ip(_ lines: String) async throws {
        let batch = FileManager.default.temporaryDirectory.appending(path: "ip-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: batch) }
        try Data((lines + "\n").utf8).write(to: batch)
        // A child process inherits the namespace of the thread that starts it.
        let status = try await run { unsafe system("ip -batch '\(batch.path)'") }
        guard status == 0 else { throw Failure(what: "ip, status \(status): \(lines.prefix(500))") }
    }

    /// Returns a source that observes the namespace; it does not read sysfs, which shows the device's own
    /// interfaces.
    func source(receiveBuffer: Int32? = nil) -> NetlinkInterfaceSource {
        var source = NetlinkInterfaceSource(sysfsRoot: "/nonexistent")
        source.receiveBuffer = receiveBuffer
        source.enter = { [self] in enter() }
        return source
    }

    func snapshot() async throws -> InterfaceSnapshot {
        let source = source()
        return try await run { try source.currentSnapshot() }
    }

    /// Sends a message to the listeners of groups from this process, not from the kernel.
    static func announce(_ message: [UInt8], toGroups groups: UInt32) {
        let sender = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), NETLINK_ROUTE)
        defer { close(sender) }
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = groups
        let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        let count = unsafe message.withUnsafeBytes { bytes in
            unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe sendto(sender, bytes.baseAddress, bytes.count, 0, address, size)
                }
            }
        }
        precondition(count == message.count, "sendto: \(errno)")
    }

    private static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DedicatedThread.start { continuation.resume(with: Result { try body() }) }
        }
    }
}
#endif
