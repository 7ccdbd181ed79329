import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The folders whose configuration is read without `--config`, in the form of a folder for `--config`.
///
/// A folder counts only if it, its parent, its drop-ins and its files belong to root or the effective user, and no other
/// user can write them; for root, only files of root count. The examined file is the opened one.
package enum ConfigurationFolder {
    static let system = "/etc/connectivity"
    private static let (base, dropIns) = ("config.json", "config.d")
    /// If this variable is set and not empty, no folder is examined.
    package static let variable = "CONNECTIVITY_NO_CONFIG"
    private static let byteCountMax = 16 * 1024 * 1024

    /// Returns the folders to examine, in order; the first one with a configuration is read.
    ///
    /// The environment of root is ignored, because it can be that of another user.
    static func candidates(_ environment: [String: String], isRoot: Bool, system: String = system) -> [String] {
        guard environment[variable]?.isEmpty != false else { return [] }
        guard !isRoot else { return [system] }
        // XDG Base Directory Specification: a relative path is ignored.
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
        let own = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        return [own.map { "\($0)/connectivity" }, system].compactMap(\.self)
    }

    /// Reads the first folder with a configuration; `nil` without one.
    static func first(of folders: [String], isRoot: Bool = geteuid() == 0) throws(CommandError) -> ConfigurationFile? {
        for folder in folders {
            let files = try files(in: folder, isRoot: isRoot)
            if !files.isEmpty { return try ConfigurationFile(folder, files) }
        }
        return nil
    }

    private static func files(in path: String, isRoot: Bool) throws(CommandError) -> [ConfigurationFile.Text] {
        guard let folder = try open(path, at: AT_FDCWD, O_DIRECTORY, named: path) else { return [] }
        try check(folder, "..", "\(path)/..", isRoot)
        try check(folder, ".", path, isRoot)
        var texts: [ConfigurationFile.Text] = []
        if let text = try read(base, in: folder, named: "\(path)/\(base)", isRoot) { texts.append(text) }
        let place = "\(path)/\(dropIns)"
        guard let list = try open(dropIns, at: folder.number, O_DIRECTORY, named: place) else { return texts }
        try check(list, ".", place, isRoot)
        for name in try ConfigurationFile.dropInNames(in: place) {
            if let text = try read(name, in: list, named: "\(place)/\(name)", isRoot) { texts.append(text) }
        }
        return texts
    }

    private static func read(
        _ name: String,
        in folder: Descriptor,
        named path: String,
        _ isRoot: Bool
    ) throws(CommandError) -> ConfigurationFile.Text? {
        guard let file = try open(name, at: folder.number, O_NONBLOCK, named: path) else { return nil }
        try check(file, nil, path, isRoot)
        do throws(WholeFile.Fault) {
            return ConfigurationFile.Text(path: path, bytes: try WholeFile(file, limit: byteCountMax).whole)
        } catch {
            throw refusal("\(path.printable(limit: 200)) cannot be read (\(error))", "correct it")
        }
    }

    /// Opens a file or folder; `nil` if it does not exist.
    private static func open(
        _ name: String,
        at folder: CInt,
        _ flags: CInt,
        named path: String
    ) throws(CommandError) -> Descriptor? {
        let number = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | flags)
        if number >= 0 { return Descriptor(owning: number) }
        let error = Errno.last
        if error.number == ENOENT || error.number == ENOTDIR { return nil }
        if let resource = ProbeFailure.Resource(errno: error.number) {
            throw CommandError(lacking: resource, effect: "\(path.printable(limit: 200)) cannot be read")
        }
        throw refusal("\(path.printable(limit: 200)) cannot be read (\(error))", "let this user read it")
    }

    /// Throws if a user other than root and this user can write the open file, or a folder relative to it.
    private static func check(
        _ descriptor: Descriptor,
        _ relative: String?,
        _ path: String,
        _ isRoot: Bool
    ) throws(CommandError) {
        var status = stat()
        let result: CInt
        if let relative {
            result = unsafe fstatat(descriptor.number, relative, &status, 0)
        } else {
            result = unsafe fstat(descriptor.number, &status)
        }
        let name = path.printable(limit: 200)
        guard result == 0 else { throw refusal("\(name) cannot be examined (\(Errno.last))", "correct it") }
        if relative == nil, status.st_mode & S_IFMT != S_IFREG {
            throw refusal("\(name) is not a regular file", "replace it by one")
        }
        guard status.st_uid == 0 || !isRoot && status.st_uid == geteuid() else {
            let owner = isRoot ? "root" : "root or this user"
            throw refusal(
                "\(name) belongs to the user \(status.st_uid), and a configuration is read only if it belongs to \(owner)",
                "chown it"
            )
        }
        guard status.st_mode & 0o022 == 0 else { throw refusal("others can write \(name)", "chmod go-w \(name)") }
    }

    private static func refusal(_ reason: String, _ remedy: String) -> CommandError {
        .configuration("\(reason); \(remedy), or use --no-config or --config")
    }
}
