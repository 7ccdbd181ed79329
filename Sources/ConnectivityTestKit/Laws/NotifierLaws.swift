public import ConnectivityCore

/// What every notifier must keep.
public enum NotifierLaws: Sendable {
    /// The laws.
    public enum Law: String, Hashable, Sendable, CaseIterable {
        /// Being told takes little time, because the pipeline waits for it.
        case prompt = "being told takes little time"
        /// Cancellation ends a call at once.
        case cancellation = "cancellation ends a call at once"
        /// What comes out is what was told, in order, each change at most once, and the newest always.
        case order = "changes come out in order, at most once, and the newest always"
        /// The end of a run may come before any change and twice, and another run may follow.
        case runs = "another run may follow the end of one"
    }

    /// Tries a notifier over three runs: an empty one, one of a hundred changes, and one that is cancelled.
    ///
    /// - Parameters:
    ///   - notifier: The notifier.
    ///   - clock: Measures.
    ///   - slack: How long one call may take; zero on virtual time.
    ///   - output: What came out of the notifier so far, the newest last, where it can be seen.
    /// - Throws: The first ``LawViolation`` that was found.
    public static func check<C: Clock>(
        _ notifier: some Notifier,
        clock: C,
        slack: Duration = .milliseconds(500),
        output: (() async -> [Assessment])? = nil
    ) async throws where C.Duration == Duration {
        func tell(_ assessment: Assessment, _ law: Law) async throws {
            let start = clock.now
            await notifier.notify(assessment)
            let elapsed = start.duration(to: clock.now)
            if elapsed > slack { throw violation(law, assessment, "a call took \(elapsed)") }
        }
        var told: [Assessment] = []
        func checkOutput(_ law: Law) async throws {
            guard let seen = await output?() else { return }
            if seen.last != told.last {
                throw violation(law, told[told.count - 1], "the newest is \(seen.last?.summary ?? "missing")")
            }
            var rest = told[...]
            for assessment in seen {
                guard let index = rest.firstIndex(of: assessment) else { throw violation(law, assessment, "not next") }
                rest = rest[(index + 1)...]
            }
        }
        notifier.finish()
        for assessment in changes {
            told.append(assessment)
            try await tell(assessment, .prompt)
            try await checkOutput(.order)
        }
        notifier.finish()
        notifier.finish()
        told.append(changes[0])
        try await tell(changes[0], .prompt)
        try await checkOutput(.runs)
        told.append(changes[1])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try await tell(changes[1], .cancellation) }
            try await group.waitForAll()
        }
        notifier.finish()
    }

    /// A hundred assessments, each of which differs from the one before, with text of the network that is not nice.
    private static let changes: [Assessment] = (0..<100).map { number in
        let portal = Portal(signInURL: "http://login.example/", kind: .unknown)
        let accesses: [InternetAccess] = [.determining, .captive(portal), .online, .partial, .blocked, .unreachable]
        let interface = Interface(name: number % 2 == 0 ? "eth0" : "\u{1B}[2J\u{0}é", index: number, kind: .other)
        return Assessment(
            access: accesses[number % accesses.count],
            reason: .stated(String(repeating: "\u{202E}\n", count: number)),
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            startedAt: Timestamp(sinceEpoch: .seconds(number))
        )
    }

    private static func violation(_ law: Law, _ assessment: Assessment, _ detail: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: "\(detail), on \(assessment.summary)")
    }
}
