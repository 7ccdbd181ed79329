import Foundation

func answer(_ request: [String: Any]) throws -> [String: Any]? {
    switch request["type"] as? String {
    case "hello":
        let introduction = #"{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"sign-in.@NAME@","summary":"sends a voucher to the sign-in page","options":{"type":"object","properties":{"field":{"type":"string"}}}}]}"#
        return try JSONSerialization.jsonObject(with: Data(introduction.utf8)) as? [String: Any]
    case "sign-in":
        let occasion = request["occasion"] as? [String: Any]
        guard let url = (occasion?["portal"] as? [String: Any])?["signInURL"] as? String,
            occasion?["purpose"] as? String == "sign-in"
        else { return ["stop": "it only signs in at a sign-in page"] }
        // The host fills in the secret.
        let name = (request["options"] as? [String: Any])?["field"] as? String ?? "code"
        let field: [String: Any] = ["name": name, "value": ["secret": "voucher"]]
        return ["request": ["url": url, "method": "POST", "form": [field]] as [String: Any]]
    case "portal-answer":
        let response = (request["answer"] as? [String: Any])?["response"] as? [String: Any]
        guard let status = response?["status"] as? Int, status < 400 else {
            return ["outcome": "refused", "reason": "the portal refuses the voucher"]
        }
        return ["outcome": "accepted"]
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
