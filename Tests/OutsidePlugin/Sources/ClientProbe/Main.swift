import ConnectivityCore

/// The stages as the author of another package implements them.
struct Silence: InterfaceSource, Prober, ResponseValidator, WholeRoundPolicy, Notifier {
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws { report(InterfaceSnapshot()) }

    let kinds: Set<Question.Kind> = [.http]

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        ProbeExchange(request: request, outcome: .failure(ProbeFailure(.unreachable)))
    }

    func validate(_ exchange: ProbeExchange) -> Verdict { Verdict(.failed, because: "silence") }

    func judge(_ round: ProbeRound) -> RoundVerdict {
        SharePolicy(0.5).verdict(on: round) ?? RoundVerdict(.determining, because: Reason("com.example.silence"))
    }

    func handle(_ event: PipelineEvent) async {
        if case .assessmentChanged(let assessment) = event { print(assessment.access.name) }
    }
}

@main
struct Main {
    static func main() async throws {
        let exchange = await Silence().probe(Endpoint.apple.request())
        let verdict = ExchangeJudge([Silence(), PortalSignals()]).verdict(on: exchange, expecting: StatusCode(204))
        let report = EndpointReport(name: "a", owner: "b", exchange: exchange, verdict: verdict)
        let decided = Silence().judge(ProbeRound([report]))
        let assessment = Assessment(
            access: decided.access,
            reason: decided.reason,
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        await Silence().handle(.assessmentChanged(assessment))
    }
}
