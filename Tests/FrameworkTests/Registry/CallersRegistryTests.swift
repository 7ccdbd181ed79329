import ConnectivityCore
import ConnectivityEcho
import ConnectivityKit
import ConnectivityProvisioning
import ConnectivityRegistry
import TestSupport
import Testing

/// Parts of another package, under the names of this platform's parts.
private struct OwnProber: Prober, OptionlessConfigurable {
    static var pluginID: PluginID { "prober.curl" }
    let kinds: Set<Question.Kind> = [.http]

    func probe(_ request: ProbeRequest) async -> ProbeExchange { .unsupported(request) }
}

private struct OwnEchoes: Prober, OptionlessConfigurable {
    static var pluginID: PluginID { "prober.echo" }
    let kinds: Set = [EchoQuestion.kind]

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cutOff, detail: "own")))
    }
}

private struct OwnSource: InterfaceSource, OptionlessConfigurable {
    static var pluginID: PluginID { "source.netlink" }

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {}
}

private struct OwnReader: ProvisioningReader, OptionlessConfigurable {
    static var pluginID: PluginID { "provisioning.resolved" }
    var watchedPaths: [String] { [] }

    func provisioning(of interface: NetworkInterface) -> [Provisioning] { [] }
}

private enum OwnParts: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(prober: OwnProber.self)
        try registry.register(prober: OwnEchoes.self)
        try registry.register(source: OwnSource.self)
    }
}

private enum OwnReaders: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(provisioning: OwnReader.self)
    }
}

@Suite struct `The registry of the caller` {
    private func configuration(_ plugins: any ConnectivityPlugin.Type...) throws(PluginError) -> PipelineConfiguration {
        var registry = PluginRegistry()
        try registry.add(StandardPlugin.self)
        for plugin in plugins { try registry.add(plugin) }
        return try PipelineConfiguration(json: "{}".utf8, registry: registry)
    }

    @Test func `The parts of the platform are made by the registry that read the configuration`() async throws {
        let configuration = try configuration(OwnParts.self)
        #expect(try configuration.wholeSource() is OwnSource)
        #expect(try configuration.httpProber() is OwnProber)
        let prober = try configuration.wholeProber()
        expect(prober.kinds, [.http, "doh", EchoQuestion.kind])
        let exchange = await prober.probe(ProbeRequest(EchoQuestion(to: "192.0.2.1")))
        expect(exchange.outcome, .failure(ProbeFailure(.cutOff, detail: "own")))
    }

    #if os(Linux)
    @Test func `Facts that the system stores are read by the readers of the caller's registry`() throws {
        let source = try configuration(OwnParts.self, OwnReaders.self).wholeSource() as? ProvisionedSource
        #expect(source?.readers.count == 1 && source?.readers.first is OwnReader)
    }
    #endif

    @Test func `A part that the registry does not have is not replaced by that of this package`() throws {
        let configuration = try configuration()
        #expect(throws: PluginError.unknown("source.netlink", known: [])) { try configuration.wholeSource() }
        #expect(throws: PluginError.unknown("prober.curl", known: [])) { try configuration.httpProber() }
        var asking = configuration
        asking.endpoints = []
        asking.pool = []
        asking.probers = [OwnEchoes()]
        try expect(asking.wholeProber().kinds, [EchoQuestion.kind])
    }
}
