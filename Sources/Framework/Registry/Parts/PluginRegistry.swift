public import ConnectivityCore

/// Makes components by name.
///
/// ```swift
/// var registry = PluginRegistry()
/// try registry.add(StandardPlugin.self)
/// let configuration = try PipelineConfiguration(json: data, registry: registry)
/// ```
///
/// A registry is a value: registries share nothing, and a copy can receive more plugins than the original.
public struct PluginRegistry: Sendable {
    /// The components by kind: the kinds of this module in the order of lists for people, then the others.
    package private(set) var families: [any ComponentDescribing] = [
        ComponentFamily(.source), ComponentFamily(.provisioning), ComponentFamily(.traffic), ComponentFamily(.prober),
        ComponentFamily(.validator), ComponentFamily(.policy), ComponentFamily(.notifier), ComponentFamily(.companion),
    ]
    package private(set) var endpoints = EndpointFamily()
    /// The sentence templates for reasons of plugins, by code, in the format of `Sentences` in ConnectivityText.
    package private(set) var sentenceTemplates: [String: String] = [:]
    /// The descriptions of options, by the names of the component, or of an object in a configuration, and of the option.
    package private(set) var descriptions: [String: String] = [:]
    /// The file of certificate authorities for probers, if the user of this process names one.
    package var authorities: TrustedAuthorities?
    /// The traits without which components are missing from this build, by component.
    private(set) var missingTraits: [PluginID: String] = [:]
    /// The functions that return whether facts form a question, by kind of question.
    private var questions: [Question.Kind: @Sendable (Facts) -> Bool] = [:]
    /// Values of families that other modules define, by type, in the order of registration.
    private var others: [ObjectIdentifier: [(id: PluginID, value: any Sendable)]] = [:]

    /// Creates an empty registry.
    public init() {}

    /// The names of all registered components, endpoints and other values, sorted.
    package var ids: [PluginID] {
        let components = families.flatMap { $0.descriptions.map(\.id) }
        return (components + endpoints.ids + others.values.flatMap { $0.map(\.id) }).sorted()
    }

    /// Adds every component of a plugin.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if a name is taken.
    public mutating func add(_ plugin: (some ConnectivityPlugin).Type) throws(PluginError) {
        try plugin.register(in: &self)
    }

    /// Records that components are missing from this build; the error for a configuration that names one states the trait.
    package mutating func record(missing ids: PluginID..., trait: String) {
        for id in ids { missingTraits[id] = trait }
    }

    /// Adds an interface source.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Source: InterfaceSource & Configurable>(source type: Source.Type)
        throws(PluginError)
    {
        try register(.source, Source.pluginID, options: type, summary: Source.summary) { source, _ in source }
    }

    /// Adds a reader of network data that the system stores.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Reader: ProvisioningReader & Configurable>(provisioning type: Reader.Type)
        throws(PluginError)
    {
        try register(.provisioning, Reader.pluginID, options: type, summary: Reader.summary) { reader, _ in reader }
    }

    /// Adds a source of traffic.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Source: TrafficSource & Configurable>(traffic type: Source.Type)
        throws(PluginError)
    {
        try register(.traffic, Source.pluginID, options: type, summary: Source.summary) { source, _ in source }
    }

    /// Adds a prober.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Sender: Prober & Configurable>(prober type: Sender.Type) throws(PluginError) {
        try register(.prober, Sender.pluginID, options: type, summary: Sender.summary) { prober, _ in prober }
    }

    /// Adds a validator.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Validator: ResponseValidator & Configurable>(validator type: Validator.Type)
        throws(PluginError)
    {
        try register(.validator, Validator.pluginID, options: type, summary: Validator.summary) { validator, _ in
            validator
        }
    }

    /// Adds a policy.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Policy: ThresholdPolicy & Configurable>(policy type: Policy.Type)
        throws(PluginError)
    {
        try register(.policy, Policy.pluginID, options: type, summary: Policy.summary) { policy, _ in policy }
    }

    /// Adds a notifier.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Listener: Notifier & Configurable>(notifier type: Listener.Type)
        throws(PluginError)
    {
        try register(.notifier, Listener.pluginID, options: type, summary: Listener.summary) { notifier, _ in notifier }
    }

    /// Adds a notifier that needs data of the registry, such as the sentences.
    package mutating func register<Listener: Notifier & Configurable>(
        notifier type: Listener.Type,
        _ complete: @escaping @Sendable (inout Listener, PluginRegistry) -> Void
    ) throws(PluginError) {
        try register(.notifier, Listener.pluginID, options: type, summary: Listener.summary) { notifier, registry in
            var notifier = notifier
            complete(&notifier, registry)
            return notifier
        }
    }

    /// Adds a companion.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Beside: Companion & Configurable>(companion type: Beside.Type) throws(PluginError) {
        try register(.companion, Beside.pluginID, options: type, summary: Beside.summary) { companion, _ in companion }
    }

    /// Adds a component that is made from a separate options type, such as one made of other components.
    ///
    /// ```swift
    /// try registry.register(.prober, "prober.example.insistent", options: Wrapped.self) { options, registry throws(PluginError) in
    ///     InsistentProber(try registry.prober(options.prober))  // a ComponentReference
    /// }
    /// ```
    ///
    /// The summary is one sentence on what the component does, without a full stop. `make` receives the registry, which makes
    /// the components that the options name. It must open nothing, so that a configuration can be checked on any host.
    ///
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Component, Options: Decodable & SendableMetatype>(
        _ kind: ComponentKind<Component>,
        _ id: PluginID,
        options: Options.Type,
        summary: String = "",
        _ make: @escaping @Sendable (Options, PluginRegistry) throws(PluginError) -> Component
    ) throws(PluginError) {
        try self[kind].register(id, options, summary, make)
    }

    /// Makes a component of a kind that another module defines; each kind of this module has a separate function, such
    /// as ``prober(_:)``.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func make<Component>(
        _ kind: ComponentKind<Component>,
        _ reference: ComponentReference
    ) throws(PluginError) -> Component {
        let family = self[kind]
        let takesFile = authorities != nil && family.takesAuthorities(reference.id)
        do throws(PluginError) {
            return try family.make(takesFile ? authorities?.applied(to: reference) ?? reference : reference, in: self)
        } catch {
            throw explained(error)
        }
    }

    /// Returns an error that says what replaces an option that was removed, as the table of descriptions has it.
    private func explained(_ error: PluginError) -> PluginError {
        guard case .unreadKey(let id, let path, let key, _, let position) = error, path.isEmpty,
            let text = descriptions["\(id).\(key)"], text.hasPrefix("was removed: ")
        else { return error }
        return .invalidOption(id, path: [key], detail: text, at: position)
    }

    package subscript<Component>(kind: ComponentKind<Component>) -> ComponentFamily<Component> {
        get { families.lazy.compactMap { $0 as? ComponentFamily<Component> }.first ?? ComponentFamily(kind) }
        set {
            if let place = families.firstIndex(where: { $0 is ComponentFamily<Component> }) {
                families[place] = newValue
            } else {
                families.append(newValue)
            }
        }
    }

    /// Adds an endpoint that configuration and the command line can refer to by name.
    ///
    /// The endpoint has the expectation that recognizes a genuine answer. Its name begins with a prefix that its author
    /// owns, such as `com.example.status`. If it has a `Endpoint.twin`, the twin has the same name
    /// followed by `.https`.
    ///
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if another endpoint or group has the name.
    public mutating func register(endpoint: Endpoint) throws(PluginError) {
        try endpoints.add(endpoint)
    }

    /// Adds a group of at least one endpoint; the endpoints need not be registered themselves.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if another endpoint or group has the name.
    public mutating func register(endpoints: [Endpoint], as group: String) throws(PluginError) {
        precondition(!endpoints.isEmpty, "a group must have at least one endpoint")
        try self.endpoints.add(endpoints, as: group)
    }

    /// Adds sentences for the reasons of a plugin, by code.
    ///
    /// A code begins with a prefix that its author owns and has a dot. The template format is described at
    /// `Sentences.init(adding:)` in ConnectivityText. An example:
    /// `"com.example.json.field-differs": "the field {\"pointer\"} is {actual}[, expected {expected}]"`.
    ///
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if a code already has a template, and
    ///   ``PluginError/invalidOption(_:path:detail:at:)`` if a code has no dot; codes without a dot are reserved for
    ///   this package.
    public mutating func register(sentences templates: [String: String]) throws(PluginError) {
        for (code, template) in templates.sortedByKey {
            guard code.contains(".") else {
                let detail = "a code must begin with a name that its author owns, such as com.example"
                throw .invalidOption(PluginID(code), path: ["sentences"], detail: detail)
            }
            try add(template, for: code)
        }
    }

    /// Adds the sentences of a plugin of this package: a table with the code and the template per row.
    package mutating func register(sentences table: [UInt8]) throws(PluginError) {
        for row in EmbeddedTable.rows(of: table, columns: 2) { try add(row[1], for: row[0]) }
    }

    private mutating func add(_ template: String, for code: String) throws(PluginError) {
        guard sentenceTemplates[code] == nil else { throw .alreadyRegistered(PluginID(code)) }
        sentenceTemplates[code] = template
    }

    /// Adds descriptions of the options of components, for the schema of a configuration and its manual.
    ///
    /// Each is a sentence, with the unit, by the names of the component and the option, such as `validator.contains.text`.
    ///
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if an option already has one.
    public mutating func register(descriptions: [String: String]) throws(PluginError) {
        for (name, text) in descriptions.sortedByKey {
            guard self.descriptions[name] == nil else { throw .alreadyRegistered(PluginID(name)) }
            self.descriptions[name] = text
        }
    }

    /// Adds the descriptions of a plugin of this package: a table with the name and the sentence per row.
    package mutating func register(descriptions table: [UInt8]) throws(PluginError) {
        try register(descriptions: EmbeddedTable.texts(of: [table]))
    }

    /// Adds a kind of question, so that questions of this kind in a configuration are checked before anything runs.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the kind is already registered.
    public mutating func register<Value: TypedQuestion>(question type: Value.Type) throws(PluginError) {
        guard Value.kind != .http, questions[Value.kind] == nil else {
            throw .alreadyRegistered(PluginID("question.\(Value.kind)"))
        }
        questions[Value.kind] = { Value(facts: $0) != nil }
    }

    /// Adds a value to a family that another module defines, such as the detectors of ConnectivityEmulation.
    ///
    /// The type of the value identifies the family. The module that defines the family wraps this function in an
    /// extension, such as `register(detector:)`.
    ///
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is already used in the family.
    public mutating func register<Value: Sendable>(_ value: Value, as id: PluginID) throws(PluginError) {
        let family = ObjectIdentifier(Value.self)
        guard others[family]?.contains(where: { $0.id == id }) != true else { throw .alreadyRegistered(id) }
        others[family, default: []].append((id, value))
    }

    /// Returns the values of a family that another module defines, in the order of registration.
    public func values<Value: Sendable>(of family: Value.Type) -> [Value] {
        others[ObjectIdentifier(family)]?.compactMap { $0.value as? Value } ?? []
    }

    /// The kinds of this build, sorted: HTTP, and those whose questions are registered.
    var knownKinds: [Question.Kind] { ([.http] + questions.keys).sorted() }

    /// Whether facts form a question of a kind; always true for a kind that is not registered.
    func canBeQuestion(_ facts: Facts, of kind: Question.Kind) -> Bool { questions[kind].map { $0(facts) } ?? true }
}
