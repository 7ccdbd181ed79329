#if os(Linux)
import ConnectivityToolkit
import Glibc

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

    var deviceType: String? {
        let key = "DEVTYPE="
        return SystemFile.text("\(path)/uevent")?.split(separator: "\n").first { $0.hasPrefix(key) }
            .map { String($0.dropFirst(key.count)) }
    }
}
#endif
