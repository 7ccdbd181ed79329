import ConnectivityCore
import FoundationEssentials

@testable import ConnectivityDeciding
@testable import ConnectivityDecoding
@testable import ConnectivityJudging
@testable import ConnectivityNames
@testable import ConnectivityRecords
@testable import ConnectivityRegistry

extension Reader {
    /// All readers; add new ones to the list of their kind.
    public static var all: [Reader] {
        #if os(Linux)
        web + system
        #else
        web
        #endif
    }

    /// The readers of what comes over HTTP and the name system, and of files of this package.
    private static let web: [Reader] = [
        Reader("message", seed: { $0.encoded() }, read: { _ = try? Recording(parsing: $0) }),
        Reader(
            "page",
            seed: \.response.body,
            read: { _ = judge.verdict(on: exchange($0), expecting: StatusCode(204)) }
        ),
        Reader("genuine", seed: \.response.body, read: { _ = judge.verdict(on: exchange($0), expecting: page) }),
        // The WISPr and JSON readers are also tested separately, because in a page other signs may precede them.
        Reader("wispr", seed: \.response.body, read: { _ = WISPrSignal().validate(exchange($0)) }),
        Reader(
            "captive-api",
            seed: \.response.body,
            read: { bytes in
                let headers: HeaderFields = ["Content-Type": "application/captive+json"]
                _ = exchange(bytes, 200, headers).captivePortalAPI
            }
        ),
        // The strict JSON reader, its decoder, and a repeated encoding and decoding.
        Reader(
            "session",
            isTimed: false,
            seed: { session(of: $0).encoded() },
            read: { bytes in
                guard let session = try? SessionRecording(parsing: bytes) else { return }
                _ = try? SessionRecording(parsing: session.encoded())
            }
        ),
        Reader(
            "har",
            isTimed: false,
            seed: { try archive(of: $0) },
            read: { _ = try? HARFile(parsing: $0) }
        ),
        // The first byte selects one of the encodings that a field can name; the rest is the body.
        Reader(
            "charset",
            seed: { [0] + $0.response.body },
            read: { bytes in
                let name = charsets[Int(bytes.first ?? 0) % charsets.count]
                let type: HeaderFields = name.isEmpty ? [:] : ["Content-Type": "text/html; charset=\(name)"]
                _ = decoder.decoded(ProbeResponse(status: 200, headers: type, body: Array(bytes.dropFirst())))
            }
        ),
        Reader(
            "content-coding",
            seed: { [0] + $0.response.body },
            read: { bytes in
                let headers: HeaderFields = ["Content-Encoding": codings[Int(bytes.first ?? 0) % codings.count]]
                _ = decoder.decoded(ProbeResponse(status: 200, headers: headers, body: Array(bytes.dropFirst())))
            }
        ),
        Reader(
            "location",
            seed: { Array(($0.response.headers["Location"] ?? "/").utf8) },
            read: { bytes in
                // A header never exceeds 64 KiB.
                let text = String(decoding: bytes.prefix(64 * 1024), as: UTF8.self)
                let (name, status) = (bytes.first ?? 0).isMultiple(of: 2) ? ("Location", 302) : ("Refresh", 200)
                let headers = HeaderFields([.init(name: name, value: text)])
                _ = judge.verdict(on: exchange([], status, headers), expecting: page)
            }
        ),
        // The ID and the question match the query; the input begins with the record counts.
        Reader(
            "names",
            seed: { names + $0.response.body.prefix(64) },
            read: { bytes in
                let counts = bytes.prefix(6) + [UInt8](repeating: 0, count: 6 - bytes.prefix(6).count)
                let flags: [UInt8] = [0x81, 0x80]
                let message = [0, 1] + flags + [0, 1] + counts + nameQuery.bytes.dropFirst(12) + bytes.dropFirst(6)
                guard let reply = try? DNSReply(message, to: nameQuery) else { return }
                _ = reply.addresses(.ipv4)
                _ = reply.answers.map { "\($0.name) \($0.data)" }
            }
        ),
        Reader(
            "assessment",
            isTimed: false,
            seed: { try json(document(of: $0)) },
            read: { bytes in
                guard let saved = try? SavedAssessment(json: bytes, registry: registry) else { return }
                _ = saved.decideAgain(by: (saved.configuration ?? PipelineConfiguration()).rules)
            }
        ),
        Reader(
            "configuration",
            isTimed: false,
            seed: { try json(document(of: $0).configuration) },
            read: { _ = try? PipelineConfiguration(json: $0, registry: registry) }
        ),
    ]

    private static let judge = ExchangeJudge([PortalSignals()])
    private static let decoder = BodyDecoder()
    private static let asked: HTTPURL = "http://captive.apple.com/hotspot-detect.html"
    /// The empty name, so that the body declares its own encoding, and one encoding of each kind.
    private static let charsets = [
        "", "utf-8", "utf-16le", "utf-16be", "windows-1251", "iso-8859-2", "shift_jis", "euc-jp", "iso-2022-jp",
        "euc-kr", "big5", "gb18030", "koi8-r",
    ]
    private static let codings = ["gzip", "deflate", "gzip, deflate", "x-gzip"]
    private static let page = Endpoint.apple.expectation
    private static let nameQuery = DNSQuery(id: 1, question: DNSQuery.Question(.root, .a), payloadSize: nil)
    /// The counts of the three sections, followed by an alias, an address, a zone and an extended error.
    private static let names: [UInt8] =
        [0, 2, 0, 1, 0, 1]
        + [0, 0, 5, 0, 1, 0, 0, 0, 60, 0, 7, 4, 97, 46, 92, 98, 0xC0, 0x0C]
        + [4, 97, 46, 92, 98, 0, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 80]
        + [0, 0, 6, 0, 1, 0, 0, 0, 60, 0, 24, 0xC0, 0x0C, 0xC0, 0x1C] + [UInt8](repeating: 1, count: 20)
        + [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 8, 0, 15, 0, 4, 0, 6, 110, 111]
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

    /// Returns a session with one response.
    private static func session(of recording: Recording) -> SessionRecording {
        let time = Timestamp(sinceEpoch: .seconds(1_800_000_000))
        let request = (recording.endpoint ?? .apple).request()
        return SessionRecording(
            provenance: .init(source: "a fixture", recordedAt: time, tool: "fuzz"),
            configuration: #"{"policy": "policy.quorum"}"#,
            events: [
                .init(
                    at: .zero,
                    .round([.init(ProbeExchange(request: request, outcome: .success(recording.response)))])
                )
            ]
        )
    }

    /// Returns an HTTP Archive with one response.
    private static func archive(of recording: Recording) throws -> [UInt8] {
        let response = recording.response
        let fields = try json(response.headers.fields.map { ["name": $0.name, "value": $0.value] })
        let content = try json(["text": Data(response.body).base64EncodedString(), "encoding": "base64"])
        return Array(
            """
            {"log": {"entries": [{"startedDateTime": "2027-01-15T08:00:00.000Z", "time": 20.5,
            "request": {"method": "GET", "url": "http://captive.apple.com/hotspot-detect.html", "headers": []},
            "response": {"status": \(response.status), "headers": \(String(decoding: fields, as: UTF8.self)),
            "content": \(String(decoding: content, as: UTF8.self))},
            "timings": {"dns": 1, "connect": 2.5, "ssl": -1, "wait": 3}, "serverIPAddress": "192.0.2.1"}]}}
            """.utf8
        )
    }

    /// Returns the assessment of a recorded response.
    private static func document(of recording: Recording) -> AssessmentDocument {
        let endpoint = recording.endpoint ?? .apple
        var configuration = PipelineConfiguration()
        configuration.endpoints = [endpoint]
        let wifi = NetworkInterface(
            name: "wlan0",
            index: 3,
            kind: .wifi,
            addresses: [.init("192.0.2.7", prefixLength: 24)]
        )
        let record = AssessmentRecord(
            snapshot: InterfaceSnapshot([wifi]),
            paths: [
                .init(
                    path: NetworkPath(interface: wifi.name),
                    exchanges: [ProbeExchange(request: endpoint.request(), outcome: .success(recording.response))]
                )
            ],
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
