package import ConnectivityCore
import ConnectivityKit
package import ConnectivityRecords
package import ConnectivityRegistry
package import ConnectivityTestServer
import ConnectivityToolkit

// The exit status of every fault that reaches the command line. The text of the fault is its description.

extension CommandError {
    package init(_ error: PluginError, in place: String? = nil) {
        if case .shortage(_, let resource) = error {
            self.init(lacking: resource, effect: "a plugin cannot be started")
            return
        }
        self = .configuration((place.map { "\($0.printable(limit: 200)): " } ?? "") + "\(error)")
    }

    package init(_ error: RecordingError, in place: String) { self = .data("\(place.printable(limit: 200)): \(error)") }
    package init(_ error: SessionRecordingError, in place: String) {
        self = .data("\(place.printable(limit: 200)): \(error)")
    }
    package init(_ error: ScenarioError, in place: String) {
        if let resource = error.cause?.number.flatMap(ProbeFailure.Resource.init(errno:)) {
            self.init(lacking: resource, effect: "\(place.printable(limit: 200)) cannot be read")
        } else {
            self = .data("\(place.printable(limit: 200)): \(error)")
        }
    }

    /// Names the refused resource, and the effect on the command.
    package init(lacking resource: ProbeFailure.Resource, effect: String = "the network cannot be checked") {
        let (permission, advice) =
            switch resource {
            case .descriptors: ("may not open more files", "raise the limit of open files (ulimit -n)")
            case .threads: ("may not start more threads", "raise the limit of processes (ulimit -u)")
            default: ("has no more memory", "end other programs, or raise the limit of memory (ulimit -v)")
            }
        self = .software("\(effect), because this program \(permission); \(advice)")
    }

    package init(cause: any Error) {
        switch cause {
        case let error as CommandError: self = error
        case let error as PluginError: self.init(error)
        case let error as PipelineSetupError: self = .configuration("\(error)")
        case let error as TestAuthorityError where error.fault == .withoutTrait: self = .configuration("\(error)")
        default: self = .software("\(cause)")
        }
    }
}
