public import ConnectivityCore
import ConnectivityRedaction
package import ConnectivityWire

/// An option of a component that is a list of endpoints, written like `endpoints` of a configuration.
///
/// ```swift
/// struct Options: Decodable { var pages: EndpointList }
/// try registry.register(.companion, "companion.example.pages", options: Options.self) { options, registry throws(PluginError) in
///     Pages(try options.pages.endpoints(in: registry, of: "companion.example.pages", at: "pages"))
/// }
/// ```
public struct EndpointList: Codable, Sendable {
    private let written: [PipelineConfiguration.WrittenEndpoint]

    /// Reads a list of names of endpoints or groups, and of objects.
    public init(from decoder: any Decoder) throws {
        written = try decoder.singleValueContainer().decode([PipelineConfiguration.WrittenEndpoint].self)
    }

    package init() { written = [] }

    /// Writes the list without header fields and bodies, which may be secrets, and without secrets in expectations.
    public func encode(to encoder: any Encoder) throws {
        let known = KnownTexts(written.flatMap(\.secrets))
        try written.map { $0.removing(known, andContent: true) }.encode(to: encoder)
    }

    /// Makes the endpoints; the secrets of their requests are replaced in the expectations, as they are in the answers.
    ///
    /// The names of the component and the option are for errors. The result has at least one endpoint, and every name
    /// occurs once.
    ///
    /// - Throws: ``PluginError/invalidOption(_:path:detail:at:)``, ``PluginError/unknown(_:known:at:)``, or the error
    ///   of an expectation.
    public func endpoints(
        in registry: PluginRegistry,
        of component: PluginID,
        at option: String
    ) throws(PluginError) -> [Endpoint] {
        func fault(_ path: [String], _ detail: String) -> PluginError {
            .invalidOption(component, path: path, detail: detail)
        }
        let known = KnownTexts(written.flatMap(\.secrets))
        let endpoints: [Endpoint]
        do throws(PluginError) {
            endpoints = try written.map { known.isEmpty ? $0 : $0.removing(known) }.made(in: registry, at: [option])
        } catch .invalidOption(PipelineConfiguration.pluginID, let path, let detail, at: nil) {
            throw fault(path, detail)
        }
        guard !endpoints.isEmpty else { throw fault([option], "needs at least one endpoint") }
        var names: Set<String> = []
        for endpoint in endpoints where !names.insert(endpoint.name).inserted {
            throw fault(
                [option],
                "has a second endpoint with the name \(endpoint.name.printable(limit: 80)); name them apart"
            )
        }
        return endpoints
    }
}

extension EndpointList: SchemaProviding {
    package static var schema: Schema { [PipelineConfiguration.WrittenEndpoint].schema }
}
