import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl classify`: prints the verdict on recorded responses.
enum ClassifyVerb: Verb {
    static let grammar = Grammar(
        name: "classify",
        summary: "Judge recorded raw HTTP responses, as curl -i prints them.",
        operands: "FILE...",
        options: [.value("url", "URL", "the requested URL; for a built-in endpoint, its expectation applies")]
            + Expectation.grammar + [
                .value("assessment", "FILE", "decide assessments again that check or watch printed with --json"),
                .flag("verified", "the response came over TLS that verified the host, so that it is the host's own"),
                .value("config", "FILE", "judge by the validators and endpoints of this configuration"),
                .flag("verbose", "print what every link of the chain said, in order", letter: "v"),
                .flag("json", "print one JSON object per file or assessment, in the given order"),
            ],
        notes: """
            The FILE - is standard input. Without --url, the "# url:" line of the recording applies; without either, the
            response is checked only for the signs of a portal. Without --expect and --verified, lines that begin with # follow:
            they state the verdict in a recording, for "fixture verify". With --config, its plugins are started. With --assessment, the exit status is 7 if an assessment
            differs from the result of its evidence.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let assessments = arguments.all("assessment")
        guard assessments.isEmpty else { return try AssessmentReplay.run(assessments, arguments, console) }
        guard !arguments.operands.isEmpty else { throw arguments.usage("missing FILE (- for standard input)") }
        let url = try arguments.url("url")
        let stated = try Expectation.validator(arguments, console.registry)
        let rules = try PipelineOptions.file(arguments, console)?.rules
        let judge = rules?.judge ?? ExchangeJudge(.standard)
        let authentication: ProbeExchange.Authentication? = arguments.has("verified") ? .verified : nil
        for path in arguments.operands {
            let recording = try Recording(file: path)
            let asked = url ?? recording.url
            let endpoint = rules.flatMap { rules in (rules.endpoints + rules.pool).first { $0.url == asked } }
            let expectation = stated ?? endpoint?.expectation
            let exchange = await recording.exchange(at: url, authentication: authentication)
                .testified(by: judge, expecting: expectation)
            let own = expectation ?? recording.builtIn(at: asked)?.expectation
            let isJudged = rules != nil || asked != nil || own != nil
            let verdict =
                isJudged
                ? judge.verdict(on: exchange, expecting: own) : recording.verdict(authentication: authentication)
            if arguments.has("json") {
                try console.printJSON(verdict)
            } else {
                let name = arguments.operands.count > 1 ? "\(path.printable(limit: 200)): " : ""
                let isUnknown = url == nil && recording.endpoint == nil && expectation == nil && rules == nil
                let line = verdict.line(console.registry.sentences, isUnknown: isUnknown)
                console.print("\(name)\(verdict.finding.rawValue): \(line)")
                if arguments.has("verbose"), isJudged {
                    let lines = judge.lines(on: exchange, expecting: own, console.registry.sentences)
                    for line in lines { console.print("  \(line)") }
                }
                // A recording cannot state these options, so its own verdict would differ.
                guard expectation == nil, authentication == nil, rules == nil else { continue }
                let lines = (url.map { ["# url: \($0)"] } ?? []) + Recording.Expectation(verdict).lines
                for line in lines { console.print(line.printable(limit: HTTPURL.byteCountMax + 64)) }
            }
        }
        return .success
    }
}

extension ProbeExchange {
    /// The exchange with the testimony of all witnesses that may judge it.
    fileprivate func testified(by judge: ExchangeJudge, expecting own: (any ResponseValidator)?) async -> ProbeExchange
    {
        let validators = judge.chain.validators + [own ?? judge.expectation].compactMap(\.self)
        var exchange = self
        exchange.parseAnswer()
        for witness in validators.flatMap(\.witnesses) {
            exchange.testimony.append(Testimony(of: witness, await witness.testify(on: exchange)))
        }
        return exchange
    }
}

extension Verdict {
    /// The reason and the advice to sign in; without the requested URL, the need for it.
    fileprivate func line(_ sentences: Sentences, isUnknown: Bool) -> String {
        let why = sentences.sentence(for: portal?.withoutURL(reason, of: portal) ?? reason)
        if isUnknown, finding == .inconclusive { return "\(why); name the requested URL with --url" }
        guard let portal else { return why }
        if isUnknown, portal.signInURL == nil {
            return "\(why); the sign-in page is at the requested URL: name it with --url"
        }
        return "\(why); \(portal.advice)"
    }
}
