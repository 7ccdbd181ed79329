import ConnectivityCore

extension PluginError: CustomStringConvertible {
    /// One line with the fault, its position, and the known alternatives.
    public var description: String {
        switch self {
        case .alreadyRegistered(let id):
            "\(id) is already registered"
        case .unknown(let id, let known, let position) where known.isEmpty:
            "\(position.faultPrefix)\(id.quoted) is not available in this build; build with the default traits"
        case .unknown(let id, let known, let position):
            "\(position.faultPrefix)unknown name \(id.quoted); \(known.map(\.description).alternatives(to: id.description))"
        case .notInBuild(let id, let trait, let position):
            "\(position.faultPrefix)\(id.quoted) is not in this build; enable the trait \(trait) of swift-connectivity, which the "
                + "default traits include"
        case .unreadKey(let id, let path, let key, let known, let position):
            "\(position.faultPrefix)\(id): \((path + [key]).faultPrefix)unknown option"
                + (known.isEmpty ? "; no option is allowed here" : "; \(known.alternatives(to: key))")
        case .invalidOption(let id, let path, let detail, let position):
            "\(position.faultPrefix)\(id): \(path.faultPrefix)\(detail.printable(limit: 300))"
        case .unnamed(let type):
            "\(type.printable(limit: 100)) has no name in configuration"
        case .malformed(let id, let detail, let position):
            "\(position.faultPrefix)\(id): \(detail.printable(limit: 300))"
        case .shortage(let id, let resource):
            "\(id): the system refuses this process more \(resource.rawValue)"
        }
    }
}

extension PluginID {
    fileprivate var quoted: String { "\"\(description.printable(limit: 80))\"" }
}
