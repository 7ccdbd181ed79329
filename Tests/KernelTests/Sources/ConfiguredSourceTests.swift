import ConnectivityCommand
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite struct `A source in configuration` {
    private func source(_ text: String) throws -> any InterfaceSource {
        try PluginRegistry.standard().source(ComponentReference(text: text))
    }

    private func snapshot(_ interfaces: String) throws -> InterfaceSnapshot {
        let source = try source(#"{"use": "source.static", "interfaces": \#(interfaces)}"#)
        return try #require(source as? StaticInterfaceSource).snapshot
    }

    @Test func `A static source with only interface names has usable interfaces`() throws {
        let snapshot = try snapshot(#"[{"name": "lo"}, {"name": "eth0"}]"#)
        let eth0 = try #require(snapshot["eth0"])
        #expect(snapshot.preferred == eth0 && eth0.isUsable && eth0.index == 2 && eth0.kind == .other)
        expect(eth0.addresses.map(\.description), ["0.0.0.0/0"])
        expect(eth0.defaultRoutes, [.init(family: .ipv4, gateway: nil, metric: 0)])
        #expect(snapshot["lo"]?.kind == .loopback && snapshot["lo"]?.isUsable == false)
    }

    @Test func `An interface of which only the name is known is the same in code and in configuration`() throws {
        let source = StaticInterfaceSource(InterfaceSnapshot([NetworkInterface(named: "eth0")]))
        expect(source.snapshot, (try snapshot(#"[{"name": "eth0"}]"#)))
    }

    @Test func `A static source keeps the values written in the configuration`() throws {
        let snapshot = try snapshot(
            #"[{"name": "wlan0", "index": 9, "kind": "wifi", "addresses": ["2001:db8::7/64"], "isMetered": true},"#
                + #" {"name": "off0", "isUp": false, "addresses": []}, {"name": "lan0", "defaultRoutes": []}]"#
        )
        expect(snapshot["wlan0"]?.defaultRoutes, [.init(family: .ipv6, gateway: nil, metric: 0)])
        #expect(snapshot["wlan0"]?.isMetered == true && snapshot["wlan0"]?.index == 9)
        #expect(snapshot["off0"]?.isUsable == false && snapshot["off0"]?.defaultRoutes == [])
        expect(snapshot["lan0"]?.defaultRoutes, [])
    }

    @Test(arguments: [
        (#"{"use": "source.static", "interfaces": [{"nam": "eth0"}]}"#, #""name" is missing; "nam" is not known"#),
        (#"{"use": "source.static", "interfaces": [{"name": "a", "adresses": []}]}"#, "adresses"),
        (
            #"{"use": "source.static", "interfaces": [{"name": "a"}, {"name": "a"}]}"#,
            "two interfaces have the same name"
        ),
        (#"{"use": "source.static", "interfaces": [{"name": "a", "addresses": ["192.0.2.7"]}]}"#, "192.0.2.7/24"),
        (#"{"use": "source.static"}"#, "\"interfaces\" is missing"),
        (#"{"use": "source.scripted", "steps": [{"after": -1}]}"#, "from 0 through 86400"),
        (#"{"use": "source.nonsense"}"#, "source.netlink, "), ("source.nonsense", "use one of"),
        (#"{"interfaces": []}"#, "needs a string \"use\""), ("{", "not JSON"),
    ])
    func `An invalid source configuration is rejected with a hint`(text: String, hint: String) async {
        let transcript = await Transcript.of("interfaces", "--source", text)
        #expect(transcript.status == .configuration && transcript.output.isEmpty)
        #expect(transcript.errors.count == 1 && transcript.errors.first?.contains(hint) == true, "\(transcript.errors)")
    }

    @Test(arguments: [
        #"{"use": "source.static", "interfaces": [{"name": "eth0"}]}"#,
        #"{"use": "source.scripted", "steps": [{"interfaces": [{"name": "eth0"}]}, {"after": 1.5}], "ends": true}"#,
    ])
    func `A source from a configuration encodes to an equivalent configuration`(text: String) throws {
        let reference = try ComponentReference(to: try source(text))
        let again = try ComponentReference(to: try PluginRegistry.standard().source(reference))
        expect(reference.id, (try ComponentReference(text: text)).id)
        #expect(reference.options.count > 10)
        try expect(
            JSONDecoder().decode([String: AnyJSON].self, from: Data(reference.options.utf8)),
            JSONDecoder().decode([String: AnyJSON].self, from: Data(again.options.utf8))
        )
    }

    @Test func `The JSON output of the interfaces command is a valid static source`() async throws {
        let written = #"{"use": "source.static", "interfaces": [{"name": "eth0", "addresses": ["192.0.2.7/24"]}]}"#
        let first = await Transcript.of("interfaces", "--json", "--source", written)
        let printed = try #require(first.output.first)
        let pasted = #"{"use": "source.static", \#(printed.dropFirst())"#
        await expect(Transcript.of("interfaces", "--json", "--source", pasted).output, first.output)
        #expect(await Transcript.of("interfaces", "--source", written).output.joined().contains("192.0.2.7/24"))
    }

    @Test func `A scripted source reports its steps in order and at their times`() throws {
        let steps =
            [(.zero, [NetworkInterface.wifi]), (.seconds(2), []), (.seconds(1), []), (.seconds(3), [.ethernet])]
            as [(Duration, [NetworkInterface])]
        try simulate { clock in
            let script = steps.map { (after: $0, snapshot: Optional(InterfaceSnapshot($1))) }
            let (stream, continuation) = AsyncStream.makeStream(of: (Duration, Int).self)
            let start = clock.now
            try await ScriptedInterfaceSource(script, clock: clock).observe {
                continuation.yield((start.duration(to: clock.now), $0.interfaces.count))
            }
            continuation.finish()
            var seen: [String] = []
            for await (time, count) in stream { seen.append("\(time) \(count)") }
            expect(seen, ["0.0 seconds 1", "2.0 seconds 0", "6.0 seconds 1"])
        }
    }
}

/// Any JSON, for comparison.
private enum AnyJSON: Decodable, Hashable {
    case object([String: AnyJSON]), array([AnyJSON]), text(String), number(Double), flag(Bool), null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode([String: AnyJSON].self) {
            self = .object(value)
        } else if let value = try? container.decode([AnyJSON].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}

/// The output of a command and its exit status.
private struct Transcript: Sendable {
    var status: ConnectivityCommand.ExitStatus
    var output: [String]
    var errors: [String]

    static func of(_ words: String...) async -> Transcript {
        let (lines, continuation) = AsyncStream.makeStream(of: (Bool, String).self)
        let console = Console(
            print: { continuation.yield((true, $0)) },
            printError: { continuation.yield((false, $0)) },
            environment: [:]
        )
        let status = await CommandLineTool.run(words, console: console)
        continuation.finish()
        var transcript = Transcript(status: status, output: [], errors: [])
        for await (isOutput, line) in lines {
            if isOutput { transcript.output.append(line) } else { transcript.errors.append(line) }
        }
        return transcript
    }
}
