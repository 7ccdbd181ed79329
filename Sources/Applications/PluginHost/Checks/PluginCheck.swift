#if os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry

/// Checks the laws of plugins that judge answers or sign in, each law in a separate process.
package struct PluginCheck: Sendable {
    /// The laws; each raw value is the sentence for people.
    package enum Law: String, CaseIterable, Sendable {
        case introduces = "it introduces itself in time and in the right form"
        case answers = "it answers for every exchange, hostile and truncated ones too, within two seconds"
        case genuineNeedsAnswer = "it finds nothing genuine, and nothing accepted, that did not answer"
        case content = "it finds no answer genuine that any gateway gives, if it states content"
        case pure = "it says the same about the same exchange, later and in another process"
        case overlaps = "it answers 64 requests that are sent at once"
        case cancels = "it still answers after requests were cancelled"
        case options = "it survives options that make no sense"
        case endures = "it answers many requests without taking more and more memory"
        case ends = "it ends by itself when its input ends"
    }

    /// The result of a law.
    package struct Result: Sendable {
        package var law: Law
        /// The violation; `nil` if the law was kept.
        package var violation: String?
        /// Whether there was anything to check.
        package var isChecked = true
        /// The measured or counted values, in words.
        package var detail = ""
        /// The resource that the system refused to this process, so that nothing is known about the law.
        fileprivate var shortage: ProbeFailure.Resource?

        /// Records that a fault broke the law.
        fileprivate mutating func fail(_ fault: PluginFault, _ text: String? = nil) {
            violation = text ?? fault.detail
            shortage = fault.shortage
        }
    }

    private let program: PluginProgram
    private let options: PluginOptions
    private let exchanges: [ProbeExchange]
    private let callCount: Int
    private let log: @Sendable (String) -> Void

    private static let answerLimit = Duration.seconds(2)
    /// The time for an answer if the law is not about time.
    private static let timeout = Duration.seconds(10)
    /// The time for the end: longer than a host waits, because a busy device slows every program.
    private static let endLimit = Duration.seconds(3)
    /// The permitted growth of the memory after the first tenth of the requests, in bytes.
    private static let growth = 16 * 1024 * 1024

    /// Creates a check of at least ten exchanges, some of them without an answer.
    ///
    /// `callCount` is the number of requests of the law of endurance; `log` receives the standard error of the program.
    package init(
        _ program: PluginProgram,
        options: PluginOptions = PluginOptions(),
        exchanges: [ProbeExchange],
        callCount: Int = 10_000,
        log: @escaping @Sendable (String) -> Void
    ) {
        precondition(exchanges.count >= 10, "a check needs some exchanges")
        (self.program, self.options, self.exchanges) = (program, options, exchanges)
        (self.callCount, self.log) = (callCount, log)
    }

    /// Checks laws, one after the other.
    ///
    /// It throws `PluginError.shortage` if the system refuses a resource to this process, ``PluginOptions/Unfit`` if the
    /// options do not match the plugin's schema; neither is a fault of the plugin.
    package func run(_ laws: [Law] = Law.allCases, _ report: (Result) -> Void) async throws {
        for law in laws {
            var result = Result(law: law)
            var isFit: Swift.Result<Void, PluginOptions.Unfit> = .success(())
            do throws(PluginFault) {
                let plugin = try await RunningPlugin(program, log: log)
                isFit = options.isFit(for: plugin.manifest)
                if case .success = isFit { result = await check(law, plugin) }
                await plugin.end()
            } catch {
                result.fail(error)
            }
            try isFit.get()
            if let resource = result.shortage { throw PluginError.shortage("plugin", resource) }
            report(result)
            // Without an introduction no other law can be checked.
            if law == .introduces, result.violation != nil { return }
        }
    }

    private func check(_ law: Law, _ plugin: RunningPlugin) async -> Result {
        var result = Result(law: law)
        let parts = plugin.manifest.registers.compactMap { CheckedPart(plugin, $0, options: options[$0.id]) }
        switch law {
        case .introduces:
            result.detail =
                "\(plugin.manifest.name) \(plugin.manifest.version), "
                + plugin.manifest.registers.map(\.id).joined(separator: ", ")
        case .ends:
            let start = ContinuousClock.now
            let isForced = await plugin.end(signalAfter: Self.endLimit)
            let text = "\(Int((ContinuousClock.now - start) / .milliseconds(1))) ms after the end of its input"
            if isForced { result.violation = "it needed a signal, \(text)" } else { result.detail = text }
        default:
            (result.isChecked, result.detail) =
                parts.isEmpty ? (false, "it has no validator and no sign-in agent") : (true, "")
            for part in parts where result.violation == nil {
                switch law {
                case .answers, .genuineNeedsAnswer: await checkAnswers(part, &result)
                case .content: await checkContent(part, &result)
                case .pure: await checkPurity(part, &result)
                case .overlaps: await checkOverlap(part, &result)
                case .cancels: await checkCancellation(part, &result)
                case .options: await checkOptions(part, &result)
                case .endures: await checkEndurance(part, &result)
                case .introduces, .ends: break
                }
            }
        }
        return result
    }

    private func checkAnswers(_ part: CheckedPart, _ result: inout Result) async {
        let isAboutFailures = result.law == .genuineNeedsAnswer
        let asked = exchanges.filter { !isAboutFailures || $0.response == nil }
        for exchange in asked {
            do throws(PluginFault) {
                let saying = try await part.saying(on: exchange, within: Self.answerLimit)
                if isAboutFailures, let claim = saying.claim {
                    result.violation = "\(part.component.id) \(claim): \(exchange.short)"
                    return
                }
            } catch {
                guard !isAboutFailures || error.kind != .refused else { continue }
                result.fail(error, "\(part.component.id): \(error.detail), for \(exchange.short)")
                return
            }
        }
        result.detail = "\(asked.count) exchanges"
    }

    private func checkContent(_ part: CheckedPart, _ result: inout Result) async {
        guard part.component.statesContent else { return result.detail = "it states none" }
        let answers = ProbeExchange.gatewayAnswers
        for exchange in answers {
            do throws(PluginFault) {
                let saying = try await part.saying(on: exchange, within: Self.timeout)
                guard let claim = saying.claim else { continue }
                return result.violation = "\(part.component.id) \(claim): \(exchange.short)"
            } catch {
                return result.fail(error)
            }
        }
        result.detail = "\(answers.count) answers of gateways"
    }

    private func checkPurity(_ part: CheckedPart, _ result: inout Result) async {
        do throws(PluginFault) {
            let other = part.with(try await RunningPlugin(program, log: log))
            var first: [CheckedPart.Saying] = []
            for exchange in exchanges {
                first.append(try await part.saying(on: exchange, within: Self.timeout))
            }
            for (index, exchange) in exchanges.enumerated().reversed() {
                for part in [part, other] {
                    let again = try await part.saying(on: exchange, within: Self.timeout)
                    guard again != first[index] else { continue }
                    result.violation =
                        "\(first[index].short) first and \(again.short) later, or for another reason: "
                        + exchange.short
                    return
                }
            }
            await other.plugin.end()
        } catch {
            result.fail(error)
        }
    }

    private func checkOverlap(_ part: CheckedPart, _ result: inout Result) async {
        let faults = await withTaskGroup(of: PluginFault?.self) { group in
            for index in 0..<64 {
                let exchange = exchanges[index % exchanges.count]
                group.addTask {
                    do throws(PluginFault) {
                        _ = try await part.saying(on: exchange, within: .seconds(20))
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: [PluginFault?]()) { $0.append($1) }.compactMap(\.self)
        }
        if let fault = faults.first { result.fail(fault) }
    }

    private func checkCancellation(_ part: CheckedPart, _ result: inout Result) async {
        await withTaskGroup { group in
            for exchange in exchanges.prefix(10) {
                group.addTask { _ = try? await part.saying(on: exchange, within: Self.timeout) }
            }
            // A request that is cancelled before it is sent shows nothing. The first answer shows that some were sent.
            await group.next()
            group.cancelAll()
        }
        do throws(PluginFault) {
            for exchange in exchanges.prefix(10) {
                _ = try await part.saying(on: exchange, within: PluginLimits.cancellation)
            }
        } catch {
            result.fail(error)
        }
    }

    private func checkOptions(_ part: CheckedPart, _ result: inout Result) async {
        let nonsense: [JSON] = [
            .object([("no-such-option", .array([.null, .object([("a", .integer(-1))])]))]),
            .object([("", .string(String(repeating: "x", count: 100_000)))]),
        ]
        for options in nonsense {
            do throws(PluginFault) {
                _ = try await part.with(options: options).saying(on: exchanges[0], within: Self.timeout)
            } catch {
                // The plugin may refuse the options.
                guard error.kind != .refused else { continue }
                return result.fail(error)
            }
        }
    }

    private func checkEndurance(_ part: CheckedPart, _ result: inout Result) async {
        let small = exchanges.filter { ($0.response?.body.count ?? 0) <= 4096 }
        var times: [Duration] = []
        var early: Int?
        do throws(PluginFault) {
            for number in 0..<callCount {
                let start = ContinuousClock.now
                _ = try await part.saying(on: small[number % small.count], within: Self.timeout, stepCountMax: 2)
                times.append(ContinuousClock.now - start)
                if number == callCount / 10 { early = await part.plugin.memory() }
            }
        } catch {
            return result.fail(error, "\(error.detail), after \(times.count) requests")
        }
        times.sort()
        guard let median = times.dropFirst(times.count / 2).first, let slowest = times.last else { return }
        func text(_ time: Duration) -> String { "\(Int(time / .microseconds(1))) µs" }
        result.detail = "\(times.count) requests, half within \(text(median)), the slowest \(text(slowest))"
        guard let early, let late = await part.plugin.memory() else { return }
        let growth = (late - early) / 1024
        result.detail += ", memory \(late / 1024) KiB, grown by \(growth) KiB"
        if late - early > Self.growth { result.violation = "its memory grew by \(growth) KiB" }
    }
}

extension ProbeExchange {
    fileprivate var short: String {
        switch outcome {
        case .failure(let failure): "a failure (\(failure.kind))"
        case .success: response.map { "\($0.status) with \($0.body.count) bytes" } ?? "an answer of another kind"
        }
    }
}
#endif
