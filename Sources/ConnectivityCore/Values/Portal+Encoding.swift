// The JSON of a portal, by the rules of the assessment's.

extension Portal: Encodable {
    private enum CodingKeys: CodingKey {
        case signInURL, source, fault, kind, vendor, wispr, api, apiURL
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(signInURL, forKey: .signInURL)
        try container.encode(source, forKey: .source)
        try container.encode(signInURLFault?.name, forKey: .fault)
        try container.encode(kind, forKey: .kind)
        try container.encode(vendor, forKey: .vendor)
        try container.encode(wispr, forKey: .wispr)
        try container.encode(api, forKey: .api)
        try container.encode(apiURL, forKey: .apiURL)
    }
}

extension WISPrMessage: Encodable {
    private enum CodingKeys: CodingKey {
        case messageType, responseCode, accessProcedure, versionLow, versionHigh, accessLocation, locationName
        case loginURL, abortLoginURL, logoffURL, nextURL, statusURL
        case replyMessage, delay, maxSessionTime, hasEAPMessage
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(messageType, forKey: .messageType)
        try container.encode(responseCode, forKey: .responseCode)
        try container.encode(accessProcedure, forKey: .accessProcedure)
        try container.encode(versionLow, forKey: .versionLow)
        try container.encode(versionHigh, forKey: .versionHigh)
        try container.encode(accessLocation, forKey: .accessLocation)
        try container.encode(locationName, forKey: .locationName)
        try container.encode(loginURL, forKey: .loginURL)
        try container.encode(abortLoginURL, forKey: .abortLoginURL)
        try container.encode(logoffURL, forKey: .logoffURL)
        try container.encode(nextURL, forKey: .nextURL)
        try container.encode(statusURL, forKey: .statusURL)
        try container.encode(replyMessage, forKey: .replyMessage)
        try container.encode(delay, forKey: .delay)
        try container.encode(maxSessionTime, forKey: .maxSessionTime)
        try container.encode(hasEAPMessage, forKey: .hasEAPMessage)
    }
}

extension CaptivePortalAPI: Encodable {
    private enum CodingKeys: CodingKey {
        case captive, userPortalURL, fault, venueInfoURL, canExtendSession, secondsRemaining, bytesRemaining
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isCaptive, forKey: .captive)
        try container.encode(userPortalURL, forKey: .userPortalURL)
        try container.encode(userPortalURLFault?.name, forKey: .fault)
        try container.encode(venueInfoURL, forKey: .venueInfoURL)
        try container.encode(canExtendSession, forKey: .canExtendSession)
        try container.encode(secondsRemaining, forKey: .secondsRemaining)
        try container.encode(bytesRemaining, forKey: .bytesRemaining)
    }
}
