public import ConnectivityCore
public import ConnectivityRecords

extension ReplayProber {
    /// Creates a prober that answers one URL.
    /// - Parameters:
    ///   - responses: The responses, one per probe and without delay. The last one is repeated.
    ///   - url: The URL that is answered.
    ///   - clock: The clock of the simulation.
    public init(_ responses: [ProbeResponse], from url: HTTPURL, clock: C) {
        self.init(responses, from: .http(HTTPQuestion(url)), clock: clock)
    }

    /// Creates a prober that answers one question.
    /// - Parameters:
    ///   - answers: The answers, one per probe and without delay. The last one is repeated.
    ///   - question: The question, such as that of an endpoint.
    ///   - clock: The clock of the simulation.
    public init(_ answers: [some AnswerConvertible], from question: Question, clock: C) {
        self.init(answers.map { Answer(question, .success($0.answer)) }, clock: clock)
    }
}
