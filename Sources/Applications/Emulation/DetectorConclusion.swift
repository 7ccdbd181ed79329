public import ConnectivityCore
import ConnectivityText

/// The conclusion that a client would reach.
public struct DetectorConclusion: Hashable, Sendable {
    /// The state of the network in the view of a client, in terms that are common to all clients.
    public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
        /// The Internet is reachable.
        case online
        /// A portal requires a sign-in.
        case captive
        /// The Internet is partly reachable.
        case partial
        /// The Internet is not reachable, and the client does not see a portal.
        case offline
        /// The client draws no conclusion, or its conclusion cannot be known from the available answers.
        case inconclusive
    }

    /// The state of the network in the view of the client.
    public var access: Access
    /// The client's own term for the state, such as `PORTAL`.
    public var term: String
    /// The reason, as one clause for people; it contains no text from the network.
    public var reason: String
    /// The URL that the client would open for the sign-in; `nil` if it opens none or may not open the one it has.
    public var signInURL: HTTPURL?
    /// The page about the venue that the client would offer once it is online; `nil` if it offers none.
    public var venueInfoURL: HTTPURL?

    /// Creates a conclusion.
    public init(
        _ access: Access,
        _ term: String,
        because reason: String,
        signInURL: HTTPURL? = nil,
        venueInfoURL: HTTPURL? = nil
    ) {
        self.access = access
        self.term = term
        self.reason = reason
        self.signInURL = signInURL
        self.venueInfoURL = venueInfoURL
    }
}

extension ProbeExchange {
    /// The outcome as one clause, without text from the network.
    var outline: String {
        switch outcome {
        case .failure(let failure):
            Sentences().sentence(for: .noAnswer(failure.kind))
        case .success(.http(let response)) where response.headers["Location"] != nil:
            "status \(response.status) with a Location"
        case .success(.http(let response)) where response.body.isEmpty:
            "status \(response.status) without a body"
        case .success(.http(let response)):
            "status \(response.status) with \(response.body.count) bytes of body"
        case .success(.other(let kind, _)):
            "an answer of the kind \(kind)"
        }
    }
}
