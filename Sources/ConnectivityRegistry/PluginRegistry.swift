public import ConnectivityCore

/// Makes components by name.
///
/// A value: two registries share nothing, and a copy can be given more plugins than the original.
public struct PluginRegistry: Sendable {
    /// The interface sources.
    public private(set) var sources = ComponentFamily<any InterfaceSource>()
    /// The readers of what the system keeps about networks.
    public private(set) var provisioningReaders = ComponentFamily<any ProvisioningReader>()
    /// The probers.
    public private(set) var probers = ComponentFamily<any Prober>()
    /// The validators.
    public private(set) var validators = ComponentFamily<any ResponseValidator>()
    /// The policies.
    public private(set) var policies = ComponentFamily<any ThresholdPolicy>()
    /// The notifiers.
    public private(set) var notifiers = ComponentFamily<any Notifier>()
    /// The endpoints of plugins, in the order in which they were registered; not the built-in ones.
    public private(set) var endpoints: [Endpoint] = []
    /// Whether facts are those of a question, by its kind.
    private var questions: [QuestionKind: @Sendable (Facts) -> Bool] = [:]

    /// Creates an empty registry.
    public init() {}

    /// Every registered name of a component, sorted.
    public var ids: [PluginID] {
        (sources.ids + provisioningReaders.ids + probers.ids + validators.ids + policies.ids + notifiers.ids).sorted()
    }

    /// Adds everything that a plugin brings.
    /// - Parameter plugin: The plugin to add.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if a name is taken.
    public mutating func add(_ plugin: (some Plugin).Type) throws(PluginError) {
        try plugin.register(in: &self)
    }

    /// Adds an interface source.
    /// - Parameter type: The type to add.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Source: InterfaceSource & Configurable>(source type: Source.Type)
        throws(PluginError)
    {
        try sources.register(Source.pluginID, type) { source, _ in source }
    }

    /// Adds a reader of what the system keeps about networks.
    /// - Parameter type: The type to add.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Reader: ProvisioningReader & Configurable>(provisioningReader type: Reader.Type)
        throws(PluginError)
    {
        try provisioningReaders.register(Reader.pluginID, type) { reader, _ in reader }
    }

    /// Adds a prober.
    /// - Parameter type: The type to add.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Sender: Prober & Configurable>(prober type: Sender.Type) throws(PluginError) {
        try probers.register(Sender.pluginID, type) { prober, _ in prober }
    }

    /// Adds a validator.
    /// - Parameter type: The type to add.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Validator: ResponseValidator & Configurable>(validator type: Validator.Type)
        throws(PluginError)
    {
        try validators.register(Validator.pluginID, type) { validator, _ in validator }
    }

    /// Adds a policy.
    /// - Parameter type: The type to add.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Policy: ThresholdPolicy & Configurable>(policy type: Policy.Type)
        throws(PluginError)
    {
        try policies.register(Policy.pluginID, type) { policy, _ in policy }
    }

    /// Adds a notifier.
    /// - Parameter type: The type to add.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Listener: Notifier & Configurable>(notifier type: Listener.Type)
        throws(PluginError)
    {
        try notifiers.register(Listener.pluginID, type) { notifier, _ in notifier }
    }

    /// Adds an endpoint, which configuration and the command line can name as they can the built-in ones.
    /// - Parameter endpoint: The endpoint; its expectation must have a name in configuration.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if another endpoint or a group has its name.
    public mutating func register(endpoint: Endpoint) throws(PluginError) {
        guard self.endpoint(named: endpoint.name) == nil, Endpoint.groups[endpoint.name] == nil else {
            throw .alreadyRegistered(PluginID(endpoint.name))
        }
        endpoints.append(endpoint)
    }

    /// Adds a kind of question, so that one in a configuration is checked before anything runs.
    /// - Parameter type: The type of the question.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the kind is taken.
    public mutating func register<Value: TypedQuestion>(question type: Value.Type) throws(PluginError) {
        guard Value.kind != .http, questions[Value.kind] == nil else {
            throw .alreadyRegistered(PluginID("question.\(Value.kind)"))
        }
        questions[Value.kind] = { Value(facts: $0) != nil }
    }

    /// Finds an endpoint, built in or of a plugin.
    /// - Parameter name: The name.
    /// - Returns: The endpoint; `nil` if none has the name.
    public func endpoint(named name: String) -> Endpoint? {
        Endpoint.builtIn(named: name) ?? endpoints.first { $0.name == name }
    }

    /// Whether facts can be a question; all can if the kind is not known here.
    func canBeQuestion(_ facts: Facts, of kind: QuestionKind) -> Bool { questions[kind].map { $0(facts) } ?? true }

    /// Adds a notifier that is made from options of another type, such as a class.
    ///
    /// - Parameters:
    ///   - id: The name in configuration.
    ///   - options: The type of its options.
    ///   - make: Makes the notifier; it opens nothing, so that a configuration can be checked on any machine.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Options: Decodable & SendableMetatype>(
        notifier id: PluginID,
        options: Options.Type,
        _ make: @escaping @Sendable (Options, PluginRegistry) throws(PluginError) -> any Notifier
    ) throws(PluginError) {
        try notifiers.register(id, options, make)
    }

    /// Adds a validator that is made of other validators, which its options name.
    ///
    /// - Parameters:
    ///   - id: The name in configuration.
    ///   - options: The type of its options.
    ///   - make: Makes the validator; the registry given makes the parts.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Options: Decodable & SendableMetatype>(
        validator id: PluginID,
        options: Options.Type,
        _ make: @escaping @Sendable (Options, PluginRegistry) throws(PluginError) -> any ResponseValidator
    ) throws(PluginError) {
        try validators.register(id, options, make)
    }

    /// Adds a policy that is made of others, which its options name.
    ///
    /// - Parameters:
    ///   - id: The name in configuration.
    ///   - options: The type of its options.
    ///   - make: Makes the policy; the registry given makes the parts.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    public mutating func register<Options: Decodable & SendableMetatype>(
        policy id: PluginID,
        options: Options.Type,
        _ make: @escaping @Sendable (Options, PluginRegistry) throws(PluginError) -> any ThresholdPolicy
    ) throws(PluginError) {
        try policies.register(id, options, make)
    }

    /// Makes an interface source.
    /// - Parameter reference: The name and options.
    /// - Returns: The source.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func source(_ reference: ComponentReference) throws(PluginError) -> any InterfaceSource {
        try sources.make(reference, in: self)
    }

    /// Makes a reader of what the system keeps about networks.
    /// - Parameter reference: The name and options.
    /// - Returns: The reader.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func provisioningReader(_ reference: ComponentReference) throws(PluginError) -> any ProvisioningReader {
        try provisioningReaders.make(reference, in: self)
    }

    /// Makes a prober.
    /// - Parameter reference: The name and options.
    /// - Returns: The prober.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func prober(_ reference: ComponentReference) throws(PluginError) -> any Prober {
        try probers.make(reference, in: self)
    }

    /// Makes a validator.
    /// - Parameter reference: The name and options.
    /// - Returns: The validator.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func validator(_ reference: ComponentReference) throws(PluginError) -> any ResponseValidator {
        try validators.make(reference, in: self)
    }

    /// Makes a policy.
    /// - Parameter reference: The name and options.
    /// - Returns: The policy.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func policy(_ reference: ComponentReference) throws(PluginError) -> any ThresholdPolicy {
        try policies.make(reference, in: self)
    }

    /// Makes a notifier.
    /// - Parameter reference: The name and options.
    /// - Returns: The notifier.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func notifier(_ reference: ComponentReference) throws(PluginError) -> any Notifier {
        try notifiers.make(reference, in: self)
    }
}
