import ConnectivityCore
import ConnectivityDecoding
import ConnectivityKit
import ConnectivityRegistry
import Testing

/// Compares verdicts on answers of real networks, and conclusions of other systems, with those of this package.
///
/// The tests need a folder that does not belong to this package. If it is missing, this is printed and nothing is
/// scored.
@Suite(.enabled("needs the folder of the corpus") { Corpus.found != nil })
struct VectorsTests {
    @Test func `At least 95 percent of other systems' correct conclusions agree with ours`() throws {
        let corpus = try #require(Corpus.found)
        let vectors = try corpus.objects("vectors.jsonl").map(Vector.init).filter(\.isScored)
        var agreed = 0
        for vector in vectors {
            let conclusion: String
            // A vector that cannot be translated, for example because of another pattern syntax, counts as a
            // disagreement.
            do { conclusion = try vector.conclusion(corpus) } catch { conclusion = "not translated: \(error)" }
            if vector.acceptable.contains(conclusion) {
                agreed += 1
            } else {
                print("vectors: \(vector.id) (\(vector.peer), \(vector.test)): \(vector.expected), ours \(conclusion)")
            }
        }
        print("vectors: \(vectors.count) scored, \(agreed) agree, \(percentage(agreed, of: vectors.count)) %")
        #expect(vectors.count >= 20)
        #expect(agreed * 100 >= vectors.count * 95)
    }

    @Test func `No recorded answer of the corpus leads to a forbidden verdict`() throws {
        let corpus = try #require(Corpus.found)
        var scored = 0
        var wrong = 0
        var acceptable = 0
        var exact = 0
        for entry in try corpus.objects("corpus.jsonl") {
            guard let url = entry["probe"]?.text.flatMap({ try? HTTPURL($0) }) else { continue }
            let verdict = try verdict(on: entry, at: url, corpus)
            scored += 1
            exact += entry["expected"]?.text == verdict ? 1 : 0
            acceptable += entry["acceptable"]?.texts.contains(verdict) == true ? 1 : 0
            if entry["must_not"]?.texts.contains(verdict) == true {
                wrong += 1
                print("corpus: \(entry["id"]?.text ?? ""): \(entry["expected"]?.text ?? ""), ours \(verdict)")
            }
        }
        print(
            "corpus: \(scored) scored, \(wrong) wrong, \(percentage(acceptable, of: scored)) % acceptable, "
                + "\(percentage(exact, of: scored)) % exact"
        )
        #expect(scored >= 20)
        #expect(wrong == 0)
    }

    @Test func `A portal that forges an answer is not believed if another answer reveals it`() throws {
        let corpus = try #require(Corpus.found)
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.example/"])
        let givenAway: [(Endpoint, Result<ProbeResponse, ProbeFailure>)] = [
            (.google, .success(portal)), (.cloudflareHTTPS, .failure(ProbeFailure(.tls(.unknownAuthority)))),
            (.cloudflareHTTPS, .failure(ProbeFailure(.connectionReset))),
        ]
        var scored = 0
        for entry in try corpus.objects("corpus.jsonl")
        where entry["tags"]?.texts.contains("lying-portal") == true {
            guard let url = entry["probe"]?.text.flatMap({ try? HTTPURL($0) }) else { continue }
            let lie = try report(on: entry, at: url, corpus)
            for (endpoint, outcome) in givenAway {
                let truth = report(endpoint, outcome)
                let access = PipelineConfiguration().policy.verdict(on: ProbeRound([lie, truth]))?.access
                #expect(access != nil && access != .online, "\(lie.name), \(truth.verdict.reason)")
                scored += 1
            }
        }
        print("lying portals: \(scored) scored")
    }

    private func report(_ endpoint: Endpoint, _ outcome: Result<ProbeResponse, ProbeFailure>) -> EndpointReport {
        let exchange = ProbeExchange(request: endpoint.request(), outcome: outcome)
        let judge = ExchangeJudge(PipelineConfiguration().validators)
        let verdict = judge.verdict(on: exchange, expecting: endpoint.expectation)
        return EndpointReport(name: endpoint.name, owner: endpoint.owner, exchange: exchange, verdict: verdict)
    }

    /// Returns the report that a pipeline would have on a recorded answer.
    private func report(on entry: JSON, at url: HTTPURL, _ corpus: Corpus) throws -> EndpointReport {
        let response = ProbeResponse(
            status: entry["http"]?["status"]?.int ?? 0,
            headers: HeaderFields(entry["http"]?["headers"]),
            body: try corpus.body(of: entry)
        )
        return report(Endpoint.builtIn(at: url) ?? Endpoint(url), .success(BodyDecoder().decoded(response)))
    }

    /// Returns the verdict of `classify`, in the corpus' terms.
    private func verdict(on entry: JSON, at url: HTTPURL, _ corpus: Corpus) throws -> String {
        switch try report(on: entry, at: url, corpus).verdict.finding {
        case .genuine: return "online"
        case .captive: return "captive"
        case .substituted: return "blocked"
        case .failed, .inconclusive: return "inconclusive"
        }
    }

    /// Returns a percentage with one decimal, rounded down, so that a value below 95 is never printed as 95.
    private func percentage(_ part: Int, of whole: Int) -> String {
        let thousandths = part * 1000 / max(whole, 1)
        return "\(thousandths / 10).\(thousandths % 10)"
    }
}
