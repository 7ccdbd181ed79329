public import ConnectivityCore
public import ConnectivityRecords

extension ReplayProber {
    /// Creates a prober that answers one URL, with one response per probe and without delay; the last one is repeated.
    public init(_ responses: [ProbeResponse], from url: HTTPURL, clock: C) {
        self.init(responses, from: .http(HTTPQuestion(url)), clock: clock)
    }

    /// Creates a prober that answers one question, such as that of an endpoint, with one answer per probe and without
    /// delay; the last one is repeated.
    public init(_ answers: [some AnswerConvertible], from question: Question, clock: C) {
        self.init(answers.map { Answer(question, .success($0.answer)) }, clock: clock)
    }
}
