#if os(Linux)
import FoundationEssentials

/// A folder like /sys/class/net.
enum SysfsFolder {
    /// Creates the folder and removes it after the body has run.
    ///
    /// Each interface has files, some with content after a `=`; `driver=NAME` is a link of the device to a folder
    /// with that name, which does not exist.
    static func with(_ entries: [String: [String]], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "sysfs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (entry, files) in entries {
            let folder = root.appending(path: entry)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files {
                let parts = file.split(separator: "=", maxSplits: 1).map(String.init)
                let text = parts.count > 1 ? parts[1] : ""
                if parts[0] == "driver" {
                    let device = folder.appending(path: "device")
                    try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
                    try FileManager.default.createSymbolicLink(
                        atPath: device.appending(path: "driver").path,
                        withDestinationPath: "../../bus/usb/drivers/\(text)"
                    )
                } else {
                    try Data(text.utf8).write(to: folder.appending(path: parts[0]))
                }
            }
        }
        try body(root.path)
    }
}
#endif
