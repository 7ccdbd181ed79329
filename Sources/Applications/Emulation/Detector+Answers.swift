package import ConnectivityCore

extension Detector {
    /// The error of a rule that lacks answers; the rule runs again after they arrive.
    package struct Unanswered: Error, Hashable {
        /// The unanswered questions; empty if a needed answer is unavailable.
        package let questions: [Question]
    }

    /// The exchanges so far, in the form for rules.
    ///
    /// A rule is written as if every answer were present. If an answer is missing, the look-up throws, the question is asked,
    /// and the rule starts again.
    package struct Answers: Sendable {
        /// The facts that the device knows without questions.
        package let link: Link
        private var exchanges: [ProbeRequest: ProbeExchange] = [:]

        init(_ exchanges: some Sequence<ProbeExchange>, on link: Link) {
            self.link = link
            for exchange in exchanges { self.exchanges[exchange.request.withoutPath] = exchange }
        }

        /// Returns the answers to simultaneous questions, in the order of the questions.
        /// - Throws: ``Unanswered`` with all questions without an answer.
        package func to(_ questions: [Question]) throws(Unanswered) -> [ProbeExchange] {
            let found = try known(questions)
            guard !found.contains(where: \.isUnknown) else { throw Unanswered(questions: []) }
            return found
        }

        /// Returns the answers, which may include exchanges with an unknown answer.
        func known(_ questions: [Question]) throws(Unanswered) -> [ProbeExchange] {
            let found = questions.compactMap { exchanges[$0.request.withoutPath] }
            guard found.count == questions.count else {
                throw Unanswered(questions: questions.filter { exchanges[$0.request.withoutPath] == nil })
            }
            return found
        }

        /// Returns the answer to a question.
        /// - Throws: ``Unanswered`` if the question has no answer yet.
        package func to(_ question: Question) throws(Unanswered) -> ProbeExchange { try to([question])[0] }

        /// Returns the landings of simultaneous questions after their redirects, in the order of the questions.
        /// - Throws: ``Unanswered`` with all questions and targets of redirects without an answer.
        package func following(
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
                    landing.end = .lost("its redirect has no usable URL")
                    break
                }
                var request = first.request.withoutPath
                request.http?.url = target
                let next = try known([Question(request: request, genuine: nil)])[0]
                guard !next.isUnknown else {
                    landing.end = .unknown
                    break
                }
                landing.exchange = next
                landing.duration += next.timings.total
            }
            return landing
        }
    }

    /// The redirect rule of a client.
    package struct Redirection: Sendable {
        /// The status codes of redirects, if there is a `Location`.
        package var statuses: Set<Int>
        /// Whether a relative `Location` is accepted.
        package var isRelative: Bool
        /// Returns whether the client stops at a redirecting response.
        package var ends: @Sendable (ProbeResponse) -> Bool

        /// Creates a redirect rule; the defaults are those of most clients.
        package init(
            statuses: Set<Int> = [301, 302, 303, 307, 308],
            isRelative: Bool = true,
            ends: @escaping @Sendable (ProbeResponse) -> Bool = { _ in false }
        ) {
            self.statuses = statuses
            self.isRelative = isRelative
            self.ends = ends
        }
    }

    /// The end of a question's redirects.
    package struct Landing: Sendable {
        /// The result of following redirects.
        package enum End: Hashable, Sendable {
            /// The exchange does not redirect further.
            case arrived
            /// The exchange redirects further, to a target without a recorded answer.
            case unknown
            /// The exchange redirects further, but the redirect cannot be followed; the text is the reason.
            case lost(String)
        }

        /// The last exchange.
        package internal(set) var exchange: ProbeExchange
        /// The total time of all exchanges of the question.
        package internal(set) var duration: Duration
        /// The result of following the redirects.
        package internal(set) var end = End.arrived

        /// The reason for a conclusion after ``End/unknown``.
        static let unknownReason = "it follows the redirect, but the target is not recorded"
    }
}

extension ProbeExchange {
    /// Whether no question was sent, so that the answer is unknown.
    var isUnknown: Bool {
        guard case .failure(let failure) = outcome else { return false }
        return failure.kind == .notRecorded || failure.kind == .unsupported
    }
}

extension ProbeRequest {
    /// The request without its path, except for the address family.
    fileprivate var withoutPath: ProbeRequest { ProbeRequest(question, path: ProbeRequest.Path(family: path.family)) }
}
