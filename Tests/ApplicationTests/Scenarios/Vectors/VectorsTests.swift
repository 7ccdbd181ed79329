import ConnectivityCore
import ConnectivityDecoding
import ConnectivityKit
import ConnectivityRegistry
import TestSupport
import Testing

/// Compares verdicts on answers of real networks, and conclusions of other systems, with those of this package.
///
/// The tests need a folder that does not belong to this package. If it is missing, this is printed and nothing is
/// scored.
@Suite(.needs(Corpus.need))
struct VectorsTests {
    @Test func `Every member of every vector's configuration is translated, or listed as irrelevant`()
        throws
    {
        let corpus = try #require(Corpus.found)
        var used: Set<String> = []
        for vector in try corpus.objects("vectors.jsonl").map(Vector.init) {
            for name in vector.config.members.keys {
                used.insert(name)
                let isKnown = Vector.translated.contains(name) || Vector.undecisive[name] != nil
                #expect(isKnown, "\(vector.id): \(name)")
            }
        }
        #expect(Vector.translated.isDisjoint(with: Vector.undecisive.keys))
        expect(Vector.translated.union(Vector.undecisive.keys), used)
    }

    @Test func `At least 97 percent of other systems' correct conclusions agree with ours, and all are translated`()
        throws
    {
        let corpus = try #require(Corpus.found)
        let vectors = try corpus.objects("vectors.jsonl").map(Vector.init)
        var agreed = 0
        var unscored: [String: [String]] = [:]
        var deviating: Set<String> = []
        for vector in vectors {
            let conclusion = try vector.conclusion(corpus)
            if let reason = vector.unscored {
                unscored[reason, default: []].append(vector.id)
            } else if vector.acceptable.contains(conclusion) {
                agreed += 1
            } else {
                deviating.insert(vector.id)
                let reason = Vector.deviating[vector.id] ?? "for no known reason"
                print("vectors: \(vector.id) (\(vector.peer)): \(vector.expected), ours \(conclusion): \(reason)")
            }
        }
        for (reason, ids) in unscored.sorted(by: { $0.key < $1.key }) {
            print("vectors: not scored, \(reason): \(ids.joined(separator: " "))")
        }
        let scored = agreed + deviating.count
        print(
            "vectors: \(vectors.count) translated, \(scored) scored, \(agreed) agree, \(percentage(agreed, of: scored)) %"
        )
        #expect(scored >= 20)
        #expect(agreed * 100 >= scored * 97)
        expect(deviating, Set(Vector.deviating.keys))
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
        expect(wrong, 0)
    }

    @Test func `A portal that forges an answer is not trusted if another answer reveals it`() throws {
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
