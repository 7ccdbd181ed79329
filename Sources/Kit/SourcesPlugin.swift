import ConnectivityCore
public import ConnectivityPipeline
public import ConnectivityRegistry
package import ConnectivityWire

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
            let base = try registry.source(filter.source)
            return base.filtered(only: filter.only ?? [], ignoring: filter.ignore ?? [])
        }
        try registry.register(
            .source,
            "source.merged",
            options: Sources.self,
            summary: "reports the interfaces of several sources; what the first knows holds"
        ) { (options, registry) throws(PluginError) in
            var sources: [any InterfaceSource] = []
            for reference in options.sources { sources.append(try registry.source(reference)) }
            return MergedSource(sources: sources)
        }
    }

    private struct Filter: FieldCodable {
        var source: ComponentReference = ""
        var only: [String]?
        var ignore: [String]?

        static let fields = FieldTable(
            Self(),
            [.required("source", \.source), .optional("only", \.only), .optional("ignore", \.ignore)],
            fault: { $0.only == nil && $0.ignore == nil ? "needs \"only\" or \"ignore\"" : nil }
        )
    }

    private struct Sources: FieldCodable {
        var sources: [ComponentReference] = []

        static let fields = FieldTable(
            Self(),
            [.required("sources", \.sources, Rule("needs at least two sources") { $0.count > 1 })]
        )
    }
}

extension StaticInterfaceSource: TableConfigurable {
    public static var pluginID: PluginID { "source.static" }
    public static var summary: String { "reports given interfaces once" }
    package static var table: FieldTable<InterfaceSnapshot> { InterfaceSnapshot.writtenFields }
    package var options: InterfaceSnapshot { snapshot }
    package init(options: InterfaceSnapshot) { self.init(options) }
}
