import ConnectivityCore
import ConnectivityKit
package import ConnectivityToolkit

/// Reads files that a user names on the command line.
package enum InputFile {
    /// The size limit of a file with assessments, which contain whole bodies and may be numerous.
    package static let assessmentsByteCountMax = 256 * 1024 * 1024

    /// Reads a file, or standard input if the path is `-` and any kind of file is accepted.
    package static func read(
        _ path: String,
        byteCountMax: Int = 16 * 1024 * 1024,
        kind: WholeFile.Kind = .any
    ) throws(CommandError) -> [UInt8] {
        do throws(WholeFile.Fault) {
            guard path != "-" || kind == .plain else { return try WholeFile.standardInput(limit: byteCountMax).whole }
            return try WholeFile(path, limit: byteCountMax, kind: kind).whole
        } catch {
            let name = path.printable(limit: 200)
            if let resource = error.number.flatMap(ProbeFailure.Resource.init(errno:)) {
                throw CommandError(lacking: resource, effect: "\(name) cannot be read")
            }
            throw .noInput("cannot read \(name): \(error)")
        }
    }
}
