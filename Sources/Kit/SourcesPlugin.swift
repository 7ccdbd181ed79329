import ConnectivityCore
public import ConnectivityPipeline
public import ConnectivityRegistry
import ConnectivityWire

/// The interface sources that need no system: sources of given data, and combinations of sources.
///
/// The former are defined in ConnectivityPipeline, which does not depend on the registry, so they are registered here.
enum SourcesPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(source: StaticInterfaceSource.self)
        try registry.register(source: ScriptedInterfaceSource<ContinuousClock>.self)
        try registry.register(
            .source,
            "source.filtered",
            options: Filter.self,
            summary: "reports some of the interfaces of another source"
        ) { (filter, registry) throws(PluginError) in
            guard filter.only != nil || filter.ignore != nil else {
                throw .invalidOption("source.filtered", path: [], detail: "needs \"only\" or \"ignore\"")
            }
            let base = try registry.source(filter.source)
            return base.filtered(only: filter.only ?? [], ignoring: filter.ignore ?? [])
        }
        try registry.register(
            .source,
            "source.merged",
            options: Sources.self,
            summary: "reports the interfaces of several sources; what the first knows holds"
        ) { (options, registry) throws(PluginError) in
            guard options.sources.count > 1 else {
                throw .invalidOption("source.merged", path: ["sources"], detail: "needs at least two sources")
            }
            var sources: [any InterfaceSource] = []
            for reference in options.sources { sources.append(try registry.source(reference)) }
            return MergedSource(sources: sources)
        }
    }

    private struct Filter: Decodable {
        var source: ComponentReference
        var only: [String]?
        var ignore: [String]?
    }

    private struct Sources: Decodable {
        var sources: [ComponentReference]
    }
}

extension StaticInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.static" }
    public static var summary: String { "reports given interfaces once" }

    /// Reads the object described above, without `use`.
    /// - Throws: `DecodingError` if a name is missing or occurs twice, or if a value has another type.
    public init(from decoder: any Decoder) throws { self.init(try InterfaceSnapshot(writtenIn: decoder)) }

    public func encode(to encoder: any Encoder) throws { try snapshot.encode(to: encoder) }
}
