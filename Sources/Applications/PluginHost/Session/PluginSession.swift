#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Glibc

/// One plugin on its own thread: starts its program, sends requests, receives answers, and ends the program.
///
/// A request starts the program if it does not run. A violation of the contract ends the plugin: the fault becomes the
/// answer to every waiting request, and the next request starts the program again, see ``RestartRule``. So no message of
/// a plugin with untrusted output is ever used.
struct PluginSession: BlockingLibrary {
    typealias Request = PluginCall
    typealias Answer = PluginReply

    /// The number of the introduction request; the numbers of jobs begin with 1.
    private static let greeting: UInt64 = 0

    private enum State {
        case down
        /// The plugin has not introduced itself yet.
        case greeting(until: ContinuousClock.Instant)
        case up(JSON)
        /// The plugin received `bye` and is not started again.
        case over
    }

    private let program: PluginProgram
    /// The digest of the program, which the testimony of its witnesses records.
    private let digest: String
    private let name: String
    private let log: @Sendable (String) -> Void
    /// The plugin's introduction at its first start; it must not change.
    private var introduction: JSON?
    private var state = State.down
    private var connection: PluginConnection?
    private var restarts = RestartRule()
    private var calls: [UInt64: PluginCall] = [:]
    /// Requests whose answers are no longer awaited, with the time by which they must arrive.
    private var abandoned: [UInt64: ContinuousClock.Instant] = [:]
    private var ended: [(job: BlockingJob, answer: PluginReply)] = []
    private var endings: [EndingProcess] = []
    /// Whether the last program to end needed a signal.
    private var wasForced = false
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(_ program: PluginProgram, digest: String, name: String, log: @escaping @Sendable (String) -> Void) {
        (self.program, self.digest, self.name, self.log) = (program, digest, name, log)
    }

    // MARK: Requests

    mutating func begin(_ job: BlockingJob, _ call: PluginCall) -> PluginReply? {
        let now = ContinuousClock.now
        if case .over = state { return .failure(PluginFault(.ended, "the plugin was asked to end")) }
        if case .end(let time) = call.purpose { return end(job, call, signalAfter: time, at: now) }
        if case .process = call.purpose {
            guard let connection else { return .failure(PluginFault(.ended, "the program does not run")) }
            return .success(.integer(connection.child.number))
        }
        if case .down = state {
            if let refusal = restarts.refusal(at: now) { return .failure(refusal) }
            do throws(PluginFault) { try start(at: now) } catch { return .failure(error) }
        }
        if case .up(let introduction) = state, case .introduction = call.purpose { return .success(introduction) }
        guard calls.count < PluginLimits.calls else {
            return .failure(PluginFault(.busy, "\(calls.count) requests wait for it already"))
        }
        calls[job.number] = call
        if case .up = state { send(job.number, call) }
        return nil
    }

    mutating func cancel(_ job: BlockingJob) -> PluginReply {
        if case .request = calls.removeValue(forKey: job.number)?.purpose { abandon(job.number, at: .now) }
        return .failure(PluginFault(.cancelled, "the request was cancelled"))
    }

    /// Sends `bye` to the program; every other request ends.
    private mutating func end(
        _ job: BlockingJob,
        _ call: PluginCall,
        signalAfter time: Duration,
        at now: ContinuousClock.Instant
    ) -> PluginReply? {
        try? connection?.send(PluginMessage.bye)
        stop(PluginFault(.ended, "the plugin was asked to end"), signalAfter: time, at: now)
        state = .over
        guard !endings.isEmpty else { return .success(.bool(false)) }
        calls[job.number] = call
        return nil
    }

    private mutating func start(at now: ContinuousClock.Instant) throws(PluginFault) {
        do throws(PluginFault) {
            // The answers of another program must not be recorded as those of this one.
            guard try program.digest().text == digest else {
                throw PluginFault(.start, "\(program.command[0]) has changed since its first start")
            }
            let child = try child()
            let errors = ErrorLines(name: name, log: log, at: now)
            connection = PluginConnection(child, lineLimit: PluginProgram.Limits.line, errors: errors)
        } catch {
            restarts.failed(error, at: now)
            throw error
        }
        restarts.started(at: now)
        state = .greeting(until: now + program.limits.start)
        let hello = PluginMessage.hello(Self.greeting)
        try connection?.send(hello)
    }

    private func child() throws(PluginFault) -> ChildProcess {
        do throws(ChildProcess.Refusal) {
            return try ChildProcess(program)
        } catch {
            throw PluginFault(.start, "\(program.command[0]) \(error.description)", shortage: error.shortage)
        }
    }

    private mutating func send(_ number: UInt64, _ call: PluginCall) {
        guard case .request(let message) = call.purpose else { return }
        do throws(PluginFault) {
            try connection?.send(PluginMessage.numbered(number, message))
        } catch {
            fail(error)
        }
    }

    /// Cancels a request in the plugin.
    private mutating func abandon(_ number: UInt64, at now: ContinuousClock.Instant) {
        guard case .up = state else { return }
        abandoned[number] = now + PluginLimits.cancellation
        do throws(PluginFault) { try connection?.send(PluginMessage.cancel(number)) } catch { fail(error) }
    }

    // MARK: Events

    mutating func takeEnded() -> [(job: BlockingJob, answer: PluginReply)] {
        let now = ContinuousClock.now
        connection?.write()
        connection?.readErrors(&buffer, at: now)
        do throws(PluginFault) {
            for line in try connection?.readLines(&buffer) ?? [] { try receive(line) }
            try checkTimes(now)
            try checkEnd(now)
        } catch {
            fail(error)
        }
        // Not `removeAll`, whose closure cannot change an element.
        for index in endings.indices.reversed() where endings[index].step(at: now) {
            wasForced = endings.remove(at: index).isForced
        }
        if case .over = state, endings.isEmpty {
            ended += calls.keys.map { (BlockingJob($0), .success(.bool(wasForced))) }
            calls = [:]
        }
        defer { ended = [] }
        return ended
    }

    mutating func wait(for waker: Waker, atMost limit: Duration) {
        let now = ContinuousClock.now
        var deadlines = calls.values.compactMap(\.deadline) + abandoned.values + endings.map(\.deadline)
        if case .greeting(let until) = state { deadlines.append(until) }
        var descriptors = [pollfd(fd: waker.number, events: Int16(POLLIN), revents: 0)]
        if let polled = connection?.polled(at: now) {
            descriptors += polled.descriptors
            deadlines += [polled.until, connection?.deadline].compactMap(\.self)
        }
        descriptors += endings.map { .toRead($0.child.descriptor.number) }
        let longest = deadlines.min().map { min(limit, $0 - now) } ?? limit
        Poll.wait(for: &descriptors, atMost: longest)
    }

    private mutating func receive(_ line: [UInt8]) throws(PluginFault) {
        let message = try PluginMessage.answer(line, limit: PluginProgram.Limits.line)
        if message.number == Self.greeting, case .greeting = state {
            try welcome(message.body)
        } else if let call = calls[message.number], case .request = call.purpose, case .up = state {
            guard message.isPartial else {
                calls[message.number] = nil
                ended.append((BlockingJob(message.number), .success(message.body)))
                return
            }
            let fault =
                call.each.map { $0(message.body) } ?? PluginFault(.malformed, "one answer only can be given here")
            if let fault { throw fault }
        } else if abandoned.removeValue(forKey: message.number) == nil {
            throw PluginFault(.unasked, "it answered the request \(message.number), for which nothing waits")
        }
    }

    private mutating func welcome(_ introduction: JSON) throws(PluginFault) {
        guard self.introduction ?? introduction == introduction else {
            throw PluginFault(.malformed, "its answer to hello differs from the one of its first start")
        }
        // A plugin with an invalid introduction receives no request; the initializer throws the fault.
        _ = try PluginManifest(introduction)
        self.introduction = introduction
        state = .up(introduction)
        for (number, call) in calls.sortedByKey {
            send(number, call)
            guard case .introduction = call.purpose else { continue }
            calls[number] = nil
            ended.append((BlockingJob(number), .success(introduction)))
        }
    }

    private mutating func checkTimes(_ now: ContinuousClock.Instant) throws(PluginFault) {
        if case .greeting(let until) = state, now >= until {
            let seconds = program.limits.start.seconds
            throw PluginFault(.late, "it did not answer hello within \(JSON.number(seconds).text) s")
        }
        for (number, call) in calls {
            guard let deadline = call.deadline, now >= deadline else { continue }
            calls[number] = nil
            ended.append((BlockingJob(number), .failure(PluginFault(.late, "it did not answer in time"))))
            if case .request = call.purpose { abandon(number, at: now) }
        }
        if let late = abandoned.min(by: { $0.value < $1.value }), now >= late.value {
            throw PluginFault(.late, "it still did not answer long after the request was cancelled")
        }
    }

    private func checkEnd(_ now: ContinuousClock.Instant) throws(PluginFault) {
        guard let connection else { return }
        if let end = connection.child.takeEnd() { throw PluginFault(.ended, end.text) }
        try connection.checkPipes(now)
    }

    /// Ends the program because of a fault, which becomes the answer to every waiting request.
    private mutating func fail(_ fault: PluginFault) {
        let now = ContinuousClock.now
        guard connection != nil else { return }
        log("plugin \(name): \(fault.detail)")
        restarts.failed(fault, at: now)
        stop(fault, at: now)
    }

    private mutating func stop(
        _ fault: PluginFault,
        signalAfter time: Duration = ChildProcess.gracePeriod,
        at now: ContinuousClock.Instant
    ) {
        if var connection {
            connection.readErrors(&buffer, at: now)
            connection.endErrors()
            endings.append(EndingProcess(connection.child, signalAfter: time, at: now))
        }
        connection = nil
        state = .down
        abandoned = [:]
        ended += calls.keys.sorted().map { (BlockingJob($0), .failure(fault)) }
        calls = [:]
    }
}
#endif
