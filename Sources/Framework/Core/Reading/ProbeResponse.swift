/// The first HTTP response to a probe; redirects are not followed.
public struct ProbeResponse: Hashable, Sendable {
    /// Whether the body is complete as sent by the server.
    public enum Completeness: String, Hashable, Sendable, Codable, CaseIterable {
        /// The body ended at the stated end of the message.
        case complete
        /// The body exceeded a limit and was cut there, or its content coding ended early.
        case cutAtLimit
    }

    /// The three-digit status code.
    public var status: Int
    /// The header fields.
    public var headers: HeaderFields
    /// The leading bytes of the body, with the transfer coding removed and the content coding kept.
    public var body: [UInt8]
    /// Whether the body is complete as sent by the server.
    public var completeness: Completeness

    /// Creates a response.
    public init(
        status: Int,
        headers: HeaderFields = [:],
        body: [UInt8] = [],
        completeness: Completeness = .complete
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.completeness = completeness
    }
}

extension ProbeResponse: CustomStringConvertible {
    /// The status, the length of the body and the target of a redirect.
    public var description: String {
        let target = headers["Location"].map { ", to \($0.printable(limit: 120))" } ?? ""
        return "status \(status), \(body.count) bytes\(target)"
    }
}
