public import ConnectivityCore

// The JSON of a portal. As in the JSON of an assessment, an absent value is null.

extension CaptivePortal: FieldCodable {
    package static let fields = FieldTable(
        CaptivePortal.unknown,
        [
            .optional("signInURL", \.signInURL),
            .optional("source", \.source),
            .optional("fault", \.signInURLFault),
            .required("kind", \.kind),
            .optional("vendor", \.vendor),
            .optional("wispr", \.wispr),
            .optional("api", \.api),
            .optional("apiURL", \.apiURL),
        ]
    )
}

extension CaptivePortal.Kind: SchemaProviding {}
extension CaptivePortal.Source: SchemaProviding {}

extension WISPrMessage: FieldCodable {
    package static let fields = FieldTable(
        WISPrMessage(),
        [
            .optional("messageType", \.messageType),
            .optional("responseCode", \.responseCode),
            .optional("accessProcedure", \.accessProcedure),
            .optional("versionLow", \.versionLow),
            .optional("versionHigh", \.versionHigh),
            .optional("accessLocation", \.accessLocation),
            .optional("locationName", \.locationName),
            .optional("loginURL", \.loginURL),
            .optional("abortLoginURL", \.abortLoginURL),
            .optional("logoffURL", \.logoffURL),
            .optional("nextURL", \.nextURL),
            .optional("statusURL", \.statusURL),
            .optional("replyMessage", \.replyMessage),
            .optional("delay", \.delay),
            .optional("maxSessionTime", \.maxSessionTime),
            .required("hasEAPMessage", \.hasEAPMessage),
        ]
    )
}

extension CaptivePortalAPI: FieldCodable {
    package static let fields = FieldTable(
        CaptivePortalAPI(isCaptive: false),
        [
            .required("captive", \.isCaptive),
            .optional("userPortalURL", \.userPortalURL),
            .optional("fault", \.userPortalURLFault),
            .optional("venueInfoURL", \.venueInfoURL),
            .optional("canExtendSession", \.canExtendSession),
            .optional("secondsRemaining", \.secondsRemaining),
            .optional("bytesRemaining", \.bytesRemaining),
        ]
    )
}

/// The JSON of a URL fault is its name; the name of another scheme is not written.
extension HTTPURL.Fault: Codable, SchemaProviding {
    private static let all: [HTTPURL.Fault] = [
        .empty, .tooLong, .scheme(nil), .userInfo, .host, .port, .controlCharacter, .thisDevice,
    ]

    public init(from decoder: any Decoder) throws {
        self = try decoder.value(orThrow: "is not a known URL fault") { name in Self.all.first { $0.name == name } }
    }

    public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }

    package static var schema: Schema { .choice(all.map(\.name)) }

    /// The stable name in JSON.
    public var name: String {
        switch self {
        case .empty: "empty"
        case .tooLong: "too-long"
        case .scheme: "scheme"
        case .userInfo: "user-info"
        case .host: "host"
        case .port: "port"
        case .controlCharacter: "control-character"
        case .thisDevice: "this-device"
        }
    }
}
