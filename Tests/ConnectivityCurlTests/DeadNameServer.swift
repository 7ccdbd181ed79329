#if Curl && os(Linux)
import Foundation
import Glibc

/// A network with nothing but loopback and a name server that never answers, for the calling thread and for the threads
/// and processes that it starts.
@safe final class DeadNameServer {
    enum SetUpError: Error {
        case missing(String)
        case failed(String, Int32)
    }

    /// Why this machine cannot make one; `nil` where it can.
    static let obstacle: String? = {
        if geteuid() != 0 { return "making a network namespace needs root" }
        for tool in ["ip", "mount"] where !Shell.has(tool) { return "the command \(tool) is not here" }
        return nil
    }()

    private let socket: Int32
    private let resolverFile: URL

    /// Moves the calling thread into new network and mount namespaces; there is no way back.
    init() throws {
        let newNetwork: Int32 = 0x4000_0000  // CLONE_NEWNET
        let newMounts: Int32 = 0x0002_0000  // CLONE_NEWNS
        // Glibc's Swift module has no GNU extensions.
        guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "unshare") else { throw SetUpError.missing("unshare") }
        let unshare = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
        guard unshare(newNetwork | newMounts) == 0 else { throw SetUpError.failed("unshare", errno) }

        resolverFile = FileManager.default.temporaryDirectory.appending(path: "resolv-\(UUID().uuidString)")
        try Data("nameserver 127.0.0.1\noptions timeout:5 attempts:2\n".utf8).write(to: resolverFile)
        socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        try Shell.run("mount --make-rprivate /")
        try Shell.run("mount --bind \(resolverFile.path) /etc/resolv.conf")
        try Shell.run("ip link set lo up")
        var address = loopback(port: 53)
        try unsafe check(withSocketAddress(&address) { unsafe bind(socket, $0, $1) })
    }

    deinit {
        close(socket)
        try? FileManager.default.removeItem(at: resolverFile)
    }
}
#endif
