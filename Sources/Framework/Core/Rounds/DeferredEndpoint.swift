/// An endpoint that a round leaves out while all is well.
package struct DeferredEndpoint: Hashable, Sendable {
    /// Why an endpoint is left out.
    package enum Cause: String, CaseIterable, Codable, Sendable {
        /// Its server asked for a pause (RFC 9110, section 10.2.3).
        case pauseRequested
        /// It failed in many rounds in a row, and these were online without it.
        case failing
        /// Other owners are asked in this round.
        case rotation
        /// Traffic of the device flows both ways, so that less is asked.
        case traffic
    }

    package var name: String
    package var cause: Cause

    package init(name: String, cause: Cause) { (self.name, self.cause) = (name, cause) }
}
