package import ConnectivityCore
import ConnectivityText

/// The conclusion of an emulated client.
package struct DetectorConclusion: Hashable, Sendable {
    /// The state of the network in the view of a client, in common terms of all clients.
    package enum Access: String, Hashable, Sendable, Codable, CaseIterable {
        /// The Internet is reachable.
        case online
        /// A portal requires a sign-in.
        case captive
        /// The Internet is partly reachable.
        case partial
        /// The Internet is not reachable, and the client detects no portal.
        case offline
        /// The client draws no conclusion, or its conclusion does not follow from the available answers.
        case inconclusive
    }

    /// The state of the network in the view of the client.
    package var access: Access
    /// The client's own term for the state, such as `PORTAL`.
    package var term: String
    /// The reason, as one clause for people; it contains no text from the network.
    package var reason: String
    /// The client's URL for the sign-in; `nil` if it opens none or may not open it.
    package var signInURL: HTTPURL?
    /// The client's page about the venue, offered once it is online; `nil` if it offers none.
    package var venueInfoURL: HTTPURL?

    /// Creates a conclusion.
    package init(
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
