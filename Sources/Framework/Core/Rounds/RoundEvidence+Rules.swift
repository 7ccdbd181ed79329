// The rules from 3 on of the evidence policy, in order. The guide TheRulesOfARound has them under the same names.

extension RoundEvidence {
    /// A reason why the answers do not suffice for `online`, and the place of the report that shows it.
    enum Doubt {
        case contradicted(Int)
        case broken(InternetPart, Int)
        case tooFew
    }

    /// The answers of a round, with the facts that several rules need.
    struct Answers {
        let all: [Observation]
        /// The conclusive answers of neutral owners over TLS.
        let neutral: [Observation]
        /// The neutral owners that are genuine over TLS.
        let trusted: Set<String>
        let genuine: Set<String>

        init(_ all: [Observation]) {
            self.all = all
            neutral = all.filter { $0.isNeutral && $0.isOverTLS && $0.isConclusive }
            trusted = owners(neutral, where: \.isGenuine)
            genuine = owners(all, where: \.isGenuine)
        }
    }

    /// A rule; if it applies, the access is not online.
    struct Rule: Sendable {
        let name: String
        let doubt: @Sendable (Answers) -> Doubt?

        init(_ name: String, _ doubt: @escaping @Sendable (Answers) -> Doubt?) {
            (self.name, self.doubt) = (name, doubt)
        }
    }

    static let rules = [
        Rule("TLS is refused for two owners") { answers in
            let faults = answers.all.filter(\.isFaultOfTLS)
            return owners(faults).count > 1 ? .contradicted(faults[0].place) : nil
        },
        Rule("Something answers at an unassigned address") { answers in
            answers.all.first(where: \.isInterception).map { .contradicted($0.place) }
        },
        Rule("Neutral owners are missing") { answers in
            let (neutral, trusted) = (answers.neutral, answers.trusted)
            guard let first = neutral.first(where: { !trusted.contains($0.owner) }),
                trusted.count * 2 <= owners(neutral).count
            else { return nil }
            return .contradicted(first.place)
        },
        Rule("One address family is broken") { answers in
            IPAddress.Family.allCases.lazy.compactMap { brokenFamily($0, answers) }.first
        },
        Rule("Plain HTTP is broken") { answers in
            let plain = answers.all.filter { $0.isPlain && $0.isConclusive }
            let genuineOwners = owners(plain, where: \.isGenuine)
            let silent = plain.filter { !genuineOwners.contains($0.owner) }
            let isSilent = genuineOwners.isEmpty && silent.contains { !$0.isOwnFailure }
            guard let first = silent.first, isSilent || owners(silent).count > failuresMax(of: owners(plain).count)
            else { return nil }
            return .broken(.http, first.place)
        },
        Rule("TLS proves too little") { answers in
            let proved = answers.all.filter { $0.isGenuine && $0.isOverTLS }
            let failed = answers.all.filter(\.isFailure)
            let isProved = owners(proved).count > 1 && proved.contains(where: \.isNeutral)
            guard !isProved, !failed.isEmpty || proved.isEmpty else { return nil }
            let overTLS = failed.first(where: \.isOverTLS) ?? failed.first
            return overTLS.map { .broken(.https, $0.place) } ?? .tooFew
        },
        Rule("Too many owners failed") { answers in
            let failed = answers.all.filter(\.isFailure)
            let conclusive = owners(answers.all, where: \.isConclusive)
            let whole = owners(failed) { $0.family == nil }
            let failing = whole.union(owners(failed).subtracting(answers.genuine))
            return failing.count > failuresMax(of: conclusive.count) ? .tooFew : nil
        },
    ]

    private static func brokenFamily(_ family: IPAddress.Family, _ answers: Answers) -> Doubt? {
        let (all, trusted, genuine) = (answers.all, answers.trusted, answers.genuine)
        let asked = all.filter { $0.family == family && $0.isConclusive }
        let trustedOverTLS = asked.filter { $0.isNeutral && $0.isOverTLS && trusted.contains($0.owner) }
        let failed = trustedOverTLS.filter(\.isFailure)
        if let first = failed.first, failed.count * 2 >= trustedOverTLS.count {
            return .broken(family.part, first.place)
        }
        let silent = asked.filter { $0.isPlain && $0.isFailure }
        if let first = silent.first, owners(silent).count > 1,
            owners(silent).count * 2 >= owners(asked, where: \.isPlain).count
        {
            return .broken(family.part, first.place)
        }
        // If all forms of an endpoint fail, the endpoint is the cause.
        guard trustedOverTLS.isEmpty, !asked.contains(where: \.isGenuine),
            let first = asked.first(where: { genuine.contains($0.owner) && !$0.isOwnFailure }),
            !all.contains(where: { $0.isGenuine && $0.answeredOver == family })
        else { return nil }
        return .broken(family.part, first.place)
    }
}
