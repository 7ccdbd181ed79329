import ConnectivityCore
import ConnectivityToolkit

extension WrittenFile {
    var requirements: [Requirement] { path == "-" ? [] : [.replacedFile(path)] }

    /// Writes a text; a disk that does not answer delays the end of a cancelled task only for a moment.
    func write(_ text: String) async throws {
        try await BackgroundThread.run {
            try reportingPath { () throws(WholeFile.Fault) in try write(Array(text.utf8)) }
        }
    }

    /// Removes a regular file; a missing file, a device and a pipe are left as they are.
    func removeIfRegular() async throws {
        try await BackgroundThread.run { try reportingPath(remove) }
    }

    private func reportingPath(_ body: () throws(WholeFile.Fault) -> Void) throws(NotifierFault) {
        do throws(WholeFile.Fault) { try body() } catch {
            throw NotifierFault("\(path.printable(limit: 200)): \(error)")
        }
    }
}
