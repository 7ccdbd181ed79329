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

    private struct Options: Decodable {
        var services: EndpointList
        var interval: Duration?
        var requestsPerHour: Int?
        let network: PipelineConfiguration.NetworkMatch?

        private enum CodingKeys: CodingKey {
            case services, interval, requestsPerHour
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            services = try container.decode(EndpointList.self, forKey: .services)
            interval = try container.time(.interval)
            requestsPerHour = try container.decodeIfPresent(Int.self, forKey: .requestsPerHour)
            let match = try PipelineConfiguration.NetworkMatch.fields.read(from: decoder)
            network = match == PipelineConfiguration.NetworkMatch() ? nil : match
        }

        func services(in registry: PluginRegistry) throws(PluginError) -> Services {
            let list = try services.endpoints(in: registry, of: id, at: "services")
            guard list.count <= Services.countMax else {
                throw .invalidOption(id, path: ["services"], detail: "must be at most \(Services.countMax) services")
            }
            var made = Services(list, on: network)
            made.interval = interval ?? made.interval
            made.requestsPerHour = requestsPerHour ?? made.requestsPerHour
            guard made.requestsPerHour >= list.count else {
                let detail = "must be at least \(list.count), one request for each service"
                throw .invalidOption(id, path: ["requestsPerHour"], detail: detail)
            }
            return made
        }
    }
}
