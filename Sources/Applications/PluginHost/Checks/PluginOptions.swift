#if os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry

/// The options for the components of one plugin in a trial or a check.
package struct PluginOptions: Sendable {
    /// The options of every validator; `nil` if a configuration states the options of each component.
    private let common: JSON?
    private var stated: [String: JSON] = [:]

    /// The fault of options that do not match the plugin's schema; it is not a fault of the plugin.
    package struct Unfit: Error {
        package let fault: PluginError
    }

    /// Creates the same options for every validator.
    package init(_ options: JSON = .object([])) { common = options }

    /// Collects the options of the components that a configuration uses by name; the first use of a name counts.
    package init(usedIn configuration: JSON) {
        common = nil
        collect(configuration)
    }

    private mutating func collect(_ json: JSON) {
        switch json.value {
        case .array(let elements):
            for element in elements { collect(element) }
        case .object(let members):
            if let name = json["use"]?.string, stated[name] == nil {
                stated[name] = JSON(.object(members.filter { $0.name != "use" }), at: json.position)
            }
            for member in members where member.name != "plugins" { collect(member.value) }
        case .string(let name):
            // A component without options can be a plain name.
            if PluginManifest.Stage(of: name) != nil, stated[name] == nil {
                stated[name] = JSON(.object([]), at: json.position)
            }
        case .null, .bool, .integer, .number: break
        }
    }

    subscript(id: String) -> JSON { common ?? stated[id] ?? .object([]) }

    /// Checks the options of validators and sign-in agents, and of the other components that a configuration uses.
    func isFit(for manifest: PluginManifest) -> Result<Void, Unfit> {
        for component in manifest.registers where component.isChecked || stated[component.id] != nil {
            do throws(PluginError) {
                try component.options.check(self[component.id], of: PluginID(component.id))
            } catch {
                guard common == nil, stated[component.id] == nil,
                    case .invalidOption(let id, let path, let detail, let position) = error
                else { return .failure(Unfit(fault: error)) }
                let kind = component.stage == .validator ? "validator" : "sign-in agent"
                let text = "\(detail); the configuration does not use this \(kind)"
                return .failure(Unfit(fault: .invalidOption(id, path: path, detail: text, at: position)))
            }
        }
        return .success(())
    }
}
#endif
