import ConnectivityFixtures
import ConnectivityKit

/// `connectivityctl classify`: the verdict on recorded responses.
enum ClassifyVerb: Verb {
    static let grammar = Grammar(
        name: "classify",
        summary: "Judge recorded raw HTTP responses, such as curl -i writes them.",
        operands: "FILE...",
        options: [.value("url", "URL", "the URL that was asked; a built-in endpoint's brings its expectation")]
            + Expectation.grammar + [.flag("json", "print one JSON object a file, in the order given")],
        notes: """
            A FILE of - is standard input. Without --url, a recording's own "# url:" line counts; without either, the
            response is judged for the signs of a portal alone.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard !arguments.operands.isEmpty else { throw arguments.usage("name at least one file, or -") }
        var url: HTTPURL?
        if let text = try arguments.text("url") {
            do throws(HTTPURL.Fault) {
                url = try HTTPURL(text)
            } catch {
                throw arguments.usage("--url \"\(text.printable(limit: 80))\" cannot be asked: \(error)")
            }
        }
        let expectation = try Expectation.validator(arguments, try PluginRegistry.standard())
        for path in arguments.operands {
            let bytes = Array(try InputFile.read(path))
            let recording: Recording
            do throws(RecordingError) {
                recording = try Recording(parsing: bytes)
            } catch {
                throw CommandError(error, in: path)
            }
            let verdict = verdict(on: recording, at: url ?? recording.url, expecting: expectation)
            if arguments.has("json") {
                try console.printJSON(verdict)
            } else {
                let name = arguments.operands.count > 1 ? "\(path.printable(limit: 200)): " : ""
                console.print("\(name)\(verdict.finding.rawValue): \(verdict.line)")
            }
        }
        return .success
    }

    private static func verdict(
        on recording: Recording,
        at url: HTTPURL?,
        expecting expectation: (any ResponseValidator)?
    ) -> Verdict {
        let request = ProbeRequest(url ?? "http://unknown.invalid/")
        let exchange = ProbeExchange(request: request, outcome: .success(BodyDecoder().decoded(recording.response)))
        let builtIn = recording.endpointName.flatMap(Endpoint.builtIn(named:)) ?? url.flatMap(Endpoint.builtIn(at:))
        guard let expectation = expectation ?? builtIn?.expectation ?? url.map({ Endpoint($0).expectation }) else {
            return ValidatorChain([PortalSignals(), EndpointTrouble()]).validate(exchange)
        }
        return ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: expectation)
    }
}

extension Verdict {
    fileprivate var line: String { "\(reason)\(portal.map { "; \($0.advice)" } ?? "")" }
}
