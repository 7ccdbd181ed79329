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
                .flag("json", "print one JSON object per file or assessment, in the given order"),
            ],
        notes: """
            The FILE - is standard input. Without --url, the "# url:" line of the recording applies; without either, the
            response is checked only for the signs of a portal. Without --expect and --verified, lines that begin with # follow:
            they state the verdict in a recording, for "fixture verify". With --assessment, the exit status is 7 if an assessment
            differs from the result of its own evidence.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let assessments = arguments.all("assessment")
        guard assessments.isEmpty else { return try AssessmentReplay.run(assessments, arguments, console) }
        guard !arguments.operands.isEmpty else { throw arguments.usage("missing FILE (- for standard input)") }
        let url = try arguments.url("url")
        let expectation = try Expectation.validator(arguments, console.registry)
        for path in arguments.operands {
            let recording = try Recording(file: path)
            let authentication: Authentication? = arguments.has("verified") ? .verified : nil
            let verdict = recording.verdict(at: url, expecting: expectation, authentication: authentication)
            if arguments.has("json") {
                try console.printJSON(verdict)
            } else {
                let name = arguments.operands.count > 1 ? "\(path.printable(limit: 200)): " : ""
                let isUnknown = url == nil && recording.endpoint == nil && expectation == nil
                let line = verdict.line(console.registry.sentences, isUnknown: isUnknown)
                console.print("\(name)\(verdict.finding.rawValue): \(line)")
                // A recording cannot state these options, so its own verdict would be another.
                guard expectation == nil, authentication == nil else { continue }
                let lines = (url.map { ["# url: \($0)"] } ?? []) + Recording.Expectation(verdict).lines
                for line in lines { console.print(line.printable(limit: HTTPURL.byteCountMax + 64)) }
            }
        }
        return .success
    }
}

extension Verdict {
    /// The reason, and where to sign in; without the requested URL, what it would be needed for.
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
