public import ConnectivityCore
public import ConnectivityWire

/// The components and endpoints of Core, which need only the standard library.
public enum StandardPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: BodyContains.self)
        try registry.register(validator: BodyEquals.self)
        try registry.register(validator: StatusCode.self)
        try registry.register(validator: HeaderValue.self)
        try registry.register(validator: BodyStartsWith.self)
        try registry.register(validator: EmptyBody.self)
        try registry.register(validator: BodySize.self)
        try registry.register(validator: ResponseTime.self)
        try registry.register(validator: BodyJSON.self)
        try registry.register(validator: LandingURL.self)
        try registry.register(validator: ChallengeAnswer.self)
        try registry.register(validator: NoReply.self)
        try registry.register(validator: RecordedTestimony.self)
        try registry.register(validator: EndpointFailure.self)
        try registry.register(validator: PortalSignals.self)
        try registry.register(validator: RedirectSignal.self)
        try registry.register(validator: NetworkAuthenticationSignal.self)
        try registry.register(validator: CaptiveAPISignal.self)
        try registry.register(validator: WISPrSignal.self)
        try registry.register(validator: RefreshSignal.self)
        try registry.register(validator: SignInFormSignal.self)
        try registry.register(validator: ScriptRedirectSignal.self)
        try registry.register(validator: FrameSignal.self)
        try registry.register(validator: NameSearchSignal.self)
        try registry.register(validator: BlockPageSignal.self)
        try registry.register(validator: ProxySignal.self)
        try registry.register(validator: WordingSignal.self)
        try registry.register(validator: UnexpectedPageSignal.self)
        try registry.register(
            .validator,
            AllOf.pluginID,
            options: CombinedOptions.self,
            summary: "requires that all of these validators find the answer genuine"
        ) {
            (parts, registry) throws(PluginError) in
            let all = AllOf(try parts.validators(in: registry))
            if let why = all.stated?.contradiction {
                throw .invalidOption(AllOf.pluginID, path: ["validators"], detail: "cannot be met together: \(why)")
            }
            return all
        }
        try registry.register(
            .validator,
            AnyOf.pluginID,
            options: CombinedOptions.self,
            summary: "requires that one of these validators is content"
        ) {
            (parts, registry) throws(PluginError) in
            AnyOf(try parts.validators(in: registry))
        }
        try registry.register(
            .validator,
            Inverted.pluginID,
            options: WrappedOptions.self,
            summary: "turns genuine into substituted and the reverse"
        ) {
            (part, registry) throws(PluginError) in
            Inverted(try registry.validator(part.validator))
        }
        try registry.register(
            .validator,
            Conditional.pluginID,
            options: Conditional.Options.self,
            summary: "asks a validator only about some exchanges, and ignores the others"
        ) {
            (written, registry) throws(PluginError) in
            try written.validator(in: registry)
        }
        try registry.register(
            .validator,
            PublicAddress.pluginID,
            options: WrappedOptions.self,
            summary: "believes a genuine answer only if it comes from a public address"
        ) {
            (part, registry) throws(PluginError) in
            PublicAddress(try registry.validator(part.validator))
        }
        try registry.register(
            .validator,
            AllowedPortalSigns.pluginID,
            options: AllowedPortalSigns.Options.self,
            summary: "states that the expected answer has signs that portals' pages have as well"
        ) {
            (written, registry) throws(PluginError) in
            AllowedPortalSigns(Set(written.signs), try registry.validator(written.validator))
        }
        try registry.register(
            .validator,
            JudgingChain.PlacedValidator.pluginID,
            options: JudgingChain.PlacedValidator.Options.self,
            summary: "asks a validator at another place of the chain, or on other answers"
        ) {
            (written, registry) throws(PluginError) in
            try written.validator(in: registry)
        }
        for endpoint in Endpoint.builtIn { try registry.register(endpoint: endpoint) }
        for (name, endpoints) in Endpoint.groups { try registry.register(endpoints: endpoints, as: name) }
        try registry.register(policy: SharePolicy.self)
        try registry.register(policy: QuorumPolicy.self)
        try registry.register(policy: EvidencePolicy.self)
        try registry.register(
            .policy,
            HysteresisPolicy.pluginID,
            options: HysteresisPolicy.Options.self,
            summary: "replaces the access only after several better or worse rounds in a row"
        ) {
            (written, registry) throws(PluginError) in
            HysteresisPolicy(try registry.policy(written.policy), up: written.up, down: written.down)
        }
        try registry.register(
            .policy,
            QualityPolicy.pluginID,
            options: QualityPolicy.Options.self,
            summary: "is partial instead of online if the path is slower than required"
        ) {
            (written, registry) throws(PluginError) in
            QualityPolicy(try registry.policy(written.policy), atLeast: written.atLeast)
        }
        try registry.register(descriptions: PackageResources.Options_tsv)
    }
}

extension BodyContains: Configurable {
    public static var pluginID: PluginID { "validator.contains" }
    public static var summary: String { "expects a text in the body" }
}
extension BodyEquals: Configurable {
    public static var pluginID: PluginID { "validator.equals" }
    public static var summary: String { "expects a body that is this text, apart from white space around it" }
}
extension StatusCode: Configurable {
    public static var pluginID: PluginID { "validator.status-code" }
    public static var summary: String { "expects one of these status codes, such as 204, \"2xx\" or \"200-299\"" }
}
extension HeaderValue: Configurable {
    public static var pluginID: PluginID { "validator.header" }
    public static var summary: String {
        "expects a header field, with any value, with one value, or with a value that contains a text"
    }
}
extension BodyStartsWith: Configurable {
    public static var pluginID: PluginID { "validator.starts-with" }
    public static var summary: String { "expects a body that begins with this text, apart from white space before it" }
}
extension EmptyBody: OptionlessConfigurable {
    public static var pluginID: PluginID { "validator.empty" }
    public static var summary: String { "expects an empty body, or one of white space alone" }
}
extension BodySize: Configurable {
    public static var pluginID: PluginID { "validator.size" }
    public static var summary: String { "expects a body of a size between these bounds" }
}
extension ResponseTime: Configurable {
    public static var pluginID: PluginID { "validator.time" }
    public static var summary: String { "refuses an answer that took too long, in whole or to its first byte" }
}
extension BodyJSON: Configurable {
    public static var pluginID: PluginID { "validator.json" }
    public static var summary: String {
        "expects a value in a JSON body: any, one that is equal, contains a part, or is within bounds"
    }
}
extension LandingURL: Configurable {
    package static var pluginID: PluginID { "validator.landing" }
    package static var summary: String { "expects the answer to come from one URL after redirects that were followed" }
}
extension ChallengeAnswer: Configurable {
    public static var pluginID: PluginID { "validator.challenge" }
    public static var summary: String { "sends a random text and expects the endpoint to repeat it" }
}
extension RecordedTestimony: Configurable {
    package static var pluginID: PluginID { "validator.testimony" }
    package static var summary: String { "gives the verdict that a witness left with a record, without asking it" }
}
extension NoReply: OptionlessConfigurable {
    public static var pluginID: PluginID { "validator.no-reply" }
    public static var summary: String { "expects that nothing answers, for a documentation address (RFC 5737)" }
}
extension EndpointFailure: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.endpoint-failure" }
    package static var summary: String { "detects an error of the endpoint itself: no answer, 404, 410, 429, 5xx" }
}
extension PortalSignals: OptionlessConfigurable {
    public static var pluginID: PluginID { "validator.portal-signals" }
    public static var summary: String { "asks all validators that see a portal, in their order" }
}
extension RedirectSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.redirect" }
    package static var summary: String { "sees a redirect away from the page that was asked" }
}
extension NetworkAuthenticationSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.network-authentication" }
    package static var summary: String { "sees status 511 (RFC 6585)" }
}
extension CaptiveAPISignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.captive-api" }
    package static var summary: String { "sees the answer of a captive portal API (RFC 8908)" }
}
extension WISPrSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.wispr" }
    package static var summary: String { "sees a WISPr message" }
}
extension RefreshSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.refresh" }
    package static var summary: String { "sees a Refresh field or a refreshing meta element" }
}
extension SignInFormSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.sign-in-form" }
    package static var summary: String { "sees a form that asks for credentials or consent" }
}
extension ScriptRedirectSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.script-redirect" }
    package static var summary: String { "sees a script that sets the location, without executing it" }
}
extension FrameSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.frame" }
    package static var summary: String { "sees a page that is a frame around another" }
}
extension NameSearchSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.name-search" }
    package static var summary: String { "sees a name server that leads unknown names to a search page" }
}
extension BlockPageSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.block-page" }
    package static var summary: String {
        "sees a filter: status 451, a blocked-by link (RFC 7725), a URL that says that it blocks"
    }
}
extension ProxySignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.proxy" }
    package static var summary: String { "sees a proxy that wants credentials, refuses, or does not reach the server" }
}
extension WordingSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.wording" }
    package static var summary: String {
        "sees words of block pages, portals, gateways without an uplink and parked domains"
    }
}
extension UnexpectedPageSignal: OptionlessConfigurable {
    package static var pluginID: PluginID { "validator.unexpected-page" }
    package static var summary: String { "sees any other page although the whole genuine answer is known" }
}
extension EvidencePolicy: OptionlessConfigurable {
    public static var pluginID: PluginID { "policy.evidence" }
    public static var summary: String {
        "asks more endpoints if anything is unexplained, and trusts answers over TLS; the default"
    }
}
extension QuorumPolicy: Configurable {
    public static var pluginID: PluginID { "policy.quorum" }
    public static var summary: String { "weighs owners, contradictions, portals, TLS and address families" }
}
extension SharePolicy: Configurable {
    public static var pluginID: PluginID { "policy.share" }
    public static var summary: String { "requires a share of the endpoints, whatever else is known" }
}
