import ConnectivityCore
import Foundation

/// The reason for the end of a probe.
enum ProbeEnding: Sendable {
    /// The session reported success.
    case completed
    /// The session failed or never started.
    case failed(ProbeFailure)
    /// A size limit was reached.
    case enough
    case expired
    case cancelled

    /// Whether the probe ends before the session does.
    var isBeforeTime: Bool {
        switch self {
        case .completed, .failed: false
        case .enough, .expired, .cancelled: true
        }
    }
}

/// Assembles a response from the data of a session, within the limits of a request.
struct ReceivedResponse: Sendable {
    /// The optional white space around a value (RFC 9110, section 5.6.3); libcurl does not remove all of it.
    private static let whitespace = CharacterSet(charactersIn: " \t")

    private let limits: ProbeRequest.Limits
    private var response: ProbeResponse?
    private var isHeaderTooLarge = false

    init(limits: ProbeRequest.Limits) { self.limits = limits }

    /// Accepts the header, whose fields may have any order, and returns whether to continue.
    ///
    /// An interim header (RFC 9110, section 15.2) and a second one are ignored.
    mutating func begin(status: Int, _ fields: [(String, String)]) -> Bool {
        guard response == nil, !isHeaderTooLarge else { return !isHeaderTooLarge }
        // No HTTP follows a switch of protocols.
        guard !(100...199).contains(status) || status == 101 else { return true }
        // The size of the lines in the message: with the colon, a space and the line end.
        let byteCount = fields.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 4 }
        guard byteCount <= limits.maximumHeaderSize else {
            isHeaderTooLarge = true
            return false
        }
        let sorted = fields.sorted { ($0.0.lowercased(), $0.1) < ($1.0.lowercased(), $1.1) }
        response = ProbeResponse(
            status: status,
            headers: HeaderFields(
                sorted.map { HeaderFields.Field(name: $0.0, value: $0.1.trimmingCharacters(in: Self.whitespace)) }
            )
        )
        return true
    }

    /// Accepts a piece of the body, and returns whether to continue.
    mutating func add(_ data: Data) -> Bool {
        guard let count = response?.body.count, response?.completeness == .complete else { return true }
        let room = limits.maximumBodySize - count
        response?.body.append(contentsOf: data.prefix(room))
        guard data.count <= room else {
            response?.completeness = .cutAtLimit
            return false
        }
        return true
    }

    /// Returns the outcome of an ending; `nil` if the probe continues.
    func outcome(_ ending: ProbeEnding) -> Result<ProbeResponse, ProbeFailure>? {
        if isHeaderTooLarge { return .failure(ProbeFailure(.headerTooLarge)) }
        switch ending {
        case .completed, .enough:
            guard let response else {
                return .failure(
                    ProbeFailure(.other(.nsURLError, code: NSURLErrorUnknown), detail: "the server sent no response")
                )
            }
            return .success(response)
        case .failed(var failure):
            failure.partialResponse = response
            return .failure(failure)
        case .cancelled:
            return .failure(ProbeFailure(.cancelled, detail: "the task was cancelled", partialResponse: response))
        case .expired:
            let kind = ProbeFailure.Kind.timedOut(response == nil ? .response : .body)
            return .failure(ProbeFailure(kind, detail: "the time limit has passed", partialResponse: response))
        }
    }
}
