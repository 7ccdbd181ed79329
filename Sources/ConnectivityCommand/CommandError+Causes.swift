import ConnectivityFixtures
import ConnectivityKit

// The text of every fault that reaches the command line, made here and nowhere else.

extension CommandError {
    init(_ error: PluginError, in place: String? = nil) {
        self = .configuration((place.map { "\($0.printable(limit: 200)): " } ?? "") + error.text)
    }

    /// Puts whatever ended a command into words.
    init(cause: any Error) {
        switch cause {
        case let error as CommandError: self = error
        case let error as PluginError: self.init(error)
        default: self = .software("\(cause)")
        }
    }
}

extension PluginError {
    fileprivate var text: String {
        switch self {
        case .alreadyRegistered(let id):
            "\(id) is registered twice"
        case .unknown(let id, let known) where known.isEmpty:
            "there is no \(id.safe) in this build; build with the default traits to have it"
        case .unknown(let id, let known):
            "there is no \(id.safe); known are \(known.map(\.description).joined(separator: ", "))"
        case .unreadKey(let id, let path, let key, let known):
            "\(id): \(written(path + [key])) is no option; "
                + (known.isEmpty ? "it has none" : "known are \(known.joined(separator: ", "))")
        case .invalidOption(let id, let path, let detail):
            "\(id): \(path.isEmpty ? "" : "\(written(path)): ")\(detail.printable(limit: 300))"
        case .malformed(let detail):
            "not JSON: \(detail.printable(limit: 300))"
        @unknown default:
            "\(self)"
        }
    }

    private func written(_ path: [String]) -> String { "\"\(path.joined(separator: ".").printable(limit: 100))\"" }
}

extension PluginID {
    fileprivate var safe: String { "\"\(description.printable(limit: 80))\"" }
}

extension HTTPURL.Fault {
    /// What is wrong with a URL.
    var text: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong: "it is longer than \(HTTPURL.byteCountMax) bytes"
        case .scheme(let name?): "its scheme is \"\(name.printable(limit: 20))\", not http or https"
        case .scheme(nil): "it does not begin with http:// or https://"
        case .userInfo: "it holds a user name or password"
        case .host: "its host is missing or not a host"
        case .port: "its port is not a number from 1 through 65535"
        case .controlCharacter: "it holds a control character"
        }
    }
}
