import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite struct ScenarioTests {
    private func fault(_ text: String) -> ScenarioError.Fault? {
        do throws(ScenarioError) {
            _ = try Scenario(parsing: Array(text.utf8), folder: ".")
            return nil
        } catch {
            return error.fault
        }
    }

    @Test func `Faults and name rules decode from JSON as equal values`() throws {
        let fault = TestServer.Fault {
            $0.delayBeforeAccept = .milliseconds(1500)
            $0.delayBeforeHeader = .seconds(2)
            $0.delayBeforeBody = .microseconds(1)
            $0.cut = .init(after: 7, of: .body, by: .stall)
            $0.drip = .init(bytes: 3, every: .milliseconds(10))
            $0.contentLength = 0
            $0.chunking = .badSize
            $0.instead = .redirectLoop
            $0.closeAfter = 1
        }
        try expect(JSONDecoder().decode(TestServer.Fault.self, from: JSONEncoder().encode(fault)), fault)
        expect(String(decoding: try JSONEncoder().encode(TestServer.Fault()), as: UTF8.self), "{}")
        let rule = NameRule(
            name: "*.example",
            type: .aaaa,
            addresses: ["::1"],
            ttl: 5,
            isTruncated: true,
            delay: .seconds(1)
        )
        try expect(JSONDecoder().decode(NameRule.self, from: JSONEncoder().encode(rule)), rule)
    }

    @Test func `Unknown keys of a scenario are refused with their place`() throws {
        guard
            case .unknownKey("stauts", let place, let known) = fault(
                #"{"hosts": {"a.example": {"replies": [{"stauts": 200}]}}}"#
            )
        else {
            Issue.record("the key was read")
            return
        }
        expect(place, ["hosts", "a.example", "replies", "0"])
        #expect(known.contains("status"))
        for text in [
            #"{"hosts": {}, "x": 1}"#, #"{"hosts": {"a": {"x": 1}}}"#,
            #"{"hosts": {}, "states": [{"name": "a", "x": 1}]}"#,
            #"{"hosts": {}, "states": [{"name": "a", "transitions": [{"after": 1, "leadsTo": "a", "x": 1}]}]}"#,
            #"{"hosts": {"a": {"fault": {"x": 1}}}}"#, #"{"hosts": {"a": {"fault": {"cut": {"x": 1}}}}}"#,
            #"{"hosts": {"a": {"fault": {"drip": {"x": 1}}}}}"#, #"{"hosts": {}, "names": [{"name": "a", "x": 1}]}"#,
        ] {
            guard case .unknownKey("x", _, _) = fault(text) else {
                Issue.record("read: \(text)")
                continue
            }
        }
    }

    /// The error for an unknown key names those that are known.
    @Test(arguments: [
        #"{"hosts": {}, "x": 1}"#, #"{"hosts": {"a": {"x": 1}}}"#, #"{"hosts": {"a": {"replies": [{"x": 1}]}}}"#,
        #"{"hosts": {}, "states": [{"name": "a", "x": 1}]}"#, #"{"hosts": {}, "names": [{"name": "a", "x": 1}]}"#,
        #"{"hosts": {}, "states": [{"name": "a", "transitions": [{"after": 1, "leadsTo": "a", "x": 1}]}]}"#,
        #"{"hosts": {"a": {"fault": {"x": 1}}}}"#, #"{"hosts": {"a": {"fault": {"cut": {"x": 1}}}}}"#,
        #"{"hosts": {"a": {"fault": {"drip": {"x": 1}}}}}"#,
    ])
    func `The guide to scenarios has every key`(text: String) throws {
        let guide = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/ServingAScenario.md")
        let words = try String(contentsOf: guide, encoding: .utf8)
        guard case .unknownKey("x", _, let known) = fault(text) else {
            Issue.record("read: \(text)")
            return
        }
        #expect(!known.isEmpty)
        for key in known { #expect(words.contains("`\(key)`") || words.contains("{ \"\(key)\": "), "\(key)") }
    }

    @Test(arguments: [
        (#"{"hosts": {"a": {"fault": {"delayBeforeBody": -1}}}}"#, "hosts.a.fault.delayBeforeBody"),
        (#"{"hosts": {"a": {"fault": {"delayBeforeBody": 1e300}}}}"#, "hosts.a.fault.delayBeforeBody"),
        (#"{"hosts": {"a": {"fault": {"closeAfter": 0}}}}"#, "hosts.a.fault.closeAfter"),
        (#"{"hosts": {"a": {"fault": {"cut": {"after": -1}}}}}"#, "hosts.a.fault.cut.after"),
        (#"{"hosts": {"a": {"fault": {"drip": {"bytes": 0}}}}}"#, "hosts.a.fault.drip.bytes"),
        (#"{"hosts": {"a": {"tls": "odd"}}}"#, "hosts.a.tls"),
        (#"{"hosts": {"a": {"replies": [{"status": 99}]}}}"#, "hosts.a.replies.0.status"),
        (#"{"hosts": {"a": {"replies": [{"status": 200, "file": "x"}]}}}"#, "hosts.a.replies.0.file"),
        (#"{"hosts": {}, "names": [{"name": "a", "addresses": ["x"]}]}"#, "names.0.addresses.0"),
        (#"{"hosts": {}, "names": [{"name": "a", "result": "nxdomain", "addresses": ["::1"]}]}"#, "names.0.addresses"),
        ("{}", ""), ("nonsense", ""), ("", ""),
    ])
    func `Invalid values of a scenario are refused with their place`(text: String, place: String) {
        guard case .value(let at, _) = fault(text) else {
            Issue.record("\(String(describing: fault(text)))")
            return
        }
        expect(at.joined(separator: "."), place)
    }

    @Test func `A scenario reports missing and invalid recordings by name`() {
        expect(
            fault(#"{"hosts": {"a": {"replies": [{"file": "nowhere.http"}]}}}"#),
            .unreadableFile("nowhere.http", at: ["hosts", "a", "replies", "0"])
        )
        guard
            case .recording("Package.swift", _, _) = fault(
                #"{"hosts": {"a": {"replies": [{"file": "Package.swift"}]}}}"#
            )
        else {
            Issue.record("the manifest of the package is no recording")
            return
        }
        let large = [UInt8](repeating: 0x20, count: Scenario.byteCountMax + 1)
        #expect(throws: ScenarioError(.tooLarge(byteCountMax: Scenario.byteCountMax))) {
            try Scenario(parsing: large, folder: ".")
        }
    }

    @Test func `An error of a file or a port gives the reason of the system`() throws {
        let text = #"{"hosts": {"a": {"replies": [{"file": "/no/such/file"}]}}}"#
        let error = #expect(throws: ScenarioError.self) { try Scenario(parsing: Array(text.utf8), folder: ".") }
        expect(error?.description.hasSuffix("/no/such/file cannot be read: No such file or directory"), true)
        let port = TestServerError(.bind, port: 80, code: EACCES)
        expect("\(port)", "cannot bind port 80: Permission denied")
    }
}
