extension ProbeExchange {
    /// Parses the answer and searches it for the signs of a portal, for witnesses and the judge.
    package mutating func parseAnswer() {
        if place.answer == nil, let response { place.answer = ReadAnswer(response) }
        place.signs = PortalSignals.chain.validate(self)
    }
}
