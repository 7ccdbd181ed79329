extension JudgingChain {
    /// The answers for which a link is asked.
    public struct Condition: Hashable, Sendable, CustomStringConvertible {
        /// The known facts about the author of an answer.
        enum Author: Hashable {
            /// TLS verified the host that was asked; the answer is its own.
            case verified
            /// Any host may have given the answer.
            case unverified
        }

        /// The relation between an answer and its expectation.
        enum Expectation: Hashable {
            case met, notMet, notWhollyMet, mismatch, mismatchOfWhole
        }

        let author: Author?
        let expectation: Expectation?

        init(_ author: Author? = nil, _ expectation: Expectation? = nil) {
            (self.author, self.expectation) = (author, expectation)
        }

        /// Every answer.
        package static let everyAnswer = Condition()
        /// Answers whose author TLS verified (``ProbeExchange/Authentication/verified``).
        public static let verified = Condition(.verified)
        /// Answers that any host may have given.
        public static let unverified = Condition(.unverified)
        /// Answers that meet the expectation.
        package static let afterMatch = Condition(nil, .met)
        /// Answers that are not the expected one, or that have no expectation.
        public static let afterMismatch = Condition(nil, .mismatch)
        /// Answers that are not the expected one, if the whole expected answer is known.
        package static let afterMismatchOfWholeAnswer = Condition(nil, .mismatchOfWhole)

        /// The condition of signs of a portal; an endpoint may serve a page that resembles a portal's.
        static let signs = Condition(.unverified, .notWhollyMet)

        /// The names in configuration.
        package static let named: [(name: String, condition: Condition)] = [
            ("every-answer", .everyAnswer), ("verified", .verified), ("unverified", .unverified),
            ("after-match", .afterMatch), ("after-mismatch", .afterMismatch),
            ("after-mismatch-of-whole-answer", .afterMismatchOfWholeAnswer),
        ]

        public var description: String {
            let parts = [author?.description, expectation?.description].compactMap(\.self)
            return parts.isEmpty ? "every answer" : parts.joined(separator: ", ")
        }

        /// Returns the reason why the link is not asked; `nil` if it is.
        func exclusion(in judgement: Judgement) -> String? {
            if let author, (author == .verified) != judgement.isVerified {
                return judgement.isVerified ? "TLS verified who answered" : "it is not known who answered"
            }
            guard let expectation, !judgement.agrees(with: expectation) else { return nil }
            return switch expectation {
            case .met: "the answer is not the expected one"
            case .notMet: "the answer is the expected one"
            case .notWhollyMet: "the whole answer is the expected one"
            case .mismatch: "the answer is no other than the expected one"
            case .mismatchOfWhole: "the whole expected answer is not known, or the answer is no other"
            }
        }
    }
}

extension JudgingChain.Condition.Author: CustomStringConvertible {
    var description: String { self == .verified ? "of verified answers" : "of unverified answers" }
}

extension JudgingChain.Condition.Expectation: CustomStringConvertible {
    var description: String {
        switch self {
        case .met: "after a match"
        case .notMet: "without a match"
        case .notWhollyMet: "without a match of the whole answer"
        case .mismatch: "after a mismatch"
        case .mismatchOfWhole: "after a mismatch of the whole answer"
        }
    }
}

/// The facts about one exchange while its links are asked.
struct Judgement {
    let exchange: ProbeExchange
    /// The expectation of the endpoint combined with those of the list.
    let expectation: any ResponseValidator
    let expected: Verdict
    /// Whether TLS verified the author of the answer.
    let isVerified: Bool

    init(_ exchange: ProbeExchange, _ expectation: any ResponseValidator) {
        (self.exchange, self.expectation) = (exchange, expectation)
        expected = expectation.validate(exchange)
        if case .success = exchange.outcome {
            isVerified = exchange.authentication == .verified
        } else {
            isVerified = false
        }
    }

    /// Whether there is no expectation, and the answer proves nothing by itself.
    var isUnproven: Bool { expected.reason == .expectationMissing }

    fileprivate func agrees(with expectation: JudgingChain.Condition.Expectation) -> Bool {
        switch expectation {
        case .met: expected.finding == .genuine
        case .notMet: expected.finding != .genuine
        case .notWhollyMet: expected.finding != .genuine || expected.basis != .wholeAnswer
        case .mismatch: isMismatch
        case .mismatchOfWhole: isMismatch && expected.basis == .wholeAnswer
        }
    }

    private var isMismatch: Bool {
        switch expected.finding {
        case .substituted, .captive: true
        case .inconclusive: isUnproven
        // The endpoint's content in another page can be a portal's page, which shows it by its words and a link.
        case .failed: expected.reason.code == Reason.bodyAlteredCode && exchange.page?.links.isEmpty == false
        case .genuine: false
        }
    }
}
