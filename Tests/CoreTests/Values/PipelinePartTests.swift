import ConnectivityCore
import TestSupport
import Testing

/// Several parts of a pipeline at once, which states no needs itself.
private struct SeveralParts: InterfaceSource, Prober, Notifier {
    let kinds: Set<Question.Kind> = [.http]
    var caFile: String?

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {}
    func probe(_ request: ProbeRequest) async -> ProbeExchange { .unsupported(request) }
    func handle(_ event: PipelineEvent) async {}
}

@Suite struct `A part of a pipeline` {
    @Test func `A type that is source, prober and notifier has the requirements of its prober in each role`() {
        let part = SeveralParts(caFile: "/etc/example.pem")
        let taken: [any PipelinePart] = [part as any InterfaceSource, part as any Prober, part as any Notifier]
        expect(taken.map(\.requirements), Array(repeating: [.authorities("/etc/example.pem")], count: 3))
        #expect(SeveralParts().requirements.isEmpty)
    }
}
