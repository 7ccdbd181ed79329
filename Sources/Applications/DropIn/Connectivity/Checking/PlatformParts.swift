import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// An interface source and a prober for checks.
package struct PlatformParts: Sendable {
    /// Replacements of the platform's parts for objects that this task or its child tasks create.
    @TaskLocal package static var replaced: PlatformParts?

    package var source: any InterfaceSource
    package var prober: any Prober

    package init(source: any InterfaceSource, prober: any Prober) {
        self.source = source
        self.prober = prober
    }

    /// The parts for this task; the program ends if the build has no parts for the platform.
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
