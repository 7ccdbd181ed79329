import ConnectivityCore
import ConnectivityRecords
import TestSupport
import Testing

@Suite struct `The rule that matches requests with recorded ones` {
    private typealias Replayer = ReplayProber<ContinuousClock>

    private static func recorded(_ question: HTTPQuestion, _ status: Int, on interface: String? = nil)
        -> Replayer.Answer
    {
        var answer = Replayer.Answer(.http(question), .success(.http(ProbeResponse(status: status))))
        answer.interface = interface
        return answer
    }

    /// The statuses that requests get, in order; zero if there is no answer.
    private static func statuses(
        _ answers: [Replayer.Answer],
        by matching: RequestMatching,
        of questions: HTTPQuestion...
    ) async -> [Int] {
        let prober = ReplayProber(answers, clock: .continuous, matching: matching)
        var statuses: [Int] = []
        for question in questions {
            statuses.append(await prober.probe(ProbeRequest(.http(question))).response?.status ?? 0)
        }
        return statuses
    }

    @Test func `Only the named parts of a request are compared`() async {
        let url: HTTPURL = "http://a.example:8080/path?id=1"
        let recorded = HTTPQuestion(url, method: .post, headers: ["X-Room": "12"], body: [1])
        // For each part, a question that differs from the recorded one in it alone.
        let others: [(RequestMatching.Part, HTTPQuestion)] = [
            (.method, HTTPQuestion(url, method: .get, headers: ["X-Room": "12"], body: [1])),
            (
                .scheme,
                HTTPQuestion("https://a.example:8080/path?id=1", method: .post, headers: ["X-Room": "12"], body: [1])
            ),
            (
                .host,
                HTTPQuestion("http://b.example:8080/path?id=1", method: .post, headers: ["X-Room": "12"], body: [1])
            ),
            (.port, HTTPQuestion("http://a.example/path?id=1", method: .post, headers: ["X-Room": "12"], body: [1])),
            (
                .path,
                HTTPQuestion("http://a.example:8080/other?id=1", method: .post, headers: ["X-Room": "12"], body: [1])
            ),
            (
                .query,
                HTTPQuestion("http://a.example:8080/path?id=2", method: .post, headers: ["X-Room": "12"], body: [1])
            ),
            (.field("x-room"), HTTPQuestion(url, method: .post, headers: ["X-Room": "13"], body: [1])),
            (.body, HTTPQuestion(url, method: .post, headers: ["X-Room": "12"], body: [1, 2])),
        ]
        let all = Set(others.map(\.0))
        let answers = [Self.recorded(recorded, 200)]
        for (part, question) in others {
            let with = await Self.statuses(answers, by: RequestMatching(all), of: recorded, question)
            expect(with, [200, 0], "\(part)")
            let without = await Self.statuses(
                answers,
                by: RequestMatching(all.subtracting([part])),
                of: recorded,
                question
            )
            expect(without, [200, 200], "\(part)")
        }
    }

    @Test func `An answer is given once, in order, or any number of times`() async {
        let question = HTTPQuestion("http://a.example/")
        let answers = [Self.recorded(question, 302), Self.recorded(question, 204)]
        let expected: [(RequestMatching.Repetition, [Int])] = [
            (.never, [302, 204, 0]), (.last, [302, 204, 204]), (.always, [302, 302, 302]),
        ]
        for (repetition, statuses) in expected {
            var matching = RequestMatching.standard
            matching.repetition = repetition
            let found = await Self.statuses(answers, by: matching, of: question, question, question)
            expect(found, statuses, "\(repetition)")
        }
    }

    @Test func `Without the interface, an answer of one interface goes to requests on every other`() async {
        let question = HTTPQuestion("http://a.example/")
        let answers = [Self.recorded(question, 204, on: "lo")]
        await expect(Self.statuses(answers, by: .standard, of: question), [0])
        await expect(Self.statuses(answers, by: RequestMatching([.host]), of: question), [204])
    }

    @Test func `A request without an answer names the nearest one and what differs`() async {
        let answers = [
            Self.recorded(HTTPQuestion("http://b.example/x"), 200),
            Self.recorded(HTTPQuestion("http://a.example/x"), 200, on: "lo"),
        ]
        let prober = ReplayProber(answers, clock: .continuous)
        let cases: [(HTTPURL, String)] = [
            ("http://a.example/x", "nearest is GET http://a.example/x on lo, another interface"),
            ("http://a.example/y", "nearest is GET http://a.example/x on lo, another path, another interface"),
            ("https://b.example/x", "nearest is GET http://b.example/x, another scheme, another port"),
        ]
        for (url, text) in cases {
            let exchange = await prober.probe(ProbeRequest(url, interface: "eth0"))
            guard case .failure(let failure) = exchange.outcome else {
                Issue.record("an answer to \(url)")
                continue
            }
            expect(failure.detail, "no answer is recorded for GET \(url) on eth0; \(text)")
        }
        let empty = ReplayProber([], clock: ContinuousClock())
        await expect(
            Self.detail(empty, HTTPQuestion("http://a.example/")),
            "no answer is recorded for GET http://a.example/"
        )
    }

    @Test func `A request whose answers are all given says so`() async {
        let question = HTTPQuestion("http://a.example/")
        var matching = RequestMatching.standard
        matching.repetition = .never
        let prober = ReplayProber([Self.recorded(question, 204)], clock: ContinuousClock(), matching: matching)
        await expect(Self.detail(prober, question), nil)
        let detail = await Self.detail(prober, question)
        expect(detail?.hasSuffix("; nearest is GET http://a.example/, which is matched already"), true)
    }

    /// The detail of the failure of a request; `nil` if it has an answer.
    private static func detail(_ prober: some Prober, _ question: HTTPQuestion) async -> String? {
        guard case .failure(let failure) = await prober.probe(ProbeRequest(.http(question))).outcome else { return nil }
        return failure.detail
    }
}
