// The JSON of a portal, by the rules of the assessment's: an absent value is null.

extension Portal: Codable {
    private enum CodingKeys: CodingKey {
        case signInURL, source, fault, kind, vendor, wispr, api, apiURL
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            signInURL: try container.decodeIfPresent(HTTPURL.self, forKey: .signInURL),
            source: try container.decodeIfPresent(Source.self, forKey: .source),
            kind: try container.decode(Kind.self, forKey: .kind)
        )
        signInURLFault = try container.decodeFault(forKey: .fault)
        vendor = try container.decodeIfPresent(String.self, forKey: .vendor)
        wispr = try container.decodeIfPresent(WISPrMessage.self, forKey: .wispr)
        api = try container.decodeIfPresent(CaptivePortalAPI.self, forKey: .api)
        apiURL = try container.decodeIfPresent(HTTPURL.self, forKey: .apiURL)
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

extension WISPrMessage: Codable {
    private enum CodingKeys: CodingKey {
        case messageType, responseCode, accessProcedure, versionLow, versionHigh, accessLocation, locationName
        case loginURL, abortLoginURL, logoffURL, nextURL, statusURL
        case replyMessage, delay, maxSessionTime, hasEAPMessage
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        messageType = try container.decodeIfPresent(Int.self, forKey: .messageType)
        responseCode = try container.decodeIfPresent(Int.self, forKey: .responseCode)
        accessProcedure = try container.decodeIfPresent(String.self, forKey: .accessProcedure)
        versionLow = try container.decodeIfPresent(String.self, forKey: .versionLow)
        versionHigh = try container.decodeIfPresent(String.self, forKey: .versionHigh)
        accessLocation = try container.decodeIfPresent(String.self, forKey: .accessLocation)
        locationName = try container.decodeIfPresent(String.self, forKey: .locationName)
        loginURL = try container.decodeIfPresent(HTTPURL.self, forKey: .loginURL)
        abortLoginURL = try container.decodeIfPresent(HTTPURL.self, forKey: .abortLoginURL)
        logoffURL = try container.decodeIfPresent(HTTPURL.self, forKey: .logoffURL)
        nextURL = try container.decodeIfPresent(HTTPURL.self, forKey: .nextURL)
        statusURL = try container.decodeIfPresent(HTTPURL.self, forKey: .statusURL)
        replyMessage = try container.decodeIfPresent(String.self, forKey: .replyMessage)
        delay = try container.decodeIfPresent(Int.self, forKey: .delay)
        maxSessionTime = try container.decodeIfPresent(Int.self, forKey: .maxSessionTime)
        hasEAPMessage = try container.decode(Bool.self, forKey: .hasEAPMessage)
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

extension CaptivePortalAPI: Codable {
    private enum CodingKeys: CodingKey {
        case captive, userPortalURL, fault, venueInfoURL, canExtendSession, secondsRemaining, bytesRemaining
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(isCaptive: try container.decode(Bool.self, forKey: .captive))
        userPortalURL = try container.decodeIfPresent(HTTPURL.self, forKey: .userPortalURL)
        userPortalURLFault = try container.decodeFault(forKey: .fault)
        venueInfoURL = try container.decodeIfPresent(HTTPURL.self, forKey: .venueInfoURL)
        canExtendSession = try container.decodeIfPresent(Bool.self, forKey: .canExtendSession)
        secondsRemaining = try container.decodeIfPresent(Int.self, forKey: .secondsRemaining)
        bytesRemaining = try container.decodeIfPresent(Int.self, forKey: .bytesRemaining)
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

extension KeyedDecodingContainer {
    fileprivate func decodeFault(forKey key: Key) throws -> HTTPURL.Fault? {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let fault = HTTPURL.Fault.all.first(where: { $0.name == name }) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "is no fault of a URL")
        }
        return fault
    }
}
