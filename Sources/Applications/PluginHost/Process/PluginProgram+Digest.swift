#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Glibc

extension PluginProgram {
    /// Computes the digests of the files that the command names, and refuses files that other users can change or replace.
    /// - Returns: The digests as one text, and the name of the last file, which is a script if an interpreter precedes it.
    func digest() throws(PluginFault) -> (text: String, fileName: String) {
        var digests: [String] = []
        var fileName = command[0]
        for (index, path) in command.enumerated() where path.hasPrefix("/") {
            let digest: FileDigest
            do throws(FileDigest.Refusal) {
                digest = try FileDigest.of(path)
            } catch {
                if index > 0 { continue }
                let words = error.number == EINVAL ? "it is no regular file" : "\(Errno(error.number))"
                let shortage = ProbeFailure.Resource(errno: error.number)
                throw PluginFault(.start, "\(path) cannot be read: \(words)", shortage: shortage)
            }
            try checkGuard(of: path)
            fileName = path.split(separator: "/").last.map(String.init) ?? path
            digests.append(digest.text)
        }
        return ("sha256:" + digests.joined(separator: ","), fileName)
    }

    /// Refuses a file that users other than root, this user and the user of the program can change or replace.
    func checkGuard(of path: String) throws(PluginFault) {
        let own = user.flatMap { (try? ChildProcess.identity($0))?.user }.flatMap(uid_t.init(exactly:))
        try GuardedFile.check(path, trusting: Set([geteuid()] + [own].compactMap(\.self)))
    }
}
#endif
