import ConnectivityCore

/// A WISPr message that a gateway sent, with the URL of its next poll.
struct WISPrReply {
    let message: WISPrMessage
    /// The URL for requesting the result of a pending login; `nil` without a valid one.
    let resultsURL: HTTPURL?

    init(_ message: WISPrMessage) { (self.message, resultsURL) = (message, nil) }

    /// Reads the message of a body; `nil` without one.
    init?(_ body: [UInt8], base: HTTPURL) {
        guard let reader = WISPrReader(body) else { return nil }
        message = WISPrMessage(reader, base: base)
        resultsURL = reader[.loginResultsURL].flatMap { try? base.resolving($0).fromNetwork(askedAt: base) }
    }

    init?(_ answer: PortalAnswer) { self.init(answer.response.body, base: answer.url) }

    var facts: Facts {
        var facts: Facts = [:]
        if let type = message.messageType { facts["type"] = .integer(Int64(type)) }
        if let code = message.responseCode { facts["code"] = .integer(Int64(code)) }
        if let meaning = message.responseMeaning { facts["meaning"] = .text(meaning) }
        if let text = message.replyMessage { facts["message"] = .text(text) }
        return facts
    }

    var leadsOn: Bool {
        switch message.messageType {
        case 100: (message.responseCode ?? 0) == 0 && message.loginURL != nil
        case 110: true
        default: false
        }
    }

    var isVersion2: Bool { message.versionHigh?.hasPrefix("2") ?? false }
}
