import Foundation

func answer(_ request: [String: Any]) throws -> [String: Any]? {
    switch request["type"] as? String {
    case "hello":
        let introduction = #"{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"source.@NAME@","summary":"lists the interfaces below /sys/class/net"}]}"#
        return try JSONSerialization.jsonObject(with: Data(introduction.utf8)) as? [String: Any]
    case "observe":
        // More snapshots can follow at any time; the request ends with an answer without "more".
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")) ?? []
        return ["more": true, "interfaces": names.sorted().map { ["name": $0] }]
    case "cancel": return [:]
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
