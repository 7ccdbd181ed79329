import Foundation

func answer(_ request: [String: Any]) throws -> [String: Any]? {
    switch request["type"] as? String {
    case "hello":
        let introduction = #"{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"notifier.@NAME@","summary":"adds a line to a file","options":{"type":"object","required":["file"],"properties":{"file":{"type":"string"}}}}]}"#
        return try JSONSerialization.jsonObject(with: Data(introduction.utf8)) as? [String: Any]
    case "notify":
        let access = (request["assessment"] as? [String: Any])?["access"] as? String
        let file = (request["options"] as? [String: Any])?["file"] as? String ?? ""
        guard let stream = fopen(file, "a") else { return ["error": "the file cannot be opened"] }
        fputs("\(request["event"] as? String ?? "") \(access ?? "null")\n", stream)
        return fclose(stream) == 0 ? [:] : ["error": "the file cannot be written"]
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
