import Foundation

func introduction() -> [String: Any] {
    let options: [String: Any] = ["type": "object", "properties": ["text": ["type": "string"]]]
    let validator: [String: Any] = [
        "use": "validator.@NAME@", "summary": "expects a text as the body", "expectation": true, "content": true, "options": options,
    ]
    let sentences = ["@NAME@.expected": "the body is as expected", "@NAME@.other": "the body is not {expected}"]
    return ["protocol": 1, "name": "@NAME@", "version": "1.0", "registers": [validator], "sentences": sentences]
}

func verdict(_ options: [String: Any], _ response: [String: Any]?) -> [String: Any] {
    let expected = options["text"] as? String ?? "pong"
    guard let response else { return ["finding": "inconclusive", "reason": "there is no response"] }
    if response["body"] as? String == expected {
        return ["finding": "genuine", "reason": ["code": "@NAME@.expected", "facts": [String: Any]()]]
    }
    return ["finding": "substituted", "reason": ["code": "@NAME@.other", "facts": ["expected": expected]]]
}

while let line = readLine() {
    guard let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
    var answer: [String: Any]
    switch request["type"] as? String {
    case "hello": answer = introduction()
    case "validate":
        let exchange = request["exchange"] as? [String: Any]
        answer = verdict(request["options"] as? [String: Any] ?? [:], exchange?["response"] as? [String: Any])
    default: continue
    }
    answer["id"] = request["id"]
    FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: answer) + Data("\n".utf8))
}
