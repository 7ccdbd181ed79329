extension AccessReason {
    /// The stable name of the reason, such as `enough-genuine` or `portal`, for programs.
    public var code: String {
        switch self {
        case .noUsableInterface: "no-usable-interface"
        case .interfaceNotUsable: "interface-not-usable"
        case .noDefaultRoute: "no-default-route"
        case .path: "path"
        case .notYetJudged: Self.notYetJudgedCode
        case .enoughGenuine: "enough-genuine"
        case .tooFewGenuine: "too-few-genuine"
        case .enoughOwners: "enough-owners"
        case .tooFewOwners: "too-few-owners"
        case .broken: "broken"
        case .contradicted: "contradicted"
        case .held: "held"
        case .portal: "portal"
        case .substituted: "substituted"
        case .nothingUsable: "nothing-usable"
        case .noEndpoint: "no-endpoint"
        case .stated: "stated"
        }
    }

    static let notYetJudgedCode = "not-yet-judged"
}
