#if os(Linux)
internal import ConnectivityToolkit
internal import Glibc

/// Access to files and folders of the system; unreadable ones count as missing.
enum SystemFile {
    /// The maximum size in bytes of a file that is read completely.
    static let byteCountMax = 1 << 20
    /// The maximum number of files that are read in a folder.
    static let entryCountMax = 64

    /// Returns the bytes of a file; `nil` if it is missing, unreadable, not a plain file, or larger than
    /// ``byteCountMax``.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let look else { return read(path) }
        return look.bytes(path)
    }

    /// The look that the current call is part of; `nil` if each call reads for itself.
    @TaskLocal static var look: SystemLook?

    /// Reads a file, see ``bytes(_:)``.
    static func read(_ path: String) -> [UInt8]? { try? WholeFile(path, limit: byteCountMax).whole }

    /// Reads at most `limit` bytes of a file, because files of the kernel have no known length before they are read;
    /// `nil` if it cannot be read, such as `carrier` of an interface that is down.
    static func text(_ path: String, limit: Int = 4096) -> String? {
        guard let file = try? WholeFile(path, limit: limit) else { return nil }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// Returns at most `limit` matching names in a folder, sorted, without `.` and `..`; `nil` if the folder cannot be
    /// read, with the reason in `errno`.
    static func names(
        in path: String,
        limit: Int,
        where matches: (String) -> Bool = { _ in true }
    ) -> [String]? {
        guard let look else { return list(path, limit: limit, where: matches) }
        return look.names(in: path).map { Array($0.lazy.filter(matches).prefix(limit)) }
    }

    /// Lists a folder, see ``names(in:limit:where:)``.
    static func list(_ path: String, limit: Int, where matches: (String) -> Bool) -> [String]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != "..", matches(name) { names.append(name) }
        }
        return Array(names.sorted().prefix(limit))
    }

    /// Returns the path with all links resolved; `nil` if it leads to no file.
    static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

/// The folder of one interface in sysfs.
struct SysfsEntry {
    let name: String
    private let path: String

    /// Creates an entry; `nil` if the name could lead out of the root, or is longer than the kernel allows.
    init?(root: String, name: String) {
        guard name.isFileName, name.utf8.count < Int(IFNAMSIZ) else { return nil }
        self.name = name
        path = "\(root)/\(name)"
    }

    /// Whether the folder contains a file, folder or link with this name.
    func has(_ file: String) -> Bool { unsafe access("\(path)/\(file)", F_OK) == 0 }

    /// Whether the folder contains a name with this prefix.
    func has(prefix: String) -> Bool {
        SystemFile.names(in: path, limit: 1) { $0.hasPrefix(prefix) }?.isEmpty == false
    }

    /// Returns the first word of a file.
    func word(_ file: String) -> Substring? {
        SystemFile.text("\(path)/\(file)")?.split(maxSplits: 1, whereSeparator: \.isWhitespace).first
    }

    /// The name of the device's driver: the last part of a link's target, which is not followed.
    var driver: String? {
        var target = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("\(path)/device/driver", &target, target.count)
        guard count > 0 else { return nil }
        let name = target[..<count].split(separator: 0x2F).last
        return name.map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }

    /// The `DEVTYPE` of the interface's uevent file.
    var deviceType: String? {
        let key = "DEVTYPE="
        return SystemFile.text("\(path)/uevent")?.split(separator: "\n").first { $0.hasPrefix(key) }
            .map { String($0.dropFirst(key.count)) }
    }
}

extension String {
    /// Whether the text is a plain file name, which cannot lead to another folder.
    var isFileName: Bool { !isEmpty && self != "." && self != ".." && !utf8.contains(0x2F) && !utf8.contains(0) }
}
#endif
