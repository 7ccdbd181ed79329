/// An endpoint that a round omits while the path is online.
package struct DeferredEndpoint: Hashable, Sendable {
    /// The reason why an endpoint is omitted.
    package enum Cause: String, CaseIterable, Codable, Sendable {
        /// Its server asked for a pause (RFC 9110, section 10.2.3).
        case pauseRequested
        /// It failed in many consecutive rounds, and these were online without it.
        case failing
        /// Other owners are asked in this round.
        case rotation
        /// Traffic of the device flows in both directions, which allows asking less.
        case traffic
    }

    package var name: String
    package var cause: Cause

    package init(name: String, cause: Cause) { (self.name, self.cause) = (name, cause) }
}
