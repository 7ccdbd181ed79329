#if os(Linux)
internal import ConnectivitySupport
internal import Glibc

/// The folder of one interface in sysfs.
struct SysfsEntry {
    private let path: String

    /// - Returns: `nil` where the name could lead out of the root, or is longer than the kernel allows.
    init?(root: String, name: String) {
        guard (1..<Int(IFNAMSIZ)).contains(name.utf8.count), name != ".", name != "..", !name.utf8.contains(0x2F),
            !name.utf8.contains(0)
        else { return nil }
        path = "\(root)/\(name)"
    }

    /// Whether there is a file, folder or link of this name.
    func has(_ file: String) -> Bool {
        unsafe access("\(path)/\(file)", F_OK) == 0
    }

    /// The name of the driver of the device: the last part of where a link leads, which is not followed.
    var driver: String? {
        var target = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("\(path)/device/driver", &target, target.count)
        guard count > 0 else { return nil }
        let name = target[..<count].split(separator: 0x2F).last
        return name.map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }

    /// The `DEVTYPE` of the interface's uevent file, whose first 4,096 bytes are read.
    var deviceType: Substring? {
        guard let file = try? WholeFile("\(path)/uevent", limit: 4096) else { return nil }
        let key = "DEVTYPE="
        return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(key) }?.dropFirst(key.count)
    }
}
#endif
