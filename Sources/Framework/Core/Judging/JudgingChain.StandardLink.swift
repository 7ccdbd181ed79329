extension JudgingChain {
    /// The links that every chain has unless the user omits them, in the order of their checks.
    public enum StandardLink: String, Hashable, Sendable, CaseIterable {
        /// There is no answer: the probe was cancelled, cut off, or could not be sent. There is no evidence.
        case unanswered
        /// The answer comes from this device, under a public name; no host on the network has answered.
        case thisDevice = "this-device"
        /// A filter that identifies itself although TLS verified the host: its authority is trusted on this device.
        case filter
        /// The signs of a portal (``PortalSignals``).
        ///
        /// The user's own page can have a form, a script, a refresh, a frame or a redirect on its own host. If an answer meets a part
        /// of the expectation, such a sign makes it inconclusive, unless the expectation states it (`AllowedPortalSigns`, a stated `Location`).
        case portalSignals = "portal-signals"
        /// The expectation of the endpoint combined with those of the list; decides only on a portal or on silence.
        case expectation
        /// An expected answer from a private address under a public name; it proves nothing about the Internet.
        case privateAddress = "private-address"
        /// An expected answer that any intermediary could give; it proves nothing, for any status and kind.
        case weakExpectation = "weak-expectation"
        /// A proxy on the path that answers itself.
        case proxy
        /// A failure of the endpoint itself: no answer, or a status that reports it.
        case endpointFailure = "endpoint-failure"
        /// The words of a page that is not the expected one.
        case wording
        /// Any page, although the whole expected answer is known.
        case unexpectedPage = "unexpected-page"
        /// An answer other than the expected one from a host that TLS verified: the endpoint itself has failed.
        case ownAnswer = "own-answer"
        /// The verdict of the expectation, if no link objected. Any other answer is substituted.
        case outcome

        /// Whether every chain has the link, because there is no verdict without it.
        package var isRequired: Bool { self == .unanswered || self == .expectation || self == .outcome }

        /// Whether a chain without the link could accept an answer as genuine that proves nothing.
        package var isGuard: Bool {
            switch self {
            case .thisDevice, .filter, .portalSignals, .privateAddress, .weakExpectation: true
            case .unanswered, .expectation, .proxy, .endpointFailure, .wording, .unexpectedPage, .ownAnswer, .outcome:
                false
            }
        }

        var condition: JudgingChain.Condition {
            switch self {
            case .unanswered, .thisDevice, .expectation, .outcome: .everyAnswer
            case .filter: .init(.verified, .notWhollyMet)
            case .portalSignals: .signs
            case .privateAddress, .weakExpectation: .init(.unverified, .met)
            case .proxy: .init(.unverified, .notMet)
            case .endpointFailure: .init(nil, .notMet)
            case .wording: .init(.unverified, .mismatch)
            case .unexpectedPage: .init(.unverified, .mismatchOfWhole)
            case .ownAnswer: .init(.verified, .mismatch)
            }
        }

        var link: JudgingChain.Link {
            let sign: (any ResponseValidator)? =
                switch self {
                case .filter: BlockPageSignal(isOnlyElsewhere: true)
                case .portalSignals: PortalSignals()
                case .proxy: ProxySignal()
                case .endpointFailure: EndpointFailure()
                case .wording: WordingSignal()
                case .unexpectedPage: UnexpectedPageSignal()
                default: nil
                }
            return .init(
                name: rawValue,
                condition: condition,
                standard: self,
                rule: sign.map { .sign($0) } ?? .standard(self)
            )
        }

        /// Returns the verdict of the rule, and whether it decides; for links that are not a sign.
        func opinion(on judgement: Judgement) -> (verdict: Verdict, decides: Bool) {
            let (exchange, expected) = (judgement.exchange, judgement.expected)
            switch self {
            case .unanswered:
                guard case .failure(let failure) = exchange.outcome,
                    failure.kind.isOwn || failure.kind == .cutOff || failure.kind == .cancelled
                else { return (.inconclusive, false) }
                let isCancelled = failure.kind == .cancelled
                return (Verdict(.inconclusive, because: isCancelled ? .notNeeded : .noAnswer(failure)), true)
            case .thisDevice:
                if case .thisDevice(let address) = PeerAddress(of: exchange) {
                    return (Verdict(.failed, because: .privateAddress(address), basis: .silence), true)
                }
                let isSilent = expected.finding == .failed && expected.basis == .silence
                return (isSilent ? expected : .inconclusive, isSilent)
            case .expectation:
                return (
                    expected,
                    expected.finding == .captive && !judgement.isVerified
                        || expected.basis == .silence && expected.finding != .genuine
                )
            case .privateAddress:
                guard case .privateNetwork(let address) = PeerAddress(of: exchange),
                    exchange.request.url?.scheme != .https
                else { return (.inconclusive, false) }
                return (Verdict(.inconclusive, because: .privateAddress(address)), true)
            case .weakExpectation:
                let weakness = judgement.expectation.weakness(on: exchange)
                return (weakness.map { Verdict(.inconclusive, because: $0) } ?? .inconclusive, weakness != nil)
            case .ownAnswer:
                guard expected.isConclusive else { return (.inconclusive, false) }
                return (Verdict(.failed, because: .ownAnswerDiffers(expected.reason)), true)
            default:
                return (judgement.outcome, true)
            }
        }
    }
}

extension Judgement {
    /// The verdict on an answer without objections.
    fileprivate var outcome: Verdict {
        if expected.isConclusive || isVerified || isUnproven || expected.reason.isUndecided { return expected }
        // A failure reaches this line only if the chain lacks the link that detects it.
        if case .failure(let failure) = exchange.outcome { return Verdict(.failed, because: .noAnswer(failure)) }
        return Verdict(.substituted, because: expected.reason)
    }
}
