package import ConnectivityCore

// Components whose options are described by data, such as the schema of a plugin in another process.

extension PluginRegistry {
    /// Adds a validator that is made from options of any form, which `make` checks; throws if the name is taken.
    ///
    /// The options and the summary are for people; the summary is one sentence without a full stop.
    package mutating func register(
        validator id: PluginID,
        described options: [ComponentDescription.Option],
        summary: String,
        _ make: @escaping @Sendable (JSON) throws(PluginError) -> any ResponseValidator
    ) throws(PluginError) {
        try validators.register(id, JSON.self, summary, described: options) { json, _ throws(PluginError) in
            try make(json)
        }
    }

    /// Adds a prober that is made from options of any form.
    package mutating func register(
        prober id: PluginID,
        described options: [ComponentDescription.Option],
        summary: String,
        _ make: @escaping @Sendable (JSON) throws(PluginError) -> any Prober
    ) throws(PluginError) {
        try probers.register(id, JSON.self, summary, described: options) { json, _ throws(PluginError) in try make(json)
        }
    }

    /// Adds a notifier that is made from options of any form.
    package mutating func register(
        notifier id: PluginID,
        described options: [ComponentDescription.Option],
        summary: String,
        _ make: @escaping @Sendable (JSON) throws(PluginError) -> any Notifier
    ) throws(PluginError) {
        try notifiers.register(id, JSON.self, summary, described: options) { json, _ throws(PluginError) in
            try make(json)
        }
    }

    /// Adds an agent that signs in at portals, made from options of any form.
    package mutating func register(
        signInAgent id: PluginID,
        described options: [ComponentDescription.Option],
        summary: String,
        _ make: @escaping @Sendable (JSON) throws(PluginError) -> any SignInAgent
    ) throws(PluginError) {
        try signInAgents.register(id, JSON.self, summary, described: options) { json, _ throws(PluginError) in
            try make(json)
        }
    }

    /// Adds an interface source that is made from options of any form.
    package mutating func register(
        source id: PluginID,
        described options: [ComponentDescription.Option],
        summary: String,
        _ make: @escaping @Sendable (JSON) throws(PluginError) -> any InterfaceSource
    ) throws(PluginError) {
        try sources.register(id, JSON.self, summary, described: options) { json, _ throws(PluginError) in try make(json)
        }
    }
}
