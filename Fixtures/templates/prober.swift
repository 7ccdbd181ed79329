import Foundation

func answer(_ request: [String: Any]) throws -> [String: Any]? {
    switch request["type"] as? String {
    case "hello":
        let introduction = #"{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"prober.@NAME@","summary":"reads the first line of a file","kinds":["@NAME@"]},{"use":"validator.@NAME@","summary":"expects a text as the first line","expectation":true,"content":true,"options":{"type":"object","properties":{"text":{"type":"string"}}}}]}"#
        return try JSONSerialization.jsonObject(with: Data(introduction.utf8)) as? [String: Any]
    case "probe":
        let question = (request["request"] as? [String: Any])?["question"] as? [String: Any]
        let file = (question?["facts"] as? [String: Any])?["file"] as? String ?? ""
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            return ["failure": "unreachable", "detail": "the file cannot be read"]
        }
        let line = text.prefix { !$0.isNewline }
        // Nobody on the network writes the file; without this, an answer proves nothing.
        return ["authentication": "verified", "answer": ["kind": "@NAME@", "facts": ["text": String(line)]]]
    case "validate":
        let exchange = request["exchange"] as? [String: Any]
        let facts = (exchange?["answer"] as? [String: Any])?["facts"] as? [String: Any]
        guard let text = facts?["text"] as? String else {
            return ["finding": "inconclusive", "reason": "there is no text"]
        }
        let expected = (request["options"] as? [String: Any])?["text"] as? String ?? "up"
        return text == expected
            ? ["finding": "genuine", "reason": "the text is as expected"]
            : ["finding": "substituted", "reason": "the text is another one"]
    default: return nil
    }
}

while let line = readLine() {
    guard let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        var said = try answer(request)
    else { continue }
    said["id"] = request["id"]
    FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: said) + Data("\n".utf8))
}
