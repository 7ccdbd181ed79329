#if os(Linux)
internal import ConnectivityRegistry
internal import Glibc

extension PluginProgram {
    /// The mode bit of a file that everybody can write.
    private static let writableByOthers: UInt32 = 0o002

    /// Computes the digests of the files that the command names, and refuses files that everybody can write.
    /// - Returns: The digests as one text, and the name of the last file, which is a script if an interpreter comes first.
    func digest() throws(PluginFault) -> (text: String, fileName: String) {
        var digests: [String] = []
        var fileName = command[0]
        for (index, path) in command.enumerated() where path.hasPrefix("/") {
            let digest: FileDigest
            do throws(FileDigest.Refusal) {
                digest = try FileDigest.of(path)
            } catch {
                if index > 0 { continue }
                let words = error.number == EINVAL ? "it is no regular file" : ChildProcess.words(error.number)
                throw PluginFault(.start, "\(path) cannot be read: \(words)")
            }
            guard digest.mode & Self.writableByOthers == 0 else {
                throw PluginFault(.start, "\(path) is not started, because every user can change it; chmod o-w")
            }
            fileName = path.split(separator: "/").last.map(String.init) ?? path
            digests.append(digest.text)
        }
        return ("sha256:" + digests.joined(separator: ","), fileName)
    }
}
#endif
