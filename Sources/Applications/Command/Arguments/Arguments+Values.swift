import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit

extension Arguments {
    /// Returns the path of an output file from an option; `nil` if it was not given.
    func output(_ name: String) throws(CommandError) -> String? {
        let path = try text(name)
        guard path != "-" || !has("json") else {
            throw usage("--\(name) - and --json cannot be combined, because both write to standard output")
        }
        return path
    }

    /// Returns the folder in an option; `nil` if it was not given.
    func folder(_ name: String) throws(CommandError) -> String? {
        let path = try text(name)
        guard path != "-" else { throw usage("--\(name) names a folder; write ./- for a folder with the name -") }
        return path
    }

    /// Returns the value of an option as a URL for a request; `nil` if it was not given.
    func url(_ name: String) throws(CommandError) -> HTTPURL? {
        try text(name).map { text throws(CommandError) in try url(name, text) }
    }

    /// Returns the values of an option that may be given more than once, as URLs for requests.
    func urls(_ name: String) throws(CommandError) -> [HTTPURL] {
        try all(name).map { text throws(CommandError) in try url(name, text) }
    }

    private func url(_ name: String, _ text: String) throws(CommandError) -> HTTPURL {
        do throws(HTTPURL.Fault) {
            return try HTTPURL(text)
        } catch {
            throw usage("--\(name) \"\(text.printable(limit: 80))\" is not a valid URL: \(error)")
        }
    }

    /// Checks that this device has the interface in `--scope`; the usage error lists the existing ones.
    func requireInterface(_ assessment: Assessment) throws(CommandError) {
        if let fault = try missingInterface(assessment) { throw usage(fault) }
    }

    /// Returns an error that lists the interfaces if the device lacks the interface in `--scope`; otherwise `nil`.
    func missingInterface(_ assessment: Assessment) throws(CommandError) -> String? {
        guard let name = try text("scope").map(PipelineConfiguration.Scope.init(written:))?.boundInterface else {
            return nil
        }
        return assessment.fault(ofInterface: name)
    }
}
