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

    /// The verdict as `classify` comes to it, in the corpus' terms.
    private func verdict(on entry: JSON, at url: HTTPURL, _ corpus: Corpus) throws -> String {
        let response = ProbeResponse(
            status: entry["http"]?["status"]?.int ?? 0,
            headers: HeaderFields(entry["http"]?["headers"]),
            body: try corpus.body(of: entry)
        )
        let endpoint = Endpoint.builtIn(at: url) ?? Endpoint(url)
        let exchange = ProbeExchange(request: endpoint.request(), outcome: .success(response))
        let judge = ExchangeJudge(PipelineConfiguration().validators)
        switch judge.verdict(on: exchange, expecting: endpoint.expectation).finding {
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
