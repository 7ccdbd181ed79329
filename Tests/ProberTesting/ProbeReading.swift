// Shared by the tests of probers, in each by a symbolic link.

import ConnectivityCore
import ConnectivityTestServer

extension ProbeExchange {
    /// What went wrong; `nil` where nothing did.
    var failure: ProbeFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }

    /// The response of a success.
    var success: ProbeResponse? { (try? outcome.get())?.response }
}

extension TestServer.Reply {
    /// Sends a text with the line ends of HTTP.
    static func lines(_ lines: String...) -> Self { .raw(Array(lines.joined(separator: "\r\n").utf8)) }
}

func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
