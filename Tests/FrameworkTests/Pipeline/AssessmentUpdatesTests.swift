import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `Updates` {
    private func assessment(_ number: Int) -> Assessment {
        Assessment(access: .online, reason: .noEndpoint, startedAt: Timestamp(sinceEpoch: .seconds(number)))
    }

    @Test(arguments: simulationSeeds(50))
    func `waitUntilOnline returns on success, timeout and end of run`(seed: UInt64) throws {
        try simulate(seed: seed) { clock in
            let updates = AssessmentUpdates()
            let pipeline = try Pipeline.simulated(
                source: ScriptedInterfaceSource(
                    [
                        (.zero, InterfaceSnapshot([.wifi])), (.seconds(20), InterfaceSnapshot()),
                        (.seconds(20), nil),
                    ],
                    clock: clock
                ),
                prober: SimulatedNetwork(clock: clock, behaviours: [(.zero, .portal), (.seconds(8), .genuine)])
                    .prober,
                clock: clock,
                notifier: updates
            )
            #expect(!updates.isOnline)
            async let run: Void = pipeline.run()
            #expect(try await !updates.waitUntilOnline(timeout: .seconds(2), clock: clock))
            #expect(clock.now.offset == .seconds(2) && !updates.isOnline)
            #expect(try await updates.waitUntilOnline(timeout: .seconds(60), clock: clock))
            let found = clock.now.offset
            #expect(found > .seconds(8) && found < .seconds(20) && updates.isOnline, "\(found)")
            #expect(try await updates.waitUntilOnline())
            expect(clock.now.offset, found, "it is so already")
            try await clock.sleep(for: .seconds(30) - found)
            #expect(!updates.isOnline)
            #expect(try await !updates.waitUntilOnline(), "the run ends")
            try await run
            #expect(!updates.isOnline && updates.newest == nil && pipeline.lastAssessment?.access == .disconnected)
            await #expect(throws: PipelineNotRunning.self, "the run has ended") {
                _ = try await updates.waitUntilOnline(clock: clock)
            }
        }
    }

    @Test func `Cancellation ends the wait for the Internet`() throws {
        try simulate { clock in
            let updates = AssessmentUpdates()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await updates.waitUntilOnline(timeout: .seconds(60), clock: clock) }
                try? await clock.sleep(for: .seconds(1))
                group.cancelAll()
                let isOnline = try await group.next()
                expect(isOnline, false)
            }
            #expect(clock.now.offset == .seconds(1) && updates.listenerCount == 0)
        }
    }

    @Test(arguments: [nil, .seconds(60), .seconds(2)] as [Duration?])
    func `Waiting on updates that no pipeline feeds throws within ten seconds`(timeout: Duration?) throws {
        try simulate { clock in
            let updates = AssessmentUpdates()
            let limit = min(timeout ?? .seconds(10), .seconds(10))
            await #expect(throws: PipelineNotRunning(limit: limit)) {
                _ = try await updates.waitUntilOnline(timeout: timeout, clock: clock)
            }
            #expect(clock.now.offset == limit && updates.listenerCount == 0)
        }
        #expect("\(PipelineNotRunning(limit: .seconds(10)))".contains("call run()"))
    }

    @Test func `Each listener receives the newest assessment at once and then every change`() async {
        let updates = AssessmentUpdates()
        await updates.handle(.assessmentChanged(assessment(1)))
        var listeners = (0..<3).map { _ in updates.makeAsyncIterator() }
        for number in 2...4 {
            for index in listeners.indices { await expect(listeners[index].next(), assessment(number - 1)) }
            await updates.handle(.assessmentChanged(assessment(number)))
        }
        expect(updates.newest, assessment(4))
    }

    @Test func `A slow listener misses assessments in between, but never the newest`() async {
        let updates = AssessmentUpdates()
        var listener = updates.makeAsyncIterator()
        for number in 1...100 { await updates.handle(.assessmentChanged(assessment(number))) }
        await expect(listener.next(), assessment(100))
    }

    @Test func `A run that fails before anybody listens ends the next listener, and that one only`() async throws {
        let updates = AssessmentUpdates()
        await updates.handle(.runBegan(from: nil))
        await updates.handle(.runEnded(throwing: PipelineSetupError.noSource))
        var late = updates.makeAsyncIterator()
        await expect(late.next(), nil)
        var next = updates.makeAsyncIterator()
        await updates.handle(.assessmentChanged(assessment(1)))
        await expect(next.next(), assessment(1))
        await updates.handle(.runEnded(throwing: PipelineSetupError.noSource))
        await expect(next.next(), nil)
        var after = updates.makeAsyncIterator()
        await updates.handle(.assessmentChanged(assessment(2)))
        await expect(after.next(), assessment(2), "a listener received that failure")
    }

    @Test func `Listening ends with the run, and a later run serves new listeners`() async {
        let updates = AssessmentUpdates()
        var listener = updates.makeAsyncIterator()
        await updates.handle(.assessmentChanged(assessment(1)))
        await updates.handle(.runEnded(throwing: nil))
        await expect(listener.next(), assessment(1))
        await expect(listener.next(), nil)
        await updates.handle(.assessmentChanged(assessment(2)))
        var next = updates.makeAsyncIterator()
        await expect(next.next(), assessment(2))
        await updates.handle(.assessmentChanged(assessment(3)))
        await expect(next.next(), assessment(3))
    }

    @Test func `Listeners of a later run receive no events of a run that has not ended`() async {
        let updates = AssessmentUpdates()
        await updates.handle(.assessmentChanged(assessment(1)))
        await updates.handle(.runBegan(from: nil))
        #expect(!updates.isOnline)
        var listener = updates.makeAsyncIterator()
        updates.finish()
        await expect(listener.next(), nil)
    }

    @Test func `A listener that has ended is removed`() async {
        let updates = AssessmentUpdates()
        await updates.handle(.assessmentChanged(assessment(1)))
        do {
            var listener = updates.makeAsyncIterator()
            await expect(listener.next(), assessment(1))
            expect(updates.listenerCount, 1)
        }
        expect(updates.listenerCount, 0)
        var listener = updates.makeAsyncIterator()
        updates.finish()
        expect(updates.listenerCount, 0)
        await expect(listener.next(), assessment(1))
        await expect(listener.next(), nil)
    }

    @Test func `Every listener receives the newest assessment while others join and leave`() async {
        for _ in 0..<20 {
            let updates = AssessmentUpdates()
            await withTaskGroup(of: Assessment?.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        var last: Assessment?
                        var count = 0
                        for await assessment in updates {
                            last = assessment
                            count += 1
                            if number.isMultiple(of: 7), count == 2 { return nil }
                        }
                        return last
                    }
                }
                group.addTask { [self] in
                    for number in 1...200 { await updates.handle(.assessmentChanged(assessment(number))) }
                    await updates.handle(.runEnded(throwing: nil))
                    return nil
                }
                for await last in group where last != nil { expect(last, assessment(200)) }
            }
        }
    }
}
