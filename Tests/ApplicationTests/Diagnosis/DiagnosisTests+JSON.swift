import ConnectivityCore
import ConnectivityDiagnosis
import Foundation
import TestSupport
import Testing

extension `A diagnosis` {
    @Test func `The JSON has causes with evidence and remedy, those ruled out, and those undecided`() throws {
        let reports = try ["a", "b"].map { try Self.failed($0, .nameLookup, ["cause": "refused"]) }
        let diagnosis = Self.diagnosis(.unreachable, reports, [Self.answered])
        let json = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(diagnosis)) as? [String: Any])
        expect(json.keys.sorted(), ["causes", "ruledOut", "undecided"])
        let first = try #require((json["causes"] as? [[String: Any]])?.first)
        #expect(first["cause"] as? String == "name-server-refuses" && first["confidence"] as? String == "certain")
        #expect((first["remedy"] as? String)?.hasSuffix(".") == true && (first["evidence"] as? [Any])?.isEmpty == false)
    }
}
