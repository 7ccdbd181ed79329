package import ConnectivityCore
import ConnectivityDecoding
import ConnectivityKit
package import ConnectivityRecords

extension Recording {
    /// Reads a recording that a user names on the command line; `-` is standard input.
    package init(file path: String) throws(CommandError) {
        try self.init(bytes: try InputFile.read(path), path)
    }

    package init(bytes: [UInt8], _ path: String) throws(CommandError) {
        do throws(RecordingError) {
            try self.init(parsing: bytes)
        } catch {
            throw FileKind.explain(CommandError(error, in: path), of: bytes, at: path, wanted: [.response])
        }
    }

    /// The response as the answer to a request, decoded as in a pipeline.
    package func exchange(at url: HTTPURL?, authentication: ProbeExchange.Authentication?) -> ProbeExchange {
        exchange(at: url, authentication: authentication, decodedBy: BodyDecoder().decoded)
    }

    /// Our verdict on the response, decoded as in a pipeline.
    package func verdict(
        at url: HTTPURL? = nil,
        expecting expectation: (any ResponseValidator)? = nil,
        authentication: ProbeExchange.Authentication? = nil
    ) -> Verdict {
        verdict(at: url, expecting: expectation, authentication: authentication, decodedBy: BodyDecoder().decoded)
    }
}
