package import ConnectivityDiagnosis
import ConnectivityKit

extension DiagnosticBundle {
    /// Reads a file, and reports a conclusion that does not follow from its evidence.
    package init(file: String, _ console: Console) throws(CommandError) {
        try self.init(try InputFile.read(file, byteCountMax: InputFile.assessmentsByteCountMax), of: file, console)
    }

    /// Reads the contents of a file, and prints a warning if its conclusion does not follow from its evidence.
    init(_ bytes: [UInt8], of file: String, _ console: Console) throws(CommandError) {
        do throws(PluginError) {
            try self.init(json: bytes, registry: console.registry)
        } catch {
            let fault = CommandError.data(CommandError(error, in: file).text)
            throw FileKind.explain(fault, of: bytes, at: file, wanted: [.bundle, .diagnosis, .assessment])
        }
        if let difference {
            let path = difference.joined(separator: ".").printable(limit: 100)
            console.printError(
                "connectivityctl: \(file.printable(limit: 200)): the saved conclusion does not follow from its evidence, at "
                    + "\"\(path)\"; that of the evidence is used"
            )
        }
    }
}
