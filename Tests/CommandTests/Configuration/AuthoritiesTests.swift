#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Testing
import TestSupport

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite struct `The file of certificate authorities` {
    /// A configuration, whether the option and the variable name files, and which of the three is used.
    struct Case: Sendable, CustomStringConvertible {
        var json: String
        var hasOption, hasVariable: Bool
        var expected: String?

        init(_ json: String, option: Bool = false, variable: Bool = false, _ expected: String?) {
            (self.json, hasOption, hasVariable, self.expected) = (json, option, variable, expected)
        }

        var description: String { "\(json), option \(hasOption), variable \(hasVariable)" }
    }

    private static let own = #"{ "prober": { "use": "prober.curl", "caFile": "/own.pem" } }"#

    private func configuration(_ row: Case) throws -> (PipelineConfiguration, [String: String]) {
        let files = ["option", "variable"].map { (kind: $0, path: temporaryPath(".\($0).pem")) }
        for file in files { try Data("-----BEGIN CERTIFICATE-----\n".utf8).write(to: URL(filePath: file.path)) }
        var words = ["--config", try temporaryFile(row.json)]
        if row.hasOption { words += ["--ca-file", files[0].path] }
        unsafe setenv("SSL_CERT_FILE", row.hasVariable ? files[1].path : "", 1)
        var console = Console(print: { _ in }, printError: { _ in }, environment: [:])
        console.registry = try .standard()
        let arguments = try Arguments(words, grammar: CheckVerb.grammar)
        let kinds = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.kind) })
        return (try PipelineOptions.configuration(arguments, console), kinds)
    }

    @Test func `A prober that is made in code has the file of the variable too`() {
        unsafe setenv("SSL_CERT_FILE", "/variable.pem", 1)
        defer { unsafe unsetenv("SSL_CERT_FILE") }
        expect(CurlProber().caFile, "/variable.pem")
        expect(CurlProber(caFile: "/own.pem").caFile, "/own.pem")
        unsafe setenv("SSL_CERT_FILE", "", 1)
        expect(CurlProber().caFile, nil)
    }

    @Test(arguments: [
        Case("{}", nil), Case("{}", variable: true, "variable"), Case("{}", option: true, variable: true, "option"),
        Case(#"{ "prober": "prober.curl" }"#, variable: true, "variable"),
        Case(#"{ "prober": "prober.curl" }"#, option: true, "option"),
        Case(#"{ "prober": ["prober.curl", "prober.dns"] }"#, variable: true, "variable"),
        Case(own, "/own.pem"), Case(own, variable: true, "/own.pem"), Case(own, option: true, variable: true, "option"),
    ])
    func `The option is stronger than the configuration, which is stronger than the variable`(row: Case) throws {
        defer { unsafe unsetenv("SSL_CERT_FILE") }
        let (configuration, kinds) = try configuration(row)
        let file = try configuration.httpProber().caFile
        expect(file.map { kinds[$0] ?? $0 }, row.expected)
    }

    @Test func `The rule holds for every prober that has the option, also for the one of a webhook`() throws {
        defer { unsafe unsetenv("SSL_CERT_FILE") }
        let connection = try configuration(Case(#"{ "prober": "prober.connection" }"#, variable: true, nil))
        expect(connection.0.probers.compactMap(\.caFile).map { connection.1[$0] }, ["variable"])
        let json =
            #"{ "notifiers": [{ "use": "notifier.http", "url": "https://a.example/" }] }"#
        let (configuration, _) = try configuration(Case(json, option: true, nil))
        #expect("\(configuration.notifiers)".contains(".option.pem"))
    }

    @Test func `An unused variable is not examined`() async throws {
        let file = try temporaryFile(
            Self.own.replacing("}", with: ##", "connectTo": "127.0.0.1:9" }"##, maxReplacements: 1)
        )
        unsafe setenv("SSL_CERT_FILE", "/no/such/file", 1)
        defer { unsafe unsetenv("SSL_CERT_FILE") }
        let transcript = await Transcript.of(
            "check",
            "--config",
            file,
            "--endpoint",
            "http://a.example/",
            "--scope",
            "lo",
            "--timeout",
            "0.2"
        )
        expect(transcript.status, .unreachable, "\(transcript)")
    }
}
#endif
