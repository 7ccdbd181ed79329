import ConnectivityCore

/// A fault of a plugin, or a refusal of the system.
struct PluginFault: Error, Hashable, Sendable {
    /// The kinds of faults; each raw value is part of a reason.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The program could not be started.
        case start
        /// The program ended, or closed its standard output.
        case ended
        /// No answer arrived in time.
        case late
        /// A line on its standard output is not a message; the detail quotes it.
        case stray
        /// A line on its standard output is longer than the limit.
        case lineTooLong = "line-too-long"
        /// An answer has the number of a request that is not waiting.
        case unasked
        /// An answer does not have the form that the contract states.
        case malformed
        /// The plugin reports an error.
        case refused
        /// The program failed too often and is not started for now.
        case resting
        /// The limit of waiting requests is exceeded.
        case busy
        case cancelled
    }

    var kind: Kind
    /// The fault in words; it can quote the plugin.
    var detail: String
    /// The resource that the system refused to this process; the plugin is not at fault.
    var shortage: ProbeFailure.Resource?

    /// The facts of a probe's failure, the source of its sentence.
    func facts(of plugin: String) -> Facts {
        ["cause": "plugin", "plugin": .text(plugin), "fault": .text(kind.rawValue), "detail": .text(detail)]
    }

    init(_ kind: Kind, _ detail: String, shortage: ProbeFailure.Resource? = nil) {
        self.kind = kind
        self.detail = detail.printable(limit: 300)
        self.shortage = shortage
    }
}
