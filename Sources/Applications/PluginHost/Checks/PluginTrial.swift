#if os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry

/// Judges exchanges with the validators of one program, without a pipeline.
package struct PluginTrial: Sendable {
    /// The judgement of one validator on one exchange.
    package struct Opinion: Sendable {
        package var validator: String
        /// The verdict of the plugin, as a pipeline records it.
        package var testimony: Verdict
        /// The verdict of a pipeline whose only expectation is this validator, or that lists it.
        package var verdict: Verdict
    }

    private let plugin: RunningPlugin
    private let witnesses: [PluginWitness]

    /// Starts a program, whose standard error `log` receives.
    ///
    /// It throws a `PluginError` if the program is not a plugin, has no validator, or the system refuses a resource to this
    /// process; ``PluginOptions/Unfit`` if the options do not match the plugin's schema.
    package init(
        _ program: PluginProgram,
        options: PluginOptions,
        log: @escaping @Sendable (String) -> Void
    ) async throws {
        do throws(PluginFault) {
            plugin = try await RunningPlugin(program, log: log)
        } catch {
            if let resource = error.shortage { throw PluginError.shortage("plugin", resource) }
            throw PluginError.invalidOption("plugin", path: [], detail: error.detail)
        }
        let components = plugin.manifest.registers.filter { $0.stage == .validator }
        guard !components.isEmpty else {
            throw PluginError.invalidOption(
                "plugin",
                path: [],
                detail: "\(plugin.manifest.name) has no validator to try"
            )
        }
        try options.isFit(for: plugin.manifest).get()
        witnesses = components.map { [plugin] in PluginWitness(plugin: plugin, component: $0, options: options[$0.id]) }
    }

    /// The sentences for the reasons of the plugin, by code.
    package var sentenceTemplates: [String: String] { plugin.manifest.sentences }

    /// Judges an exchange with every validator of the program.
    package func opinions(on exchange: ProbeExchange) async -> [Opinion] {
        var opinions: [Opinion] = []
        for witness in witnesses {
            let said = await witness.testify(on: exchange)
            var judged = exchange
            judged.testimony = [Testimony(of: witness, said)]
            let isExpectation = witness.role == .expectation
            let judge = ExchangeJudge(isExpectation ? .standard : [witness])
            let verdict = judge.verdict(on: judged, expecting: isExpectation ? witness : nil)
            opinions.append(Opinion(validator: witness.traceName, testimony: said, verdict: verdict))
        }
        return opinions
    }

    /// Ends the program.
    package func end() async { await plugin.end() }
}
#endif
