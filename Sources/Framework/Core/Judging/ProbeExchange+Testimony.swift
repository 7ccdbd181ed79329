extension ProbeExchange {
    /// Parses the answer and searches it for the signs of a portal, as witnesses and the judge need it.
    package mutating func parseAnswer() {
        if place.answer == nil, let response { place.answer = ReadAnswer(response) }
        place.signs = PortalSignals.chain.validate(self)
    }
}
