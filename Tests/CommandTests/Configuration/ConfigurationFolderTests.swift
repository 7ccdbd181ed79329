#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

/// A folder with a fault, and where it stands.
struct PlacedFault: Sendable {
    var base, dropIn, place: String

    init(_ base: String, _ dropIn: String, _ place: String) {
        (self.base, self.dropIn, self.place) = (base, dropIn, place)
    }
}

/// A share of endpoints in the second line, at column 47.
private func share(_ share: Int) -> String { "{\n  \"policy\": { \"use\": \"policy.share\", \"share\": \(share) } }" }

@Suite struct `A folder as the configuration` {
    private func folder(_ files: [String: String]) throws -> String {
        let url = URL(filePath: temporaryPath())
        try FileManager.default.createDirectory(at: url.appending(path: "config.d"), withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: url.appending(path: name)) }
        return url.path(percentEncoded: false)
    }

    private func merged(_ base: String, _ patch: String) throws -> String {
        func parse(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8), of: "test") }
        return ConfigurationFile.merge(try parse(base), try parse(patch)).sorted.text
    }

    /// The first rows are of RFC 7396, appendix A.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":["b"]}"#, #"{"a":["c"]}"#, #"{"a":["c"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":"foo"}"#, #"{"b":"bar"}"#, #"{"a":"foo","b":"bar"}"#),
        (
            #"{"schedule":{"interval":30,"patience":1}}"#, #"{"schedule":{"interval":60}}"#,
            #"{"schedule":{"interval":60,"patience":1}}"#
        ),
        (#"{"notifiers":["a"]}"#, #"{"notifiers":["b"]}"#, #"{"notifiers":["a","b"]}"#),
        (#"{"notifiers":["a"]}"#, #"{"notifiers":null}"#, "{}"), ("{}", #"{"plugins":[1]}"#, #"{"plugins":[1]}"#),
        (#"{"policy":{"use":"x","y":1}}"#, #"{"policy":{"use":"z"}}"#, #"{"policy":{"use":"z"}}"#),
        (#"{"policy":"x"}"#, #"{"policy":{"use":"z"}}"#, #"{"policy":{"use":"z"}}"#),
    ])
    func `A drop-in changes what it states`(base: String, patch: String, expected: String) throws {
        try expect(merged(base, patch), expected)
    }

    @Test func `Drop-ins are applied in the order of their names, and other files are ignored`() throws {
        let folder = try folder([
            "config.json": #"{ "schedule": { "interval": 30 }, "notifiers": ["notifier.lines"] }"#,
            "config.d/20-b.json": #"{ "schedule": { "interval": 90 } }"#,
            "config.d/10-a.json":
                #"{ "schedule": { "interval": 60, "patience": 2 }, "notifiers": ["notifier.lines"] }"#,
            "config.d/30-c.json.bak": "nonsense", "config.d/.40-d.json": "nonsense",
        ])
        let file = try ConfigurationFile(folder)
        let configuration = try PipelineConfiguration(json: file.json, registry: .standard())
        #expect(configuration.schedule.interval == .seconds(90) && configuration.schedule.patience == .seconds(2))
        expect(configuration.notifiers.count, 2)
    }

    @Test func `Of a folder without a configuration the missing file is named`() async throws {
        let empty = await Transcript.of("check", "--config", try folder([:]))
        #expect(empty.status == .noInput && empty.errors.first?.contains("/config.json") == true, "\(empty)")
    }

    @Test(arguments: [
        // A wrong value, in its own file and under a key that another file has too.
        PlacedFault(
            #"{ "scope": "underlay" }"#,
            "{\n\n    \"schedule\": { \"interval\": -1 } }",
            "10-own.json: line 3, column 31: "
        ),
        PlacedFault(
            #"{ "schedule": { "interval": 30 } }"#,
            "{\n  \"schedule\": {\n \"interval\": \"often\" } }",
            "10-own.json: line 3, column 14: "
        ),
        PlacedFault(
            #"{ "policy": { "use": "policy.share", "share": 0.5 } }"#,
            share(7),
            "10-own.json: line 2, column 47: "
        ),
        PlacedFault(share(7), #"{ "scope": "underlay" }"#, "config.json: line 2, column 47: "),
        PlacedFault(
            share(7),
            #"{ "policy": { "use": "policy.share", "shar": 0.5 } }"#,
            "10-own.json: line 1, column 38: "
        ),
        // An unknown key.
        PlacedFault("{}", "{\n  \"intervall\": 1 }", "10-own.json: line 2, column 3: "),
        PlacedFault("{}", "{\n  \"schedule\": { \"intervall\": null } }", "10-own.json: line 2, column 17: "),
        // An unknown name of a component.
        PlacedFault("{}", "{ \"notifiers\": [\n\"notifier.x\"] }", "10-own.json: line 2, column 1: "),
        PlacedFault(
            #"{ "notifiers": [{ "use": "notifier.lines" }] }"#,
            "{ \"notifiers\": [\n  { \"use\": \"notifier.x\" }] }",
            "10-own.json: line 2, column 12: "
        ),
        // An option of a component, and of one within another.
        PlacedFault(
            "{}",
            "{ \"notifiers\": [\n{ \"use\": \"notifier.lines\", \"fil\": 1 }] }",
            "10-own.json: line 2, column 28: "
        ),
        PlacedFault(
            #"{ "validators": [] }"#,
            "{ \"validators\": [{ \"use\": \"validator.inverted\",\n \"validator\": { \"use\": \"validator.header\", \"name\": 1 } }] }",
            "10-own.json: line 2, column 52: "
        ),
        // A program that does not start.
        PlacedFault(
            "{}",
            "{ \"plugins\": [\n  { \"program\": [\"/nonexistent\"] }] }",
            "10-own.json: line 2, column 3: "
        ),
        // No JSON.
        PlacedFault("{}", "{\n\n  \"scope\": }", "10-own.json: line 3, column 12: "),
        PlacedFault("{\n  \"scope\": 1,\n  \"scope\": 2 }", "{}", "config.json: line 3, column 3: "),
    ])
    func `A fault in a folder is reported with the file, line and column where it stands`(_ fault: PlacedFault)
        async throws
    {
        let folder = try folder(["config.json": fault.base, "config.d/10-own.json": fault.dropIn])
        let place = "connectivityctl: \(folder)/" + (fault.place.hasPrefix("1") ? "config.d/" : "") + fault.place
        for verb in ["check", "doctor"] {
            let transcript = await Transcript.of(verb, "--config", folder)
            expect(transcript.status, .configuration)
            expect(transcript.errors.first?.hasPrefix(place), true, "\(transcript.errors), not \(fault.place)")
        }
    }

    @Test func `The configuration of the unit is valid, also with nothing but a drop-in`() async throws {
        let service = URL.package.appending(path: "Sources/Applications/connectivityctl/Service").standardized.path()
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        let doctor = await Transcript.of("doctor", "--config", service, "--resolver", resolver)
        // Whether a journal listens is a question of the device.
        let problems = doctor.output.filter { $0.hasPrefix("error") || $0.hasPrefix("warning") }
        #expect(problems.allSatisfy { $0.contains("(no-socket)") }, "\(doctor)")
        let dropIn = try folder(["config.d/a.json": #"{ "scope": "underlay" }"#])
        await expect(Transcript.of("doctor", "--config", dropIn, "--resolver", resolver).status, .success)
    }
}
#endif
