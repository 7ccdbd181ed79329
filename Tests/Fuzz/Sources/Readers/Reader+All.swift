import ConnectivityCore
import ConnectivityFixtures
import ConnectivityRegistry
import FoundationEssentials

extension Reader {
    /// Every reader; another one is an entry here.
    public static let all: [Reader] = [
        Reader("message", seed: { $0.encoded() }, read: { _ = try? Recording(parsing: $0) }),
        Reader(
            "page",
            seed: \.response.body,
            read: { _ = judge.verdict(on: exchange($0), expecting: StatusCode(204)) }
        ),
        Reader("genuine", seed: \.response.body, read: { _ = judge.verdict(on: exchange($0), expecting: page) }),
        Reader(
            "location",
            seed: { Array(($0.response.headers["Location"] ?? "/").utf8) },
            read: { bytes in
                // More than this is no header any more.
                let text = String(decoding: bytes.prefix(64 * 1024), as: UTF8.self)
                let headers: HeaderFields = ["Location": text, "Refresh": text]
                for status in [200, 302] {
                    _ = judge.verdict(on: exchange([], status, headers), expecting: page)
                }
            }
        ),
        Reader(
            "assessment",
            isTimed: false,
            seed: { try json(document(of: $0)) },
            read: { bytes in
                guard let saved = try? SavedAssessment(json: Data(bytes), registry: registry) else { return }
                _ = saved.redecided(by: (saved.configuration ?? PipelineConfiguration()).rules)
            }
        ),
        Reader(
            "configuration",
            isTimed: false,
            seed: { try json(document(of: $0).configuration) },
            read: { _ = try? PipelineConfiguration(json: Data($0), registry: registry) }
        ),
    ]

    private static let judge = ExchangeJudge([PortalSignals()])
    private static let page = Endpoint.apple.expectation
    private static let registry: PluginRegistry = {
        var registry = PluginRegistry()
        try? registry.add(StandardPlugin.self)
        return registry
    }()

    private static func exchange(
        _ body: [UInt8],
        _ status: Int = 200,
        _ headers: HeaderFields = [:]
    ) -> ProbeExchange {
        let response = ProbeResponse(status: status, headers: headers, body: body)
        return ProbeExchange(request: Endpoint.apple.request(), outcome: .success(response))
    }

    /// The assessment that a recorded response leads to.
    private static func document(of recording: Recording) -> AssessmentDocument {
        let endpoint = recording.endpoint ?? .apple
        var configuration = PipelineConfiguration()
        configuration.endpoints = [endpoint]
        let wifi = Interface(name: "wlan0", index: 3, kind: .wifi, addresses: [.init("192.0.2.7", prefixLength: 24)])
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([wifi]),
            exchanges: [ProbeExchange(request: endpoint.request(), outcome: .success(recording.response))],
            startedAt: Timestamp(sinceEpoch: .seconds(1_800_000_000))
        )
        return AssessmentDocument(configuration.rules.decide(record), decidedBy: configuration)
    }

    private static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [UInt8](try encoder.encode(value))
    }
}
