public import ConnectivityCore

extension Detector {
    /// What is not answered yet; a rule that meets it is asked again once it is.
    public struct Unanswered: Error, Hashable {
        /// What has to be asked.
        public let questions: [Question]
    }

    /// The exchanges so far, as a rule reads them.
    ///
    /// A rule is written as if every answer were there. If one is missing, the look-up throws, the question goes out,
    /// and the rule begins anew.
    public struct Answers: Sendable {
        private var exchanges: [ProbeRequest: ProbeExchange] = [:]

        init(_ exchanges: some Sequence<ProbeExchange>) {
            for exchange in exchanges { self.exchanges[exchange.request.withoutWay] = exchange }
        }

        /// The answers to questions that are asked at the same time, in their order.
        /// - Parameter questions: The questions.
        /// - Returns: The answers.
        /// - Throws: Every question that has no answer yet.
        public func to(_ questions: [Question]) throws(Unanswered) -> [ProbeExchange] {
            let found = questions.compactMap { exchanges[$0.request] }
            guard found.count == questions.count else {
                throw Unanswered(questions: questions.filter { exchanges[$0.request] == nil })
            }
            return found
        }

        /// The answer to a question.
        /// - Parameter question: The question.
        /// - Returns: The answer.
        /// - Throws: The question, if it has no answer yet.
        public func to(_ question: Question) throws(Unanswered) -> ProbeExchange { try to([question])[0] }

        /// Where questions lead that are asked at the same time and whose redirects are followed.
        /// - Parameters:
        ///   - questions: The questions.
        ///   - way: How the client follows redirects.
        /// - Returns: The landings, in the order of the questions.
        /// - Throws: Every question and target that has no answer yet.
        public func following(
            _ questions: [Question],
            _ way: Redirection = Redirection()
        ) throws(Unanswered) -> [Landing] {
            var missing: [Question] = []
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
                let next = try to(Question(request: request, url: target, genuine: nil))
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
    public struct Redirection: Sendable {
        /// The status codes that it follows if there is a `Location`.
        public var statuses: Set<Int>
        /// Whether it takes a relative `Location`.
        public var isRelative: Bool
        /// Whether it stops at a response although that redirects.
        public var ends: @Sendable (ProbeResponse) -> Bool

        /// Creates a way of following; without arguments that of most clients.
        /// - Parameters:
        ///   - statuses: The status codes that the client follows if there is a `Location`.
        ///   - isRelative: Whether it takes a relative `Location`.
        ///   - ends: Whether it stops at a response although that redirects.
        public init(
            statuses: Set<Int> = [301, 302, 303, 307, 308],
            isRelative: Bool = true,
            ends: @escaping @Sendable (ProbeResponse) -> Bool = { _ in false }
        ) {
            self.statuses = statuses
            self.isRelative = isRelative
            self.ends = ends
        }
    }

    /// Where a question led after its redirects.
    public struct Landing: Sendable {
        /// How following ended.
        public enum End: Hashable, Sendable {
            /// The exchange is the last one.
            case arrived
            /// The exchange redirects further, and what is there was not recorded.
            case unknown
            /// The exchange redirects further and cannot be followed, for a reason in words.
            case lost(String)
        }

        /// The last exchange there is.
        public internal(set) var exchange: ProbeExchange
        /// The time from the question to here.
        public internal(set) var duration: Duration
        /// Whether the last exchange is the end.
        public internal(set) var end = End.arrived

        /// The reason that goes with ``End/unknown``.
        static let unknownReason = "it follows the redirect, whose target is not recorded"
    }
}

extension ProbeRequest {
    /// The request without what belongs to the path that it takes.
    fileprivate var withoutWay: ProbeRequest { ProbeRequest(question, path: ProbePath(family: path.family)) }
}
