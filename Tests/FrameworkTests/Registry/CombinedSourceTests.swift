import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

private final class Reported<Value: Sendable>: Sendable {
    private let state = Lock<[Value]>([])
    var all: [Value] { state.withLock(\.self) }
    func add(_ value: Value) { state.withLock { $0.append(value) } }
}

@Suite struct `Sources that combine others` {
    private static func interface(_ name: String, _ index: Int, ssid: String? = nil) -> NetworkInterface {
        NetworkInterface(
            name: name,
            index: index,
            kind: .other,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            wifi: ssid.map { .init(ssid: Array($0.utf8)) }
        )
    }

    /// The names that a source reports, one line for each snapshot.
    private static func names(
        _ source: @escaping @Sendable (VirtualClock) throws -> any InterfaceSource
    ) throws -> [[String]] {
        try simulate { clock in
            let collected = Reported<[String]>()
            try await source(clock).observe { collected.add($0.interfaces.map(\.name)) }
            return collected.all
        }
    }

    @Test func `A filtered source reports some interfaces, and no change of the others`() throws {
        let all = InterfaceSnapshot([Self.interface("eth0", 1), Self.interface("eth1", 2), Self.interface("lte0", 3)])
        let less = InterfaceSnapshot([Self.interface("eth0", 1), Self.interface("eth1", 2)])
        let names = try Self.names { clock in
            ScriptedInterfaceSource([(.zero, all), (.seconds(1), less), (.seconds(1), nil)], clock: clock)
                .filtered(only: ["eth*"], ignoring: ["eth1"])
        }
        expect(names, [["eth0"]])
    }

    @Test func `A merged source reports the interfaces of all, when each has reported`() throws {
        let names = try Self.names { clock in
            let first = InterfaceSnapshot([Self.interface("eth0", 1)])
            let more = InterfaceSnapshot([Self.interface("eth0", 1), Self.interface("lte0", 9)])
            return ScriptedInterfaceSource([(.zero, first), (.seconds(4), nil)], clock: clock).merged(
                with: ScriptedInterfaceSource(
                    [
                        (.seconds(1), InterfaceSnapshot([Self.interface("tun0", 5)])), (.seconds(1), more),
                        (.seconds(2), nil),
                    ],
                    clock: clock
                )
            )
        }
        expect(names, [["eth0", "tun0"], ["eth0", "lte0"]])
    }

    @Test
    func `Of an interface that two sources know, the first one's values hold and the second adds what is missing`()
        async throws
    {
        let better = NetworkInterface(name: "wlan0", index: 3, kind: .wifi, isUp: false)
        let other = Self.interface("wlan0", 7, ssid: "Depot")
        let snapshot = try simulate { clock in
            let collected = Reported<InterfaceSnapshot>()
            let first = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([better])), (.seconds(1), nil)],
                clock: clock
            )
            let second = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([other])), (.seconds(1), nil)],
                clock: clock
            )
            try await first.merged(with: second).observe { collected.add($0) }
            return collected.all.last
        }
        let merged = try #require(snapshot?.interfaces.first)
        #expect(merged.index == 3 && !merged.isUp && merged.wifi?.name == "Depot")
    }

    @Test(arguments: [
        (#"{ "use": "source.filtered", "source": "source.static" }"#, #"needs "only" or "ignore""#),
        (#"{ "use": "source.filtered", "only": ["a"] }"#, #""source" is missing"#),
        (
            #"{ "use": "source.merged", "sources": [{ "use": "source.static", "interfaces": [] }] }"#,
            "needs at least two sources"
        ),
        (#"{ "use": "source.merged", "sources": ["source.statik", "source.static"] }"#, "did you mean source.static"),
    ])
    func `A combination that cannot be meant is refused`(text: String, error: String) throws {
        let thrown = #expect(throws: PluginError.self) {
            try PluginRegistry.standard().source(ComponentReference(text: text))
        }
        #expect(try #require(thrown).description.contains(error), "\(String(describing: thrown))")
    }
}
