package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityWire

/// Registers the companions that a configuration can name, and their sentences.
package enum CompanionsPlugin: ConnectivityPlugin {
    private static let id: PluginID = "companion.services"

    /// The companions of each pipeline of ConnectivityKit.
    package static var standard: [any Companion] { [PortalStages(), QualityChanges(), Traffic()] }

    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(
            .companion,
            id,
            options: Options.self,
            summary: "asks services that you need beside the network, and says whose fault a failure is"
        ) { (options, registry) throws(PluginError) in
            try options.services(in: registry)
        }
        try registry.register(sentences: PackageResources.Sentences_tsv)
        try registry.register(descriptions: PackageResources.Options_tsv)
    }

    private struct Options: FieldCodable {
        var services = EndpointList()
        var interval = Duration.seconds(60)
        var requestsPerHour = 600
        var network = PipelineConfiguration.NetworkMatch()

        static let fields = FieldTable(
            Self(),
            [
                .required("services", \.services),
                .converted("interval", \.interval, .time(), usual: WrittenTime(.seconds(60))),
                .filled("requestsPerHour", \.requestsPerHour, 600),
            ],
            FieldTable<Self>.Field.inlined(PipelineConfiguration.NetworkMatch.fields, \.network)
        )

        func services(in registry: PluginRegistry) throws(PluginError) -> Services {
            let list = try services.endpoints(in: registry, of: id, at: "services")
            guard list.count <= Services.countMax else {
                throw .invalidOption(id, path: ["services"], detail: "must be at most \(Services.countMax) services")
            }
            guard requestsPerHour >= list.count else {
                let detail = "must be at least \(list.count), one request for each service"
                throw .invalidOption(id, path: ["requestsPerHour"], detail: detail)
            }
            var made = Services(list, on: network == PipelineConfiguration.NetworkMatch() ? nil : network)
            (made.interval, made.requestsPerHour) = (interval, requestsPerHour)
            return made
        }
    }
}
