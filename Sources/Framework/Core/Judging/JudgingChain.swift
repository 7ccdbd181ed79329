/// The rules by which one answer is judged, as an ordered list of links.
///
/// Every rule of judging, of this package or of the user, is a link of this list. ``ExchangeJudge`` asks the links in order, and
/// the first objection decides. ``Verdict/Finding/genuine`` comes from the last link alone, so no answer is genuine against an
/// objection.
///
/// A list of validators adds to the links of ``JudgingChain/StandardLink``. A validator of the user is asked after
/// ``JudgingChain/StandardLink/thisDevice``, before all signs of this package, for every answer; a validator that states an expectation
/// (``Verdict/Role/expectation``) is asked together with the endpoint's own expectation instead. The order of the list holds; a
/// sign of this package in the list, such as ``PortalSignals``, moves from its place to that of the list.
/// ``ResponseValidator/placed(_:)`` and ``ResponseValidator/asked(_:)`` give another place or another condition.
public struct JudgingChain: Sendable, ExpressibleByArrayLiteral {
    /// One rule at its place.
    public struct Link: Sendable {
        /// The name of the ``JudgingChain/StandardLink``, or the trace name of a validator.
        public let name: String
        /// The answers for which the link is asked.
        public let condition: Condition
        /// The standard link; `nil` for another link, even with the same name.
        let standard: JudgingChain.StandardLink?
        let rule: Rule
    }

    enum Rule: Sendable {
        /// A rule of this package that needs more than the exchange.
        case standard(JudgingChain.StandardLink)
        /// A sign of this package.
        case sign(any ResponseValidator)
        /// A validator of the user: no answer is genuine against its objection.
        case objection(any ResponseValidator)
    }

    /// The links, in the order in which they are asked.
    public let links: [Link]
    /// The validators as they were given, in order.
    public let validators: [any ResponseValidator]
    /// Whether the standard links are omitted, except for the required ones.
    package let isOnly: Bool
    package let leftOut: Set<JudgingChain.StandardLink>
    /// The validators that state an expectation of every answer, in order.
    let expectations: [any ResponseValidator]

    /// The standard links alone.
    public static let standard = JudgingChain([])

    /// Creates a chain of the standard links and validators.
    package init(_ validators: [any ResponseValidator]) { self.init(validators, isOnly: false, leavingOut: []) }

    public init(arrayLiteral validators: any ResponseValidator...) { self.init(validators) }

    /// Creates a chain that asks only validators and the endpoint's own expectation, to follow the rules of another client.
    ///
    /// Nothing guards the verdict, which assessments report as ``Assessment/Caveat/guardLeftOut``.
    public static func only(_ validators: [any ResponseValidator]) -> JudgingChain {
        JudgingChain(validators, isOnly: true, leavingOut: [])
    }

    /// Returns the chain without some standard links, none of which may be required (`JudgingChain.StandardLink.isRequired`).
    ///
    /// If one of them is a guard, assessments have the caveat ``Assessment/Caveat/guardLeftOut``.
    public func leavingOut(_ links: JudgingChain.StandardLink...) -> JudgingChain { leavingOut(Set(links)) }

    package func leavingOut(_ links: Set<JudgingChain.StandardLink>) -> JudgingChain {
        precondition(!links.contains(where: \.isRequired), "a chain needs its required links")
        return JudgingChain(validators, isOnly: isOnly, leavingOut: leftOut.union(links))
    }

    /// The guards that this chain lacks, or does not ask for every answer that they guard, in order.
    package var missingGuards: [JudgingChain.StandardLink] {
        JudgingChain.StandardLink.allCases.filter { guardian in
            guardian.isGuard
                && !links.contains {
                    $0.standard == guardian && [guardian.condition, .everyAnswer].contains($0.condition)
                }
        }
    }

    private init(_ validators: [any ResponseValidator], isOnly: Bool, leavingOut: Set<JudgingChain.StandardLink>) {
        self.validators = validators
        self.isOnly = isOnly
        leftOut = leavingOut
        let given = validators.map(GivenLink.init)
        expectations = given.compactMap { $0.link == nil ? $0.validator : nil }
        let moved = Set(given.compactMap(\.link?.standard))
        let kept = JudgingChain.StandardLink.allCases.filter { link in
            link.isRequired || !isOnly && !leavingOut.contains(link) && !moved.contains(link)
        }
        let front = kept.last { $0 == .unanswered || $0 == .thisDevice }
        links = kept.flatMap { (standard: JudgingChain.StandardLink) -> [Link] in
            var (before, own, after): ([Link], [Link], [Link]) = ([], [], [])
            for given in given {
                guard let link = given.link else { continue }
                switch given.position {
                case .before(standard): before.append(link)
                case .after(standard): after.append(link)
                case .instead(standard): own.append(given.isAskedOfItself ? link : link.asked(standard.condition))
                // Also a validator whose place is at an absent link.
                default:
                    if standard == front, given.position.map({ !kept.contains($0.anchor) }) ?? true {
                        after.append(link)
                    }
                }
            }
            if own.isEmpty { own = [standard.link] }
            // A link after the last one would never be asked.
            return standard == .outcome ? before + after + own : before + own + after
        }
    }
}

extension PipelineBuilder where Element == any ResponseValidator {
    /// Makes a chain of the standard links and the validators.
    public static func buildFinalResult(_ validators: [Element]) -> JudgingChain { JudgingChain(validators) }
}

extension JudgingChain {
    /// The place of a validator in a chain, relative to a standard link.
    public enum Position: Hashable, Sendable {
        /// Directly before the link.
        case before(JudgingChain.StandardLink)
        /// Directly after the link; before ``JudgingChain/StandardLink/outcome``, which is always the last.
        case after(JudgingChain.StandardLink)
        /// In the place of the link, which must not be required, under its condition unless the validator has its own.
        case instead(of: JudgingChain.StandardLink)

        package var anchor: JudgingChain.StandardLink {
            switch self {
            case .before(let link), .after(let link), .instead(let link): link
            }
        }
    }
}

extension JudgingChain {
    /// A validator with its own place, or its own condition, in a chain.
    public struct PlacedValidator: ResponseValidator {
        /// The validator.
        package let validator: any ResponseValidator
        /// The place; `nil` for that of the list.
        package let position: JudgingChain.Position?
        /// The answers for which it is asked; `nil` for those of its kind.
        package let condition: JudgingChain.Condition?

        public var traceName: String { validator.traceName }
        public var role: Verdict.Role { validator.role }

        public func validate(_ exchange: ProbeExchange) -> Verdict { validator.validate(exchange) }
    }
}

extension JudgingChain.PlacedValidator: DeclaringValidator {
    public var parts: [any ResponseValidator] { [validator] }
}

extension ResponseValidator {
    /// Returns the validator with a place in a chain, where it objects, in any role; it cannot replace a required link.
    public func placed(_ position: JudgingChain.Position) -> JudgingChain.PlacedValidator {
        if case .instead(let link) = position { precondition(!link.isRequired, "a chain needs its required links") }
        let given = self as? JudgingChain.PlacedValidator
        return JudgingChain.PlacedValidator(
            validator: given?.validator ?? self,
            position: position,
            condition: given?.condition
        )
    }

    /// Returns the validator with a limit on the answers for which it is asked; it then objects, in any role.
    public func asked(_ condition: JudgingChain.Condition) -> JudgingChain.PlacedValidator {
        let given = self as? JudgingChain.PlacedValidator
        return JudgingChain.PlacedValidator(
            validator: given?.validator ?? self,
            position: given?.position,
            condition: condition
        )
    }
}

/// A sign of this package, which has its own condition and may have a place among the standard links.
package protocol StandardSign: ResponseValidator {
    /// The link that asks it; `nil` if no link asks it alone.
    static var link: JudgingChain.StandardLink? { get }
}

extension StandardSign {
    package static var link: JudgingChain.StandardLink? { nil }
}

extension PortalSignals: StandardSign { package static var link: JudgingChain.StandardLink? { .portalSignals } }
extension ProxySignal { package static var link: JudgingChain.StandardLink? { .proxy } }
extension EndpointFailure { package static var link: JudgingChain.StandardLink? { .endpointFailure } }
extension WordingSignal { package static var link: JudgingChain.StandardLink? { .wording } }
extension UnexpectedPageSignal { package static var link: JudgingChain.StandardLink? { .unexpectedPage } }

/// A validator of a list, read once.
private struct GivenLink {
    let validator: any ResponseValidator
    let position: JudgingChain.Position?
    /// The link; `nil` for a validator that states an expectation.
    let link: JudgingChain.Link?
    /// Whether the list states the answers for which it is asked.
    let isAskedOfItself: Bool

    init(_ given: any ResponseValidator) {
        let placed = given as? JudgingChain.PlacedValidator
        let validator = placed?.validator ?? given
        (self.validator, position, isAskedOfItself) = (validator, placed?.position, placed?.condition != nil)
        if let sign = validator as? any StandardSign {
            let standard = type(of: sign).link
            link = JudgingChain.Link(
                name: standard?.rawValue ?? validator.traceName,
                condition: placed?.condition ?? standard?.condition ?? .signs,
                standard: standard,
                rule: .sign(validator)
            )
        } else if placed == nil, validator.role == .expectation {
            link = nil
        } else {
            link = JudgingChain.Link(
                name: validator.traceName,
                condition: placed?.condition ?? .everyAnswer,
                standard: nil,
                rule: .objection(validator)
            )
        }
    }
}

extension JudgingChain.Link {
    fileprivate func asked(_ condition: JudgingChain.Condition) -> Self {
        Self(name: name, condition: condition, standard: standard, rule: rule)
    }
}
