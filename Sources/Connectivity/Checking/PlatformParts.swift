package import ConnectivityCore
import ConnectivityKit

/// What the platform gives to a check.
package struct PlatformParts: Sendable {
    /// The parts for objects that this task and its children create, in place of the platform's.
    @TaskLocal package static var replaced: PlatformParts?

    package var source: any InterfaceSource
    package var prober: any Prober

    package init(source: any InterfaceSource, prober: any Prober) {
        self.source = source
        self.prober = prober
    }

    /// The parts that hold here; a build of this package that has none for the platform ends the program.
    package static var current: PlatformParts {
        if let replaced { return replaced }
        do throws(PluginError) {
            let platform = PipelineConfiguration()
            return PlatformParts(source: try platform.wholeSource(), prober: try platform.httpProber())
        } catch {
            preconditionFailure("this build has no interface source or no prober for the platform: \(error)")
        }
    }
}
