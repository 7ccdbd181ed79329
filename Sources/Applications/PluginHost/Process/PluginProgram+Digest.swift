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
    ///
    /// The same holds for the interpreters of the program, if it is a script.
    func checkGuard(of path: String) throws(PluginFault) {
        let own = user.flatMap { (try? ChildProcess.identity($0))?.user }.flatMap(uid_t.init(exactly:))
        let trusted = Set([geteuid()] + [own].compactMap(\.self))
        try GuardedFile.check(path, trusting: trusted)
        guard path == command[0] else { return }
        for interpreter in interpreters(of: path) { try GuardedFile.check(interpreter, trusting: trusted) }
    }

    /// The files that the kernel starts for a script (execve(2)), and the one that env(1) looks for.
    private func interpreters(of script: String) -> [String] {
        var found = [script]
        // An interpreter may be a script, too; the kernel follows four of them.
        while found.count <= 5, let line = SystemFile.text(found[found.count - 1], limit: 256), line.hasPrefix("#!") {
            let first = line.dropFirst(2).prefix { !$0.isNewline }
            let words = first.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
            guard let interpreter = words.first, interpreter.hasPrefix("/") else { break }
            found.append(interpreter)
            guard interpreter.hasSuffix("/env"),
                let name = words.dropFirst().first(where: { !$0.hasPrefix("-") && !$0.contains("=") })
            else { continue }
            let folders = wholeEnvironment.first { $0.key == "PATH" }?.value.split(separator: ":") ?? []
            let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
            guard let place = places.first(where: { unsafe access($0, X_OK) == 0 }) else { break }
            found.append(place)
        }
        return Array(found.dropFirst())
    }
}
#endif
