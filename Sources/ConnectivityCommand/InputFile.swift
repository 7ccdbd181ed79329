import ConnectivityKit
import ConnectivitySupport

/// Reads files that a user names on the command line.
enum InputFile {
    /// Reads a file, or standard input if the path is `-`.
    static func read(_ path: String, byteCountMax: Int = 16 * 1024 * 1024) throws(CommandError) -> [UInt8] {
        do throws(WholeFile.Fault) {
            guard path != "-" else { return try WholeFile.standardInput(limit: byteCountMax).whole }
            return try WholeFile(path, limit: byteCountMax, kind: .any).whole
        } catch {
            throw .noInput("cannot read \(path.printable(limit: 200)): \(error)")
        }
    }
}
