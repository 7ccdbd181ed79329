import ConnectivityCore

/// What is wrong with a plugin, by its own fault or because the system refused something.
struct PluginFault: Error, Hashable, Sendable {
    /// The kinds of faults; each raw value is part of a reason.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The program could not be started.
        case start
        /// The program ended, or closed its standard output.
        case ended
        /// There was no answer in time.
        case late
        /// A line on its standard output is no message; the detail quotes it.
        case stray
        /// A line on its standard output is longer than the limit.
        case lineTooLong = "line-too-long"
        /// An answer has the number of a request that does not wait for one.
        case unasked
        /// An answer does not have the form that the contract states.
        case malformed
        /// The plugin itself reports an error.
        case refused
        /// The program failed too often and is not started again for now.
        case resting
        /// More requests wait than the limit permits.
        case busy
        case cancelled
    }

    var kind: Kind
    /// The fault in words; it can quote the plugin.
    var detail: String
    /// What the system refused to this process, so that the plugin has no part in it.
    var shortage: ProbeFailure.Resource?

    /// The facts of the failure of a probe, from which its sentence is made.
    func facts(of plugin: String) -> Facts {
        ["cause": "plugin", "plugin": .text(plugin), "fault": .text(kind.rawValue), "detail": .text(detail)]
    }

    init(_ kind: Kind, _ detail: String, shortage: ProbeFailure.Resource? = nil) {
        self.kind = kind
        self.detail = detail.printable(limit: 300)
        self.shortage = shortage
    }
}
