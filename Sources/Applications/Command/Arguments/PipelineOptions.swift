import ConnectivityCommandTools
import ConnectivityCompanions
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySignIn
import ConnectivityToolkit

/// The options of the commands that probe the network, as a configuration.
enum PipelineOptions {
    /// The options of a command that ends by itself.
    static let grammar = settings + [CommandDeadline.option]

    /// The options of a command with another end.
    static var settings: [Grammar.Option] {
        [.value("endpoint", "URL|NAME|GROUP", "use this instead of the default endpoints; may be given more than once")]
            + Expectation.grammar + [
                .value(
                    "service",
                    "URL|NAME|JSON",
                    "also ask this service, and say whose fault a failure is; may be given more than once"
                ),
                .value(
                    "scope",
                    "INTERFACE|each-interface|underlay",
                    "check this interface, each one over each family, or the network below a VPN; probes are bound to it"
                ),
                .value(
                    "ignore",
                    "NAME|KIND",
                    "leave out such interfaces (docker*, bridge); may be given more than once"
                ),
                sourceOption,
                .value("probe-timeout", "TIME", "the time limit per probe, including the name lookup (default 5s)"),
                .value(
                    "ca-file",
                    "FILE",
                    "the authorities to trust, in PEM (default: caFile of a prober, then SSL_CERT_FILE)"
                ),
                .value(
                    "config",
                    "FILE",
                    "a configuration in JSON, or a folder with config.json and config.d; other options override it"
                ),
                noConfigurationOption,
                .flag("json", "print JSON"),
            ]
    }

    static let noConfigurationOption = Grammar.Option.flag(
        "no-config",
        "do not read ~/.config/connectivity or /etc/connectivity"
    )

    static let sourceOption = Grammar.Option.value(
        "source",
        "ID|JSON",
        "the interface source, such as source.static or {\"use\": \"source.static\", ...}; see plugins"
    )

    /// Returns the source in the option; `nil` if it was not given.
    static func source(_ arguments: Arguments, _ registry: PluginRegistry) throws -> (any InterfaceSource)? {
        try arguments.text(sourceOption.name).map { try registry.source(ComponentReference(text: $0)) }
    }

    /// The configuration for a verb without companion output, so that nothing waits for companions.
    static func configurationOfNetwork(_ arguments: Arguments, _ console: Console) throws -> PipelineConfiguration {
        var configuration = try configuration(arguments, console)
        configuration.companions = [configuration.signIn].compactMap(\.self)
        return configuration
    }

    static func configuration(_ arguments: Arguments, _ console: Console) throws -> PipelineConfiguration {
        var console = console
        console.registry.authorities = try authorities(arguments, console.registry)
        let registry = console.registry
        var configuration = try file(arguments, console) ?? PipelineConfiguration(registry: registry)
        if let source = try source(arguments, registry) { configuration.source = source }
        configuration.scope = try scope(arguments) ?? configuration.scope
        configuration.ignored += arguments.all("ignore")
        if let limit = try arguments.time("probe-timeout", in: CheckTimes.probeLimits) {
            configuration.limits.total = limit
        }
        let expectation = try Expectation.validator(arguments, registry)
        let endpoints = arguments.all("endpoint")
        if !endpoints.isEmpty {
            configuration.endpoints = []
            for text in endpoints {
                configuration.endpoints += try self.endpoints(text, expecting: expectation, registry, arguments)
            }
        } else if expectation != nil {
            let advice = "built-in endpoints have their own expectations"
            throw arguments.usage("--expect and --expect-... require --endpoint; \(advice)")
        }
        let services = try services(arguments, registry)
        var names = Set(configuration.companions.flatMap(\.endpoints).map(\.name))
        for name in services.map(\.name) where !names.insert(name).inserted {
            throw arguments.usage("--service names \(name.printable(limit: 80)) twice, or the configuration does too")
        }
        if !services.isEmpty { configuration.companions.append(Services(services)) }
        try checkAuthorities(of: configuration, registry)
        return configuration
    }

    /// Returns the services in the options: a URL, a built-in endpoint, or an object as in a configuration.
    private static func services(_ arguments: Arguments, _ registry: PluginRegistry) throws -> [Endpoint] {
        let texts = arguments.all("service")
        guard !texts.isEmpty else { return [] }
        var services: [Endpoint] = []
        for text in texts where !text.hasPrefix("{") {
            services += try endpoints(text, expecting: nil, registry, arguments)
        }
        do throws(PluginError) {
            var written: [JSON] = []
            for text in texts where text.hasPrefix("{") {
                written.append(try JSON(parsing: text.utf8, of: PipelineConfiguration.pluginID))
            }
            guard !written.isEmpty else { return services }
            let object = JSON.object([("use", .string("companion.services")), ("services", .array(written))])
            services += try registry.companion(ComponentReference(text: object.text)).endpoints
        } catch {
            throw CommandError(error, in: "--service")
        }
        guard services.count <= Services.countMax else {
            throw arguments.usage("--service must be at most \(Services.countMax) services")
        }
        return services
    }

    /// Returns the configuration in `--config`, or the default one; `nil` without either.
    static func file(_ arguments: Arguments, _ console: Console) throws(CommandError) -> PipelineConfiguration? {
        let known = console.configuration
        guard let file = known == nil ? try .chosen(arguments, console) : known else { return nil }
        do throws(PluginError) {
            return try PipelineConfiguration(file.written, registry: console.registry)
        } catch {
            throw file.error(error)
        }
    }

    /// Returns the paths to judge; `nil` without an option.
    private static func scope(_ arguments: Arguments) throws(CommandError) -> PipelineConfiguration.Scope? {
        try arguments.text("scope").map(PipelineConfiguration.Scope.init(written:))
    }

    private static func endpoints(
        _ text: String,
        expecting expectation: (any ResponseValidator)?,
        _ registry: PluginRegistry,
        _ arguments: Arguments
    ) throws(CommandError) -> [Endpoint] {
        var endpoints: [Endpoint]
        if let named = registry.endpoints[text] {
            endpoints = named
        } else {
            do throws(HTTPURL.Fault) {
                endpoints = [Endpoint(try HTTPURL(text))]
            } catch {
                throw arguments.usage(
                    "\"\(text.printable(limit: 80))\" is neither a built-in endpoint nor a valid URL: \(error)"
                        + registry.endpoints.ids.map(\.description).suggestion(for: text)
                )
            }
        }
        if let expectation {
            for index in endpoints.indices { endpoints[index].expectation = expectation }
        }
        return endpoints
    }

    /// Returns the file of authorities for all probers, with precedence over `caFile` in a configuration.
    private static func authorities(
        _ arguments: Arguments,
        _ registry: PluginRegistry
    ) throws(CommandError) -> TrustedAuthorities? {
        guard let file = try arguments.text("ca-file") else { return nil }
        guard registry.takesAuthorities else {
            throw arguments.usage("--ca-file has no effect, because no prober of this build has the option caFile")
        }
        return TrustedAuthorities(file: file)
    }

    /// Checks the file of the option, or that of the environment if a prober uses it.
    ///
    /// An unreadable bundle, or one without a certificate, would appear as a TLS failure of every endpoint. The probers read
    /// it again, which is impossible for a pipe.
    private static func checkAuthorities(
        of configuration: PipelineConfiguration,
        _ registry: PluginRegistry
    ) throws(CommandError) {
        let environmentFile = registry.takesAuthorities ? CertificateAuthorities.file(nil) : nil
        guard let file = registry.authorities?.file ?? environmentFile,
            registry.authorities != nil || configuration.prober == nil
                || configuration.probers.contains(where: { $0.caFile == file })
        else { return }
        guard FileState.hasCertificate(try InputFile.read(file, kind: .plain)) else {
            let name = file.printable(limit: 200)
            throw .configuration("\(name) has no certificate in PEM; name a file that has the trusted ones")
        }
    }
}
