import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// The platform's source and prober for a check.
package struct PlatformParts: Sendable {
    /// The parts that objects created by this task or its child tasks use instead of the platform's.
    @TaskLocal package static var replaced: PlatformParts?

    package var source: any InterfaceSource
    package var prober: any Prober

    package init(source: any InterfaceSource, prober: any Prober) {
        self.source = source
        self.prober = prober
    }

    /// The parts that apply in this task; a build of this package that has none for the platform ends the program.
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
