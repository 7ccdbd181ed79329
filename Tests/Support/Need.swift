import Foundation
public import Testing

/// Something that a test needs and that the README's own install step may not bring.
public struct Need: Sendable {
    /// The missing program or right and how to get it, such as `needs zsh: apt-get install zsh`; `nil` if it is there.
    public let obstacle: String?

    /// A need that is met unless there is an obstacle, which begins with "needs".
    public init(obstacle: String?) { self.obstacle = obstacle }

    /// A program, which the Debian package of the same name has, or the packages that are named.
    public static func program(_ name: String, from packages: String? = nil) -> Need {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
        let isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
        return Need(obstacle: isThere ? nil : "needs \(name): apt-get install \(packages ?? name)")
    }

    /// A file of a package.
    public static func file(_ path: String, from packages: String) -> Need {
        let isThere = FileManager.default.fileExists(atPath: path)
        return Need(obstacle: isThere ? nil : "needs \(path): apt-get install \(packages)")
    }

    /// A command of the shell that succeeds, and what to do if it does not.
    public static func success(of command: String, else obstacle: String) -> Need {
        Need(obstacle: succeeds(command) ? nil : obstacle)
    }

    /// A trait of this package with which the tests are built.
    public static func trait(_ name: String, isThere: Bool) -> Need {
        Need(obstacle: isThere ? nil : "needs the trait \(name)")
    }

    /// A compiler of C with the headers of the C library.
    public static let compiler = program("cc", from: "gcc libc6-dev")

    /// Debian's Python, by its absolute path, as the plugins of the tests name it.
    public static let python = file("/usr/bin/python3", from: "python3")

    /// Network and mount namespaces, which only root can make, and the `ip` command.
    public static let namespaces: Need = {
        if geteuid() != 0 { return Need(obstacle: "needs root, for network namespaces") }
        let command = program("ip", from: "iproute2")
        let pair = "ip link add veth0 type veth peer name veth1"
        guard command.obstacle == nil, !succeeds("unshare --net --mount sh -c 'mount -t sysfs none /sys && \(pair)'")
        else { return command }
        return Need(obstacle: "needs network namespaces, which this device does not permit")
    }()

    /// Namespaces that an ordinary user can make, if the machine permits it.
    public static let userNamespaces = success(
        of: "unshare --map-root-user --net --mount true",
        else: "needs user namespaces, which this device does not permit"
    )

    private static func succeeds(_ command: String) -> Bool {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", command]
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        guard (try? shell.run()) != nil else { return false }
        shell.waitUntilExit()
        return shell.terminationStatus == 0
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test or suite out where a need is not met, with a reason that says what to install.
    ///
    /// `Tests/run` counts what was left out.
    public static func needs(_ needs: Need...) -> Self {
        let obstacle = needs.lazy.compactMap(\.obstacle).first
        return .enabled(if: obstacle == nil, Comment(rawValue: obstacle ?? ""))
    }
}
