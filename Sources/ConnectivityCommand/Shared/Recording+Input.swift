import ConnectivityCore
import ConnectivityDecoding
import ConnectivityKit
import ConnectivityRecords

// Functions that the commands for recorded responses share.

extension Recording {
    /// Reads a recording that a user names on the command line; `-` is standard input.
    init(file path: String) throws(CommandError) {
        try self.init(bytes: try InputFile.read(path), path)
    }

    init(bytes: [UInt8], _ path: String) throws(CommandError) {
        do throws(RecordingError) {
            try self.init(parsing: bytes)
        } catch {
            throw FileKind.explain(CommandError(error, in: path), of: bytes, at: path, wanted: [.response])
        }
    }

    /// The response as the answer to a request, decoded as a pipeline decodes it.
    func exchange(at url: HTTPURL?, authentication: Authentication?) -> ProbeExchange {
        exchange(at: url, authentication: authentication, decodedBy: BodyDecoder().decoded)
    }

    /// Our verdict on the response, decoded as a pipeline decodes it.
    func verdict(
        at url: HTTPURL? = nil,
        expecting expectation: (any ResponseValidator)? = nil,
        authentication: Authentication? = nil
    ) -> Verdict {
        verdict(at: url, expecting: expectation, authentication: authentication, decodedBy: BodyDecoder().decoded)
    }
}

extension Arguments {
    /// Returns the value of an option as a URL for a request; `nil` if it was not given.
    func url(_ name: String) throws(CommandError) -> HTTPURL? {
        guard let text = try text(name) else { return nil }
        do throws(HTTPURL.Fault) {
            return try HTTPURL(text)
        } catch {
            throw usage("--\(name) \"\(text.printable(limit: 80))\" is not a valid URL: \(error)")
        }
    }
}
