#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry

/// A validator in another process.
///
/// Its verdict is added to the exchange as testimony, so that a record can be decided again without the plugin: a saved
/// configuration names ``RecordedTestimony`` instead. An object, because it is passed on with each answer.
final class PluginWitness: Witness, ConfigurationWritable {
    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON
    /// The name of the component, with its options unless they are empty.
    let traceName: String
    let version: String
    let digest: String?

    init(plugin: RunningPlugin, component: PluginManifest.Component, options: JSON) {
        (self.plugin, self.component, self.options) = (plugin, component, options)
        (version, digest) = (plugin.manifest.version, plugin.digest)
        let optionText = options.sorted.text
        traceName = optionText == "{}" ? component.id : "\(component.id) \(optionText)"
    }

    var statesContent: Bool { component.statesContent }
    var role: Verdict.Role { component.isExpectation ? .expectation : .objection }

    func testify(on exchange: ProbeExchange) async -> Verdict {
        // The time that the probe left of its limit.
        let rest = exchange.request.limits.total - exchange.timings.total
        guard rest > .zero else { return Verdict(.inconclusive, because: .testimonyLate(of: traceName)) }
        do throws(PluginFault) {
            return bounded(try await opinion(on: exchange, within: rest), on: exchange)
        } catch {
            return Verdict(
                .inconclusive,
                because: .pluginFailed(traceName, fault: error.kind.rawValue, detail: error.detail)
            )
        }
    }

    /// The verdict of the plugin itself, before ``bounded(_:on:)``.
    func opinion(on exchange: ProbeExchange, within limit: Duration) async throws(PluginFault) -> Verdict {
        let members = try plugin.members(component, options, "exchange", exchange)
        let verdict: PluginVerdict = try await plugin.ask("validate", members, within: limit).plugin(of: "validate")
        return verdict.verdict(on: exchange)
    }

    /// The verdict; inconclusive if the plugin finds a missing answer, or one with the signs of a portal, genuine.
    private func bounded(_ verdict: Verdict, on exchange: ProbeExchange) -> Verdict {
        guard verdict.finding == .genuine else { return verdict }
        if case .failure(let failure) = exchange.outcome {
            return Verdict(.inconclusive, because: .testimonyOverruled(traceName, by: .noAnswer(failure)))
        }
        guard exchange.authentication != .verified else { return verdict }
        let sign = PortalSignals().validate(exchange)
        guard sign.isConclusive, sign.finding != .genuine else { return verdict }
        return Verdict(.inconclusive, because: .testimonyOverruled(traceName, by: sign.reason))
    }

    func reference() throws(PluginError) -> ComponentReference {
        try RecordedTestimony(of: traceName, isExpectation: component.isExpectation).reference()
    }
}

extension RunningPlugin {
    func members(
        _ component: PluginManifest.Component,
        _ options: JSON,
        _ name: String,
        _ value: some Encodable
    ) throws(PluginFault) -> [PluginMember] {
        [
            PluginMember("use", .string(component.id)), PluginMember("options", options),
            try PluginMember(name, encoding: value),
        ]
    }
}
#endif
