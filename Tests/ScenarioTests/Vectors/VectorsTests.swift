import ConnectivityKit
import Testing

/// What real networks answered, and what other systems concluded, against what we do.
///
/// Both need a folder that is no part of this package; where it is missing, that is said and nothing is scored.
@Suite(.enabled("needs the folder of the corpus") { Corpus.found != nil })
struct VectorsTests {
    @Test func `Other systems' conclusions, where they are right, are ours`() throws {
        let corpus = try #require(Corpus.found)
        let vectors = try corpus.objects("vectors.jsonl").map(Vector.init).filter(\.isScored)
        var agreed = 0
        for vector in vectors {
            let conclusion: String
            // What cannot be translated, such as a pattern in another syntax, is no agreement.
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

    @Test func `No recorded answer leads to a verdict that it must not lead to`() throws {
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

    @Test func `A portal that forges an answer is not believed where another answer gives it away`() throws {
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
                let access = PipelineConfiguration().policy.verdict(on: Round([lie, truth]))?.access
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

    /// The report as a pipeline would have it on a recorded answer.
    private func report(on entry: JSON, at url: HTTPURL, _ corpus: Corpus) throws -> EndpointReport {
        let response = ProbeResponse(
            status: entry["http"]?["status"]?.int ?? 0,
            headers: HeaderFields(entry["http"]?["headers"]),
            body: try corpus.body(of: entry)
        )
        return report(Endpoint.builtIn(at: url) ?? Endpoint(url), .success(BodyDecoder().decoded(response)))
    }

    /// The verdict as `classify` comes to it, in the corpus' terms.
    private func verdict(on entry: JSON, at url: HTTPURL, _ corpus: Corpus) throws -> String {
        switch try report(on: entry, at: url, corpus).verdict.finding {
        case .genuine: return "online"
        case .captive: return "captive"
        case .substituted: return "blocked"
        case .failed, .inconclusive: return "inconclusive"
        }
    }

    /// With one digit behind the point, rounded down, so that 95 is never less than 95.
    private func percentage(_ part: Int, of whole: Int) -> String {
        let thousandths = part * 1000 / max(whole, 1)
        return "\(thousandths / 10).\(thousandths % 10)"
    }
}
