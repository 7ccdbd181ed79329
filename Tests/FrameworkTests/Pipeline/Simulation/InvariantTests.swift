import ConnectivityCore
import TestSupport
import Testing

/// Every invariant can be broken, and the report names it.
@Suite struct `Detection of broken invariants` {
    /// A session that ends online on a path, after meeting a portal.
    private static let sound: SimulationTrace? = (0..<500 as Range<UInt64>).lazy
        .compactMap { seed in try? RandomSession(seed: seed).run() }
        .first { trace in trace.announced.last?.access == .online && trace.announced.count > 4 }

    private static func broken(_ change: (inout SimulationTrace) throws -> Void) throws -> [Invariant] {
        var trace = try #require(sound)
        #expect(trace.violations(waitMax: .seconds(5), isGenuine: \.isGenuine204).isEmpty)
        try change(&trace)
        let violations = trace.violations(waitMax: .seconds(5), isGenuine: \.isGenuine204)
        return Set(violations.map(\.invariant)).sorted { $0.rawValue < $1.rawValue }
    }

    private static func index(
        _ trace: SimulationTrace,
        last: Bool = false,
        where holds: (SimulationTrace.Event) -> Bool
    ) throws -> Int {
        try #require(
            last ? trace.entries.lastIndex { holds($0.event) } : trace.entries.firstIndex { holds($0.event) }
        )
    }

    @Test func `A driver that drops, repeats or reorders announcements breaks an invariant`() throws {
        for position in 0..<4 {
            #expect(
                try Self.broken { trace in
                    let announced = trace.entries.indices.filter { trace.entries[$0].event.isAnnounced }
                    trace.entries.remove(at: announced[position])
                }.contains(.announcedOnce)
            )
        }
        try expect(
            Self.broken { trace in
                let index = try Self.index(trace, where: \.isAnnounced)
                trace.entries.insert(trace.entries[index], at: index)
            },
            [.announcedOnce]
        )
        #expect(
            try Self.broken { trace in
                let announced = trace.entries.indices.filter { trace.entries[$0].event.isAnnounced }
                trace.entries.swapAt(announced[1], announced[2])
            }.contains(.announcedOnce)
        )
    }

    @Test func `A machine that is online without answers of the current epoch breaks an invariant`() throws {
        try expect(
            Self.broken { trace in
                for index in trace.entries.indices {
                    guard case .stepped(var step) = trace.entries[index].event,
                        case .probeEnded(let number, let epoch, let exchange) = step.input
                    else { continue }
                    step.input = .probeEnded(index: number, epoch: epoch - 1, exchange: exchange)
                    trace.entries[index].event = .stepped(step)
                }
            },
            [.onlineIsGenuine]
        )
        try expect(
            Self.broken { trace in
                for index in trace.entries.indices {
                    guard case .stepped(var step) = trace.entries[index].event,
                        case .probeEnded(let number, let epoch, var exchange) = step.input
                    else { continue }
                    exchange.outcome = .success(.http(ProbeResponse(status: 200)))
                    step.input = .probeEnded(index: number, epoch: epoch, exchange: exchange)
                    trace.entries[index].event = .stepped(step)
                }
            },
            [.onlineIsGenuine]
        )
    }

    @Test func `Being online without genuine answers breaks an invariant`() throws {
        let violations = try #require(Self.sound).violations(waitMax: .seconds(5)) { _ in false }
        expect(Set(violations.map(\.invariant)), [.onlineIsGenuine])
    }

    @Test func `Updates that lose the newest assessment or change the order break an invariant`() throws {
        try expect(
            Self.broken { trace in
                trace.entries.remove(at: try Self.index(trace, last: true) { $0.isReceived })
            },
            [.newestArrives]
        )
        try expect(
            Self.broken { trace in
                let index = try Self.index(trace) { $0.isReceived }
                trace.entries.insert(trace.entries[index], at: index)
            },
            [.newestArrives]
        )
        try expect(
            Self.broken { trace in
                let end = try Self.index(trace, last: true) { $0.isEnd }
                trace.entries.insert(
                    .init(time: trace.entries[end].time, event: .reported(InterfaceSnapshot([]))),
                    at: end
                )
            },
            [.newestArrives]
        )
    }

    @Test func `A prober that leaves a task behind breaks an invariant`() throws {
        let trace = try RandomSession(seed: 3).run(leaky: true)
        let violations = trace.violations(waitMax: .seconds(5), isGenuine: \.isGenuine204)
        expect(violations.map(\.invariant), [.nothingOutlives])
    }

    @Test func `A probe that outlives the run breaks an invariant`() throws {
        #expect(
            try Self.broken { trace in
                let index = try Self.index(trace, last: true) { if case .probeEnded = $0 { true } else { false } }
                let entry = trace.entries.remove(at: index)
                trace.entries.append(.init(time: trace.entries.last?.time ?? .zero, event: entry.event))
            }.contains(.nothingOutlives)
        )
        try expect(
            Self.broken { trace in trace.entries.removeAll { $0.event.isEnd } },
            [.nothingOutlives]
        )
    }

    @Test func `A wait without a limit or beyond it breaks an invariant`() throws {
        try expect(
            Self.broken { trace in
                // The run continues, but no further step comes: the last rest never ends.
                let index = try Self.index(trace, last: true) { $0.isEnd }
                trace.entries[index].time += .seconds(60)
            },
            [.waitsAreBounded]
        )
        #expect(
            try Self.broken { trace in
                let index = try Self.index(trace) { if case .probeEnded = $0 { true } else { false } }
                trace.entries[index].time += .seconds(4)
            }.contains(.waitsAreBounded)
        )
        try expect(
            Self.broken { trace in
                for index in trace.entries.indices {
                    guard case .stepped(var step) = trace.entries[index].event else { continue }
                    step.effects = step.effects.map { effect in
                        guard case .begin(.rest, let epoch) = effect else { return effect }
                        return .begin(.idle, epoch: epoch)
                    }
                    trace.entries[index].event = .stepped(step)
                }
            },
            [.waitsAreBounded]
        )
    }
}

extension SimulationTrace.Event {
    fileprivate var isAnnounced: Bool { if case .announced = self { true } else { false } }
    fileprivate var isReceived: Bool { if case .received = self { true } else { false } }
    fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
}
