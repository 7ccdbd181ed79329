#if canImport(CCurl) && os(Linux)
import ConnectivityTestServer
import Foundation
import Glibc

/// A network with only the loopback interface and our name server, for the calling thread and for the threads and
/// processes that it starts.
@safe final class NamedNetwork {
    enum SetUpError: Error {
        case missing(String)
        case failed(String, Int32)
    }

    private let server: TestNameServer
    private let resolverFile: URL

    /// Moves the calling thread permanently into new network and mount namespaces.
    init(_ rules: NameRule...) throws {
        let newNetwork: Int32 = 0x4000_0000  // CLONE_NEWNET
        let newMounts: Int32 = 0x0002_0000  // CLONE_NEWNS
        // Glibc's Swift module does not contain GNU extensions.
        guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "unshare") else { throw SetUpError.missing("unshare") }
        let unshare = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
        guard unshare(newNetwork | newMounts) == 0 else { throw SetUpError.failed("unshare", errno) }

        resolverFile = FileManager.default.temporaryDirectory.appending(path: "resolv-\(UUID().uuidString)")
        try Data("nameserver 127.0.0.1\noptions timeout:30 attempts:4\n".utf8).write(to: resolverFile)
        try Shell.run("mount --make-rprivate /")
        try Shell.run("mount --bind \(resolverFile.path) /etc/resolv.conf")
        try Shell.run("ip link set lo up")
        server = try TestNameServer(port: 53, rules: rules)
    }

    deinit { try? FileManager.default.removeItem(at: resolverFile) }
}
#endif
