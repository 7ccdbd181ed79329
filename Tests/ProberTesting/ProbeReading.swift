// Shared by the tests of probers through symbolic links.

import ConnectivityCore

@testable import ConnectivityTestServer

extension ProbeExchange {
    /// The failure; `nil` if the probe succeeded.
    var failure: ProbeFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }

    /// The response; `nil` if the probe failed.
    var success: ProbeResponse? { (try? outcome.get())?.response }
}

extension TestServer.Reply {
    /// Returns a reply with the given lines, with the line ends of HTTP.
    static func lines(_ lines: String...) -> Self { .raw(Array(lines.joined(separator: "\r\n").utf8)) }
}

func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
