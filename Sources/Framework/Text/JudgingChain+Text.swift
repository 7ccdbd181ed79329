public import ConnectivityCore

extension JudgingChain {
    /// The links in the order of their calls, as one sentence for people.
    public var sentence: String {
        let links = links.map { link in
            let name = link.name.printable(limit: 60)
            return link.condition == .everyAnswer ? name : "\(name) (\(link.condition))"
        }
        return
            "Each answer is judged by these links, of which the first objection decides: \(links.joined(separator: "; "))."
    }
}

extension DecisionRules {
    /// Returns the results of all links for each answer on a path, one sentence each.
    package func judgingSentences(of path: PathAssessment, _ sentences: Sentences) -> [String] {
        [judge.chain.sentence]
            + path.endpoints.map { report in
                let own = expectation(of: report, on: path.network)
                let lines = judge.lines(on: report.exchange, expecting: own, sentences)
                return "\(report.name.printable(limit: 80)) was judged by: \(lines.joined(separator: "; "))."
            }
    }
}

extension ExchangeJudge {
    /// Returns the result of every link, in order, one line per link for people; the deciding link is marked.
    package func lines(
        on exchange: ProbeExchange,
        expecting own: (any ResponseValidator)?,
        _ sentences: Sentences
    ) -> [String] {
        trace(exchange, expecting: own).map { step in
            let name = step.name.printable(limit: 60)
            guard let verdict = step.verdict else { return "\(name): not asked, because \(step.exclusion ?? "")" }
            let said =
                verdict == .inconclusive
                ? "no objection" : "\(verdict.finding.rawValue), \(sentences.sentence(for: verdict.reason))"
            return "\(name): \(said)\(step.decides ? " (this decides)" : "")"
        }
    }
}
