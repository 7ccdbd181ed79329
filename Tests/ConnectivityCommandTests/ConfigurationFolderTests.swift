#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Testing

@testable import ConnectivityCommand

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
        #expect(try merged(base, patch) == expected)
    }

    @Test func `Drop-ins are applied in the order of their names, and other files are ignored`() throws {
        let folder = try folder([
            "config.json": #"{ "schedule": { "interval": 30 }, "notifiers": ["notifier.lines"] }"#,
            "config.d/20-b.json": #"{ "schedule": { "interval": 90 } }"#,
            "config.d/10-a.json":
                #"{ "schedule": { "interval": 60, "patience": 2 }, "notifiers": ["notifier.lines"] }"#,
            "config.d/30-c.json.bak": "nonsense", "config.d/.40-d.json": "nonsense",
        ])
        let text = try ConfigurationFile.read(folder)
        let configuration = try PipelineConfiguration(json: text, registry: .standard())
        #expect(configuration.schedule.interval == .seconds(90) && configuration.schedule.patience == .seconds(2))
        #expect(configuration.notifiers.count == 2)
    }

    @Test func `A fault in a drop-in is reported with its file and line`() async throws {
        let typo = try folder(["config.json": "{}", "config.d/10-a.json": "{\n  \"intervall\": 1 }"])
        let transcript = await Transcript.of("check", "--config", typo)
        #expect(transcript.status == .configuration)
        #expect(transcript.errors.first?.contains("/config.d/10-a.json: line 2, column 3: ") == true, "\(transcript)")
        let unknown = try folder(["config.json": "{\n\n  \"policy\": \"policy.x\" }"])
        #expect((await Transcript.of("check", "--config", unknown)).errors.first?.contains(": line 3, ") == true)
        let empty = await Transcript.of("check", "--config", try folder([:]))
        #expect(empty.status == .noInput && empty.errors.first?.contains("/config.json") == true, "\(empty)")
    }

    @Test func `The configuration of the unit is valid, also with nothing but a drop-in`() async throws {
        let service = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/connectivityctl/Service").standardized.path()
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        let doctor = await Transcript.of("doctor", "--config", service, "--resolver", resolver)
        #expect(doctor.status == .success, "\(doctor)")
        let dropIn = try folder(["config.d/a.json": #"{ "scope": "underlay" }"#])
        #expect(await Transcript.of("doctor", "--config", dropIn, "--resolver", resolver).status == .success)
    }
}
#endif
