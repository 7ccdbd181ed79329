import ConnectivityKit
import ConnectivityTesting
import Testing

// Code of the guide "Tests with sessions", which the tests of the guides compare with this file.

/// The code of an app; in a build with the trait `Curl`, `Pipeline.standard { notifier }` is shorter.
func watch(_ notifier: some Notifier) async throws {
    let source = StaticInterfaceSource(InterfaceSnapshot())
    let prober = ClosureProber { .unsupported($0) }
    try await Pipeline(source: source, prober: prober) {
        Endpoint.google
    } notifiers: {
        notifier
    }.run()
}

@Test(.session("Sessions/hotel", on: .virtual)) func `The hotel lets its guest in`() async throws {
    let recorder = RecordingNotifier()
    try await watch(recorder)
    #expect(recorder.assessments.map(\.access.name) == ["determining", "captive", "online"])
}

@Suite(.session("Sessions/hotel", on: .virtual)) struct `At the hotel` {
    @Test func `Google is asked until it answers, and Apple is not`() async throws {
        try await watch(RecordingNotifier())
        let journal = try #require(RequestJournal.current)
        #expect(journal.questions(to: "connectivitycheck.gstatic.com").map(\.at) == [.zero, .seconds(3)])
        #expect(journal.questions(to: "captive.apple.com").isEmpty)
    }
}

@Test(.sessions("Sessions", on: .virtual)) func `No network crashes the app`() async throws {
    try await watch(RecordingNotifier())
}

@Test func `A session is a test without a pipeline`() async throws {
    try await expect("Sessions/hotel.session.json")
}

@Test func `The session ends where the hotel asks again`() async throws {
    var once = RequestMatching([.host, .path])
    once.repetition = .never
    let failure = await #expect(throws: SessionFailure.self) {
        try await withSession("Sessions/hotel", matching: once) { _ in
            let source = StaticInterfaceSource(InterfaceSnapshot())
            let pipeline = Pipeline(source: source, prober: ClosureProber { .unsupported($0) }) { Endpoint.google }
            for _ in 0..<3 { _ = try await pipeline.assess() }
        }
    }
    #expect(failure?.description.contains("matched already") == true, "\(failure?.description ?? "")")
}

@Test func `A guest signs in, and the stay ends`() throws {
    let recorder = RecordingNotifier()
    try simulate { clock in
        let guest = try ScenarioProber("Fixtures/scenarios/guest.json", clock: clock)
        let source = ScriptedInterfaceSource(
            [(.zero, InterfaceSnapshot([.wifi])), (.seconds(7200), nil)],
            clock: clock
        )
        async let run: Void = Pipeline(source: source, prober: guest, clock: clock) {
            Endpoint.apple
        } notifiers: {
            recorder
        }.run()
        try await clock.sleep(for: .seconds(60))
        #expect(guest.enter("terms"))
        _ = await guest.submit(["accept": "yes"], to: "http://portal.example/terms")
        #expect(guest.state == "signed-in")
        try await run
    }
    let pages = recorder.assessments.map { $0.access.portal?.signInURL?.path ?? $0.access.name }
    #expect(pages == ["determining", "/sign-in", "online", "/quota", "/expired"])
}
