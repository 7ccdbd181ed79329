package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Expects a state of a check; every other state except `unknown` is `failed`.
package struct ProgramState: ResponseValidator, Hashable {
    /// The accepted states; at least one.
    package var accepted: [ProgramAnswer.State]

    package init(_ accepted: ProgramAnswer.State...) {
        precondition(!accepted.isEmpty, "at least one state must be accepted")
        self.accepted = accepted
    }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.answer(as: ProgramAnswer.self) else { return .inconclusive }
        let facts: Facts = ["state": .text(answer.state.rawValue), "text": .text(answer.text)]
        let reason = Reason("program.state", facts)
        if accepted.contains(answer.state) { return Verdict(.genuine, because: reason) }
        // A failed check gives no information about its subject.
        return Verdict(answer.state == .unknown ? .inconclusive : .failed, because: reason)
    }
}

extension ProgramState: Configurable, FieldCodable {
    package static var pluginID: PluginID { "validator.program" }
    package static var summary: String { "expects a state of a check that runs as a program, ok by default" }

    package static let fields = FieldTable(
        Self(.ok),
        [.filled("accepted", \.accepted, [.ok], Rule("must contain at least one state") { !$0.isEmpty })],
        usual: { Self(.ok) }
    )
}

extension ProgramAnswer.State: SchemaProviding {}
