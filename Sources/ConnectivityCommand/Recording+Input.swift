import ConnectivityKit
import ConnectivityRecords

// What the commands on recorded responses share.

extension Recording {
    /// Reads a recording that a user names on the command line; `-` is standard input.
    init(file path: String) throws(CommandError) {
        let bytes = try InputFile.read(path)
        do throws(RecordingError) {
            try self.init(parsing: bytes)
        } catch {
            throw CommandError(error, in: path)
        }
    }

    /// Our verdict on the decoded response: by the expectation given, else by that of the built-in endpoint; without a URL for the signs of a portal alone.
    func verdict(at url: HTTPURL?, expecting expectation: (any ResponseValidator)? = nil) -> Verdict {
        let request = ProbeRequest(url ?? "http://unknown.invalid/")
        let exchange = ProbeExchange(request: request, outcome: .success(BodyDecoder().decoded(response)))
        let builtIn = endpointName.flatMap(Endpoint.builtIn(named:)) ?? url.flatMap(Endpoint.builtIn(at:))
        guard url != nil || builtIn != nil || expectation != nil else {
            var verdict = ValidatorChain([PortalSignals(), EndpointTrouble()]).validate(exchange)
            verdict.portal?.learn(from: exchange)
            return verdict
        }
        return ExchangeJudge(.standard).verdict(on: exchange, expecting: expectation ?? builtIn?.expectation)
    }
}

extension Arguments {
    /// The value of an option as a URL that can be asked.
    func url(_ name: String) throws(CommandError) -> HTTPURL? {
        guard let text = try text(name) else { return nil }
        do throws(HTTPURL.Fault) {
            return try HTTPURL(text)
        } catch {
            throw usage("--\(name) \"\(text.printable(limit: 80))\" cannot be asked: \(error)")
        }
    }
}
