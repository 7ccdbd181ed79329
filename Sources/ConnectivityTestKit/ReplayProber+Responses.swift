public import ConnectivityCore
public import ConnectivityRecords

extension ReplayProber {
    /// Creates a prober that knows one URL.
    /// - Parameters:
    ///   - responses: What the URL answers, one a probe, at once; the last one again and again.
    ///   - url: The URL.
    ///   - clock: The clock of the simulation.
    public init(_ responses: [ProbeResponse], from url: HTTPURL, clock: C) {
        self.init(responses, from: .http(HTTPQuestion(url)), clock: clock)
    }

    /// Creates a prober that knows one question.
    /// - Parameters:
    ///   - answers: What the question is answered with, one a probe, at once; the last one again and again.
    ///   - question: The question, such as that of an endpoint.
    ///   - clock: The clock of the simulation.
    public init(_ answers: [some AnswerConvertible], from question: Question, clock: C) {
        self.init(answers.map { Answer(question, .success($0.answer)) }, clock: clock)
    }
}
