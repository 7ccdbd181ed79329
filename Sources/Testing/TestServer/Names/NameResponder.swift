import ConnectivityCore

/// Answers messages to name servers by rules, over any transport.
package struct NameResponder: Sendable {
    private let rules: [(pattern: NamePattern, rule: NameRule)]
    private let onQuestion: @Sendable (String, Int, Int?) -> Void

    /// Creates a responder that answers by the first matching rule; `onQuestion` receives the index of the rule.
    package init(
        _ rules: [NameRule],
        onQuestion: @escaping @Sendable (_ name: String, _ type: Int, _ rule: Int?) -> Void = { _, _, _ in }
    ) {
        self.rules = rules.map { (NamePattern($0.name), $0) }
        self.onQuestion = onQuestion
    }

    /// An answer to send.
    struct Reply {
        var bytes: [UInt8]
        var delay = Duration.zero
        /// Whether more bytes are announced than sent.
        var isCut = false
    }

    /// Returns the answer to a message, `nil` if none is sent, and whether the message is a question.
    func answer(to message: [UInt8], isDatagram: Bool) -> (answer: Reply?, isQuestion: Bool) {
        do throws(NameQuestion.Fault) {
            let question = try NameQuestion(message)
            let index = rules.firstIndex {
                $0.pattern.matches(question.name) && $0.rule.type.map { $0.number == question.type } ?? true
            }
            onQuestion(question.name, question.type, index)
            let rule = index.map { rules[$0].rule }
            let bytes = question.answer(by: rule, isDatagram: isDatagram)
            return (bytes.map { Reply(bytes: $0, delay: rule?.delay ?? .zero, isCut: rule?.result == .cut) }, true)
        } catch {
            return (NameQuestion.answer(to: error).map { Reply(bytes: $0) }, false)
        }
    }
}
