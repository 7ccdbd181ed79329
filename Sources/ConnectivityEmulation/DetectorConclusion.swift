public import ConnectivityCore
import ConnectivityText

/// What a client would conclude.
public struct DetectorConclusion: Hashable, Sendable {
    /// What the client takes the network for, in terms common to all.
    public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
        /// The Internet is there.
        case online
        /// A portal wants a sign-in.
        case captive
        /// Some of it works.
        case partial
        /// The network does not lead to the Internet, and the client sees no portal.
        case offline
        /// The client draws no conclusion, or what it would draw cannot be known from the answers there are.
        case inconclusive
    }

    /// What the client takes the network for.
    public var access: Access
    /// The client's own word for it, such as `PORTAL`.
    public var term: String
    /// Why, in one clause for people; it holds no text from the network.
    public var reason: String
    /// What the client would open for the sign-in; `nil` where it opens nothing, or has nothing that may be opened.
    public var signInURL: HTTPURL?

    /// Creates a conclusion.
    /// - Parameters:
    ///   - access: What the client takes the network for.
    ///   - term: The client's own word for it.
    ///   - reason: Why, in one clause for people.
    ///   - signInURL: What the client would open for the sign-in.
    public init(_ access: Access, _ term: String, because reason: String, signInURL: HTTPURL? = nil) {
        self.access = access
        self.term = term
        self.reason = reason
        self.signInURL = signInURL
    }
}

extension ProbeExchange {
    /// What came back, as one clause without text from the network.
    var outline: String {
        switch outcome {
        case .failure(let failure):
            Reason.noAnswer(failure.kind).sentence
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
