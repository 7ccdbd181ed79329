#if os(Linux)
import CNetlink
import ConnectivityToolkit
import Foundation
import Glibc

@testable import ConnectivityNetlink

/// A separate network namespace for a test, with a sysfs that shows it; both end with the test.
///
/// Namespaces belong to threads, so each use runs on a new thread that enters the namespace and ends.
final class TestNetwork: Sendable {
    struct Failure: Error {
        var what: String
    }

    private static let newNetwork: Int32 = 0x4000_0000
    private static let newMounts: Int32 = 0x0002_0000
    private static let ownFolders: Int32 = 0x0000_0200

    private let network: Int32
    private let mounts: Int32

    init() async throws {
        (network, mounts) = try await onThread {
            guard unshare(Self.newNetwork | Self.newMounts) == 0,
                unsafe system("mount --make-rprivate / && mount -t sysfs none /sys && ip link set lo up") == 0
            else { throw Failure(what: "no namespace: \(errno)") }
            let descriptors = ["net", "mnt"].map { unsafe open("/proc/thread-self/ns/\($0)", O_RDONLY | O_CLOEXEC) }
            return (descriptors[0], descriptors[1])
        }
    }

    deinit { for descriptor in [network, mounts] { close(descriptor) } }

    /// Moves the calling thread into the namespaces.
    func enter() {
        precondition(unshare(Self.ownFolders) == 0, "unshare: \(errno)")
        precondition(setns(mounts, Self.newMounts) == 0, "setns: \(errno)")
        precondition(setns(network, Self.newNetwork) == 0, "setns: \(errno)")
    }

    /// Runs a body on a thread in the namespaces.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await onThread { [self] in
            enter()
            return try body()
        }
    }

    /// Runs lines of the ip command, each without the `ip`.
    func ip(_ lines: String) async throws {
        let batch = FileManager.default.temporaryDirectory.appending(path: "ip-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: batch) }
        try Data((lines + "\n").utf8).write(to: batch)
        // A child process inherits the namespaces of the thread that starts it.
        let status = try await run { unsafe system("ip -batch '\(batch.path)'") }
        guard status == 0 else { throw Failure(what: "ip, status \(status): \(lines)") }
    }

    func netlink() -> NetlinkInterfaceSource {
        var source = NetlinkInterfaceSource()
        source.enter = { [self] in enter() }
        return source
    }
}

/// Runs a body on its own thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DedicatedThread.start { continuation.resume(with: Result { try body() }) }
    }
}
#endif
