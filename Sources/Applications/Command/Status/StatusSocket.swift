import ConnectivityCommandTools
import ConnectivityKit
import ConnectivityNotifiers

/// The sockets on which a running service answers `status`.
enum StatusSocket {
    private static let name = "status.sock"

    /// Returns the notifier on the socket of `--socket`, or in the folder that systemd created for the unit (systemd.exec(5),
    /// `RuntimeDirectory=`); `nil` if there is neither, or if the configuration has its own.
    static func notifier(
        _ arguments: Arguments,
        _ configuration: PipelineConfiguration,
        _ console: Console
    ) throws(CommandError) -> StatusNotifier? {
        if let path = try arguments.text("socket").map(OutputFile.absolute) {
            guard let notifier = StatusNotifier(socket: path) else { throw unusable(arguments) }
            return prepare(notifier, console)
        }
        guard configured(configuration) == nil, let folder = folder(console) else { return nil }
        return StatusNotifier(socket: "\(folder)/\(name)").map { prepare($0, console) }
    }

    /// Returns the paths to try, in order; a path of the user or the configuration is the only one.
    static func paths(
        _ arguments: Arguments,
        _ configuration: PipelineConfiguration?,
        _ console: Console
    ) throws(CommandError) -> [String] {
        if let path = try arguments.text("socket").map(OutputFile.absolute) {
            guard StatusNotifier(socket: path) != nil else { throw unusable(arguments) }
            return [path]
        }
        return paths(of: configuration, console)
    }

    /// Returns the paths to try without a path of the user.
    static func paths(of configuration: PipelineConfiguration?, _ console: Console) -> [String] {
        if let path = configuration.flatMap(configured) { return [path] }
        let userFolder = console.environment["XDG_RUNTIME_DIR"].map { "\($0)/connectivity" }
        let folders = [folder(console), userFolder, "/run/connectivity"].compactMap(\.self)
        return folders.map { "\($0)/\(name)" }.filter { StatusNotifier(socket: $0) != nil }
    }

    /// The first socket of a notifier in a configuration.
    private static func configured(_ configuration: PipelineConfiguration) -> String? {
        configuration.notifiers.lazy.compactMap { notifier in
            if case .socket(let path)? = notifier.statusAddress { path } else { nil }
        }.first
    }

    private static func prepare(_ notifier: StatusNotifier, _ console: Console) -> StatusNotifier {
        var notifier = notifier
        notifier.sentences = console.registry.sentences
        return notifier
    }

    /// The first folder of `RUNTIME_DIRECTORY`.
    private static func folder(_ console: Console) -> String? {
        console.environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    }

    private static func unusable(_ arguments: Arguments) -> CommandError {
        arguments.usage("--socket needs a path that has at most 103 bytes in its absolute form")
    }
}
