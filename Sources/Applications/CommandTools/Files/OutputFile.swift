import ConnectivityKit
import ConnectivityToolkit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes the files that a user names on the command line.
package enum OutputFile {
    /// Writes a file completely or not at all; `-` is standard output.
    package static func write(_ bytes: [UInt8], to path: String, permissions: UInt16? = nil) throws(CommandError) {
        do throws(WholeFile.Fault) {
            try WrittenFile(path, permissions: permissions).write(bytes)
        } catch {
            throw .noOutput("cannot write \(path.printable(limit: 200)): \(error)")
        }
    }

    /// Writes a file, and prints its name and size on standard error.
    package static func write(_ bytes: [UInt8], to path: String, reportingTo console: Console) throws(CommandError) {
        try write(bytes, to: path)
        guard path != "-" else { return }
        console.printError("connectivityctl: wrote \(path.printable(limit: 200)) (\(bytes.count) bytes)")
    }

    /// Returns the absolute form of a path from the current folder.
    package static func absolute(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }

    package static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Whether a path names a readable folder.
    package static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }

    /// Creates a folder and its parents, if they do not exist.
    package static func makeFolder(_ path: String) throws(CommandError) {
        do throws(WholeFile.Fault) {
            try WrittenFile.makeFolder(path)
        } catch {
            throw .noOutput("cannot create the folder \(path.printable(limit: 200)): \(error)")
        }
    }
}

extension Console {
    /// The console of a command whose output file is standard output: results go to standard error.
    package func besides(_ output: String?) -> Console {
        guard output == "-" else { return self }
        var console = self
        (console.print, console.isColoured, console.isTerminal) = (printError, false, isWatched)
        return console
    }
}
