import ConnectivityCore

/// What is not answered yet; a rule that meets it is asked again once it is.
struct Unanswered: Error {
    var questions: [Detector.Question]
}

/// The exchanges so far, as a rule reads them.
///
/// A rule is written as if every answer were there. Where one is missing, the look-up throws, the question goes out,
/// and the rule begins anew.
struct Answers {
    private var exchanges: [ProbeRequest: ProbeExchange] = [:]

    init(_ exchanges: some Sequence<ProbeExchange>) {
        for exchange in exchanges { self.exchanges[exchange.request.withoutWay] = exchange }
    }

    /// The answers to questions that are asked at the same time, in their order.
    func to(_ questions: [Detector.Question]) throws(Unanswered) -> [ProbeExchange] {
        let found = questions.compactMap { exchanges[$0.request] }
        guard found.count == questions.count else {
            throw Unanswered(questions: questions.filter { exchanges[$0.request] == nil })
        }
        return found
    }

    /// The answer to a question.
    func to(_ question: Detector.Question) throws(Unanswered) -> ProbeExchange { try to([question])[0] }

    /// Where questions lead that are asked at the same time and whose redirects are followed.
    /// - Parameters:
    ///   - questions: The questions.
    ///   - way: How the client follows redirects.
    /// - Returns: The landings, in the order of the questions.
    /// - Throws: Every question and target that has no answer yet.
    func following(
        _ questions: [Detector.Question],
        _ way: Redirection = Redirection()
    ) throws(Unanswered) -> [Landing] {
        var missing: [Detector.Question] = []
        var landings: [Landing] = []
        for exchange in try to(questions) {
            do throws(Unanswered) {
                landings.append(try landing(exchange, way))
            } catch {
                missing += error.questions.filter { !missing.contains($0) }
            }
        }
        guard missing.isEmpty else { throw Unanswered(questions: missing) }
        return landings
    }

    private func landing(_ first: ProbeExchange, _ way: Redirection) throws(Unanswered) -> Landing {
        var landing = Landing(exchange: first, duration: first.timings.total)
        for count in 0... {
            guard case .success(.http(let response)) = landing.exchange.outcome, !way.ends(response),
                let base = landing.exchange.request.url,
                way.statuses.contains(response.status), let location = response.headers["Location"]
            else { break }
            guard count < Detector.redirectCountMax else {
                landing.end = .lost("it redirects more than \(Detector.redirectCountMax) times")
                break
            }
            guard let target = way.isRelative ? try? base.resolving(location) : try? HTTPURL(location) else {
                landing.end = .lost("its redirect leads to no URL that can be asked")
                break
            }
            var request = first.request.withoutWay
            request.http?.url = target
            let next = try to(Detector.Question(request: request, url: target, genuine: nil))
            if case .failure(let failure) = next.outcome, failure.kind == .notRecorded {
                landing.end = .unknown
                break
            }
            landing.exchange = next
            landing.duration += next.timings.total
        }
        return landing
    }
}

/// How a client follows redirects.
struct Redirection {
    /// The status codes that it follows, where there is a `Location`.
    var statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// Whether it takes a relative `Location`.
    var isRelative = true
    /// Whether it stops at a response although that redirects.
    var ends: (ProbeResponse) -> Bool = { _ in false }
}

/// Where a question led after its redirects.
struct Landing {
    enum End: Hashable {
        /// The exchange is the last one.
        case arrived
        /// The exchange redirects further, and what is there was not recorded.
        case unknown
        /// The exchange redirects further, and cannot be followed, for a reason in words.
        case lost(String)
    }

    /// The last exchange there is.
    var exchange: ProbeExchange
    /// The time from the question to here.
    var duration: Duration
    /// Whether the last exchange is the end.
    var end = End.arrived

    /// The reason that goes with ``End/unknown``.
    static let unknownReason = "it follows the redirect, whose target is not recorded"
}

extension ProbeRequest {
    /// The request without what belongs to the path that it takes.
    fileprivate var withoutWay: ProbeRequest { ProbeRequest(question, path: ProbePath(family: path.family)) }
}
