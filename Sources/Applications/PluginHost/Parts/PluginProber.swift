#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityWire

/// A prober in another process.
///
/// A fault of the plugin gives no information about the network: the exchange fails with
/// ``ConnectivityCore/ProbeFailure/Kind/unsupported``, so that the endpoint counts as not probed.
struct PluginProber: Prober {
    let plugin: RunningPlugin
    let component: PluginManifest.Component
    let options: JSON

    var takesSecrets: Bool { false }
    var kinds: Set<Question.Kind> { Set(component.kinds.compactMap(Question.Kind.init)) }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard kinds.contains(request.question.kind) else { return .unsupported(request) }
        let start = ContinuousClock.now
        var exchange: ProbeExchange
        do throws(PluginFault) {
            let members = try plugin.members(component, options, "request", request)
            let answer = try await plugin.ask("probe", members, within: request.limits.total)
            exchange = try (answer.plugin(of: "probe") as PluginExchange).exchange
            if case .success(let answer) = exchange.outcome, answer.kind != request.question.kind {
                throw PluginFault(.malformed, "its answer to probe is of the kind \(answer.kind)")
            }
        } catch {
            let failure =
                if let shortage = error.shortage {
                    ProbeFailure(.shortage(shortage), detail: error.detail)
                } else {
                    ProbeFailure(
                        error.kind == .cancelled ? .cancelled : .unsupported,
                        detail: error.detail,
                        facts: error.facts(of: component.id)
                    )
                }
            exchange = ProbeExchange(request: request, outcome: .failure(failure))
        }
        exchange.request = request
        exchange.testimony = []
        exchange.timings.total = ContinuousClock.now - start
        return exchange
    }
}

/// The answer of a plugin to `probe`: the members of an exchange, most of them optional.
private struct PluginExchange: Decodable {
    var exchange: ProbeExchange

    init(from decoder: any Decoder) throws {
        exchange = try ProbeExchange.fields.read(from: decoder, isWrittenByHand: true)
    }
}
#endif
