package import ConnectivityCore
import ConnectivityRegistry
package import ConnectivityText
import ConnectivityToolkit

/// Posts each event to a server over HTTP (a webhook), repeatedly until the server accepts it.
///
/// Its configuration name is `notifier.http`; only `url` is required:
///
/// ```json
/// {
///     "use": "notifier.http", "url": "https://status.example/kiosk-17", "queue": "/var/lib/connectivity/posts",
///     "headers": {"Authorization": {"file": "/etc/connectivity/token", "prefix": "Bearer "}}, "heartbeat": 60
/// }
/// ```
///
/// The body is one object by default: a line of ``LinesNotifier`` in the format `json`, with an `id` that is unique to the event, because an
/// event is posted twice if its answer is lost. `merged` is the number of older events that were replaced by this one: if more
/// than 100 events or 4 MiB wait, the oldest is merged into the next one. A heartbeat is the event `heartbeat` with the newest
/// assessment; it never waits, and is not repeated. Secrets are replaced as in <doc:RecordingAndReplaying>. With the option `body`,
/// events are brief, or have the form that a service expects.
///
/// Events are posted in their order. A status of the class 2xx accepts an event; 400, 413, 415 and 422 refuse it, and it is
/// discarded. After any other result, such as 503, a redirect or no answer, it is posted again: after a second, then twice as
/// long each time up to five minutes, after the time in `Retry-After`, at most an hour, and at once when another event occurs or
/// the device is online again. Redirects are not followed. Over plain HTTP to another host, nothing is posted while another host
/// may answer: while the access is captive, blocked or unknown.
///
/// Failures are counted with their reason, which names the host, never the rest of the URL.
package struct HTTPNotifier: Notifier {
    package let options: Options
    private let prober: (any Prober)?
    private let clock: any Clock<Duration>
    private let queue: PostingQueue
    private let newest = NewestAssessment()
    private let last = LastFinal()
    private let sentences: Sentences

    /// Creates a notifier; nothing is opened before a run.
    ///
    /// Over plain HTTP, events can be read and changed on their path. The ends of probes and failures of the source are not
    /// posted. The time between heartbeats is at least a second, the time limit of a post is greater than zero, and the path of
    /// the queue's file is absolute; without a path, events wait in memory.
    package init(
        to url: HTTPURL,
        through prober: some Prober,
        events: NotifierMailbox.Events = .changes,
        heartbeat: Duration? = nil,
        timeout: Duration = .seconds(10),
        queue: String? = nil
    ) {
        precondition(heartbeat.map { $0 >= .seconds(1) } ?? true, "a heartbeat comes at most once a second")
        precondition(timeout > .zero, "a post needs some time")
        precondition(queue?.hasPrefix("/") ?? true, "a queue needs an absolute path")
        var options = Options(url: .text("\(url)"))
        options.selection = EventSelection(events.subtracting([.probes, .sources]))
        (options.heartbeat, options.timeout, options.queue) = (heartbeat.map(WrittenTime.init), timeout, queue)
        self.init(options, prober, ContinuousClock())
    }

    init(
        _ options: Options,
        _ prober: (any Prober)?,
        _ clock: any Clock<Duration>,
        _ sentences: Sentences = Sentences()
    ) {
        (self.options, self.prober, self.clock, self.sentences) = (options, prober, clock, sentences)
        queue = PostingQueue(file: options.queue)
    }

    /// Returns a notifier with the same options that sends with another prober and other sentences.
    package func sending(through prober: any Prober, saying sentences: Sentences = Sentences()) -> HTTPNotifier {
        HTTPNotifier(options, prober, clock, sentences)
    }

    package var mailbox: NotifierMailbox {
        .all(options.selection.events.union([.changes, .confirmations]), upTo: 1000).observing(options.selection.kinds)
    }
    package var requirements: [Requirement] {
        let secrets = [options.url] + options.headers.sortedByKey.map(\.value.source)
        return secrets.compactMap(Requirement.init) + (options.queue.map { [.replacedFile($0)] } ?? [])
    }

    /// Adds the event to the waiting ones, if it is wanted; the state of an earlier run is posted only with heartbeats.
    ///
    /// - Throws: An error with the path and the system's message if the queue cannot be written; the event then waits in memory.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier):
            if let earlier {
                newest.store(earlier)
                last.change(to: earlier)
            }
            queue.ring()
        case .assessmentChanged(let assessment):
            // Postings that waited for the Internet are sent now.
            let isNews = assessment.access == .online && newest.assessment?.access != .online
            newest.store(assessment)
            if isNews { queue.ring() }
            guard last.change(to: assessment) != nil else { return }
            try await add(.changed, assessment)
        case .assessmentConfirmed(let assessment):
            newest.store(assessment)
            try await add(.confirmed, assessment)
        case .roundEnded(let assessment): try await add(.roundEnded, assessment)
        case .observed(let observation) where observation.isChange && options.selection.events.contains(.observations):
            if let posting = try options.body.posting(observation, sentences) { try await queue.append(posting) }
        case .runEnded:
            newest.clear()
            last.clear()
            // An event may come after the end of `serve`.
            if !queue.isOpen { try await queue.close() }
        default: break
        }
    }

    private func add(_ event: LinesNotifier.Event, _ assessment: Assessment) async throws {
        guard let kind = event.kind, options.selection.events.contains(kind),
            let posting = try options.body.posting(event, assessment, sentences)
        else { return }
        try await queue.append(posting)
    }

    /// Posts the waiting events and the heartbeats until the task is cancelled; throws if events are lost.
    package func serve(_ run: NotifierRun) async throws {
        // Without its file, the queue is in memory.
        do { try await queue.open() } catch { run.failed(error) }
        await withTaskGroup { group in
            group.addTask { await deliver(run) }
            group.addTask { await beat(run) }
            group.addTask { await keepInFile() }
            await group.waitForAll()
        }
        try await queue.close()
    }

    // MARK: Posting

    private static let pauses = RoundSchedule.Backoff(first: .seconds(1), maximum: .seconds(300))
    private static let requestedPauseMax = Duration.seconds(3600)
    private static let repeatedWritePause = Duration.seconds(10)

    /// Writes the queue again after a failure, which was counted.
    private func keepInFile() async {
        guard options.queue != nil else { return }
        while (try? await clock.sleep(for: Self.repeatedWritePause)) != nil { try? await queue.open() }
    }

    private func deliver(_ run: NotifierRun) async {
        var failureCount = 0
        while !Task.isCancelled {
            // Created first, so that no event is missed between the check and the wait.
            let event = queue.nextEvent()
            guard mayPost, let posting = queue.beginPosting() else {
                for await _ in event {}
                continue
            }
            let fault = await post(posting)
            if Task.isCancelled, fault != nil { return }
            if let fault { run.failed(fault) }
            if let fault, !fault.isRefusal {
                failureCount += 1
                if let pause = fault.pause {
                    try? await clock.sleep(for: min(pause, Self.requestedPauseMax))
                } else {
                    await wait(Self.pauses.delay(after: failureCount), or: event)
                }
            } else {
                failureCount = 0
                do { try await queue.remove(posting) } catch { run.failed(error) }
            }
        }
    }

    private func beat(_ run: NotifierRun) async {
        guard let pause = options.heartbeat?.duration else { return }
        while (try? await clock.sleep(for: pause)) != nil {
            guard mayPost, let assessment = newest.assessment,
                let posting = try? options.body.posting(.heartbeat, assessment, sentences)
            else { continue }
            if let fault = await post(posting), !Task.isCancelled { run.failed(fault) }
        }
    }

    private func wait(_ time: Duration, or event: AsyncStream<Never>) async {
        await withTaskGroup { group in
            group.addTask { try? await clock.sleep(for: time) }
            group.addTask { for await _ in event {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// Whether only the server can answer: over TLS, on this device, or while no other host is known to answer.
    private var mayPost: Bool {
        if options.isAuthenticated { return true }
        return switch newest.assessment?.access {
        case .online, .partial, .disconnected, .unreachable: true
        case .captive, .blocked, .determining, nil: false
        }
    }

    /// Posts a posting, and returns the reason why the server did not accept it; `nil` if it did.
    private func post(_ posting: Posting) async -> PostFault? {
        guard let prober else { return PostFault("there is no prober") }
        var http: HTTPQuestion
        do { http = try options.question() } catch { return PostFault("\(error)") }
        do { http = try options.body.request(posting, to: http) } catch {
            return PostFault("\(error)", isRefusal: true)
        }
        let limits = ProbeRequest.Limits(total: options.timeout, maximumBodySize: 1024)
        return PostFault(await prober.probe(ProbeRequest(.http(http), limits: limits)), host: http.url.host)
    }
}

/// The reason why a server did not accept an event.
struct PostFault: Error, CustomStringConvertible {
    let description: String
    /// Whether the server refuses this event, so that it is not posted again.
    private(set) var isRefusal: Bool
    /// The time after which the server permits the next request.
    private(set) var pause: Duration?

    init(_ description: String, isRefusal: Bool = false) {
        (self.description, self.isRefusal) = (description.printable(limit: 200), isRefusal)
    }

    /// Uses the host alone, because the rest of the URL may be a secret.
    init?(_ exchange: ProbeExchange, host: String) {
        switch exchange.outcome {
        case .success(.http(let response)):
            guard !(200..<300).contains(response.status) else { return nil }
            let isRedirect = (300..<400).contains(response.status)
            self.init("\(host) answers \(response.status)\(isRedirect ? "; redirects are not followed" : "")")
            isRefusal = [400, 413, 415, 422].contains(response.status)
            pause = exchange.pause(at: .system)
        case .success: self.init("\(host) gives no answer over HTTP")
        case .failure(let failure): self.init("\(host): \(failure)")
        }
    }
}
