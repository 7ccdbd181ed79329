public import ConnectivityCore

/// The components and endpoints of Core, which need only the standard library.
public enum StandardPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: BodyContains.self)
        try registry.register(validator: BodyEquals.self)
        try registry.register(validator: HasStatus.self)
        try registry.register(validator: HasHeader.self)
        try registry.register(validator: HasNoReply.self)
        try registry.register(validator: EndpointTrouble.self)
        try registry.register(validator: PortalSignals.self)
        try registry.register(validator: RedirectSignal.self)
        try registry.register(validator: NetworkAuthenticationSignal.self)
        try registry.register(validator: CaptiveAPISignal.self)
        try registry.register(validator: WISPrSignal.self)
        try registry.register(validator: RefreshSignal.self)
        try registry.register(validator: SignInFormSignal.self)
        try registry.register(validator: ScriptRedirectSignal.self)
        try registry.register(validator: FrameSignal.self)
        try registry.register(validator: BlockPageSignal.self)
        try registry.register(validator: ProxySignal.self)
        try registry.register(validator: WordingSignal.self)
        try registry.register(validator: UnexpectedPageSignal.self)
        try registry.register(validator: AllOf.pluginID, options: Parts.self) {
            (parts, registry) throws(PluginError) in
            AllOf(try parts.make(in: registry))
        }
        try registry.register(validator: AnyOf.pluginID, options: Parts.self) {
            (parts, registry) throws(PluginError) in
            AnyOf(try parts.make(in: registry))
        }
        try registry.register(validator: Inverted.pluginID, options: Part.self) {
            (part, registry) throws(PluginError) in
            Inverted(try registry.validator(part.validator))
        }
        try registry.register(validator: FromPublicAddress.pluginID, options: Part.self) {
            (part, registry) throws(PluginError) in
            FromPublicAddress(try registry.validator(part.validator))
        }
        try registry.register(validator: PlacedValidator.pluginID, options: WrittenPlace.self) {
            (written, registry) throws(PluginError) in
            try registry.validator(written.validator).asked(written.place)
        }
        for endpoint in Endpoint.builtIn { try registry.register(endpoint: endpoint) }
        for (name, endpoints) in Endpoint.groups { try registry.register(endpoints: endpoints, as: name) }
        try registry.register(policy: SharePolicy.self)
        try registry.register(policy: QuorumPolicy.self)
        try registry.register(policy: HysteresisPolicy.pluginID, options: WrittenHysteresis.self) {
            (written, registry) throws(PluginError) in
            HysteresisPolicy(try registry.policy(written.policy), up: written.up, down: written.down)
        }
    }

    private struct WrittenHysteresis: Decodable {
        var policy: ComponentReference
        var up: Int
        var down: Int

        private enum CodingKeys: CodingKey {
            case policy, up, down
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            policy = try container.decodeIfPresent(ComponentReference.self, forKey: .policy) ?? "policy.quorum"
            up = try container.decodeIfPresent(Int.self, forKey: .up) ?? 1
            down = try container.decodeIfPresent(Int.self, forKey: .down) ?? 3
            for (key, count) in [(CodingKeys.up, up), (.down, down)] where !HysteresisPolicy.counts.contains(count) {
                throw DecodingError.dataCorruptedError(
                    forKey: key,
                    in: container,
                    debugDescription: "must be from 1 through \(HysteresisPolicy.counts.upperBound)"
                )
            }
        }
    }

    private struct Parts: Decodable {
        var validators: [ComponentReference]

        func make(in registry: PluginRegistry) throws(PluginError) -> [any ResponseValidator] {
            var made: [any ResponseValidator] = []
            for reference in validators { made.append(try registry.validator(reference)) }
            return made
        }
    }

    private struct Part: Decodable {
        var validator: ComponentReference
    }
}

extension BodyContains: Configurable {
    public static var pluginID: PluginID { "validator.contains" }
}
extension BodyEquals: Configurable {
    public static var pluginID: PluginID { "validator.equals" }
}
extension HasStatus: Configurable {
    public static var pluginID: PluginID { "validator.status-code" }
}
extension HasHeader: Configurable {
    public static var pluginID: PluginID { "validator.header" }
}
extension HasNoReply: Configurable {
    public static var pluginID: PluginID { "validator.no-reply" }
}
extension EndpointTrouble: Configurable {
    public static var pluginID: PluginID { "validator.endpoint-trouble" }
}
extension PortalSignals: Configurable {
    public static var pluginID: PluginID { "validator.portal-signals" }
}
extension RedirectSignal: Configurable {
    public static var pluginID: PluginID { "validator.redirect" }
}
extension NetworkAuthenticationSignal: Configurable {
    public static var pluginID: PluginID { "validator.network-authentication" }
}
extension CaptiveAPISignal: Configurable {
    public static var pluginID: PluginID { "validator.captive-api" }
}
extension WISPrSignal: Configurable {
    public static var pluginID: PluginID { "validator.wispr" }
}
extension RefreshSignal: Configurable {
    public static var pluginID: PluginID { "validator.refresh" }
}
extension SignInFormSignal: Configurable {
    public static var pluginID: PluginID { "validator.sign-in-form" }
}
extension ScriptRedirectSignal: Configurable {
    public static var pluginID: PluginID { "validator.script-redirect" }
}
extension FrameSignal: Configurable {
    public static var pluginID: PluginID { "validator.frame" }
}
extension BlockPageSignal: Configurable {
    public static var pluginID: PluginID { "validator.block-page" }
}
extension ProxySignal: Configurable {
    public static var pluginID: PluginID { "validator.proxy" }
}
extension WordingSignal: Configurable {
    public static var pluginID: PluginID { "validator.wording" }
}
extension UnexpectedPageSignal: Configurable {
    public static var pluginID: PluginID { "validator.unexpected-page" }
}
extension QuorumPolicy: Configurable {
    public static var pluginID: PluginID { "policy.quorum" }
}
extension SharePolicy: Configurable {
    public static var pluginID: PluginID { "policy.share" }
}
