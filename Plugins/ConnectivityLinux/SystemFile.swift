#if os(Linux)
internal import ConnectivitySupport
internal import Glibc

/// Files and folders of the system; what cannot be read counts as missing.
enum SystemFile {
    /// The largest file that is read whole, in bytes.
    static let byteCountMax = 1 << 20
    /// How many files of a folder are looked at for what they say.
    static let entryCountMax = 64

    /// The bytes of a file; `nil` if it is missing, not readable, no plain file, or larger than ``byteCountMax``.
    static func bytes(_ path: String) -> [UInt8]? { try? WholeFile(path, limit: byteCountMax).whole }

    /// Reads a file up to a limit; those of the kernel have no length until they are read.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: How many bytes are read at most; the rest is left.
    /// - Returns: The text; `nil` if the file cannot be read, such as `carrier` of an interface that is switched off.
    static func text(_ path: String, limit: Int = 4096) -> String? {
        guard let file = try? WholeFile(path, limit: limit) else { return nil }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// The names in a folder that match, sorted, without the two that every folder has.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - limit: How many names there are at most, of more the first ones.
    ///   - matches: Which names are wanted.
    /// - Returns: The names; `nil` if the folder cannot be read, for the reason in `errno`.
    static func names(
        in path: String,
        limit: Int,
        where matches: (String) -> Bool = { _ in true }
    ) -> [String]? {
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

    /// Where a path leads when its links are followed; `nil` if it leads nowhere.
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

    /// - Returns: `nil` if the name could lead out of the root, or is longer than the kernel allows.
    init?(root: String, name: String) {
        guard name.isFileName, name.utf8.count < Int(IFNAMSIZ) else { return nil }
        self.name = name
        path = "\(root)/\(name)"
    }

    /// Whether there is a file, folder or link of this name.
    func has(_ file: String) -> Bool { unsafe access("\(path)/\(file)", F_OK) == 0 }

    /// Whether there is a name that begins like this.
    func has(prefix: String) -> Bool {
        SystemFile.names(in: path, limit: 1) { $0.hasPrefix(prefix) }?.isEmpty == false
    }

    /// The first word of a file.
    func word(_ file: String) -> Substring? {
        SystemFile.text("\(path)/\(file)")?.split(maxSplits: 1, whereSeparator: \.isWhitespace).first
    }

    /// The name of the driver of the device: the last part of where a link leads, which is not followed.
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
    /// Whether the text is one name in a folder, which leads nowhere else.
    var isFileName: Bool { !isEmpty && self != "." && self != ".." && !utf8.contains(0x2F) && !utf8.contains(0) }
}
#endif
