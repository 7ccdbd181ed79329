import ConnectivityCore
import ConnectivityRecords
import ConnectivityTestKit
import ConnectivityWire
import Foundation
import TestSupport
import Testing

/// The tables of the guides against the code that they describe.
@Suite struct `The tables of the guides` {
    private static let root = URL.package

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The cells of the table whose first head cell is given, row by row, without the spaces around them.
    private static func table(_ head: String, of guide: String) throws -> [[String]] {
        let lines = try text(guide).split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.drop { !$0.hasPrefix("| \(head) |") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        return rows.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The texts in backquotes in a cell.
    private static func names(in cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }

    private static let folder = "Sources/Kit/ConnectivityKit.docc"

    @Test func `The guide's table of failures lists every kind once, with its name and its spelling in Swift`() throws {
        let rows = try Self.table("name", of: "\(Self.folder)/WritingAProber.md")
        let compiled = try Self.text("Tests/OutsidePlugin/Tests/GuideTests/WritingAProber.swift")
        var listed: [FailureName] = []
        for row in rows {
            let name = try #require(Self.names(in: row[0]).first)
            let kind = try #require(ProbeFailure.Kind(name: name), "no kind has the name \(name)")
            listed.append(FailureName(kind))
            let spelling = try #require(Self.names(in: row[1]).first)
            #expect(compiled.contains("(\"\(name)\", ProbeFailure.Kind\(spelling)),"), "\(name) is not \(spelling)")
        }
        #expect(Set(listed) == Set(FailureName.allCases) && listed.count == rows.count)
        expect(Set(listed).count, listed.count)
    }

    @Test func `The guide's table of facts lists every type`() throws {
        // The switch makes the compiler report a type that is added.
        func name(_ fact: Fact) -> String {
            switch fact {
            case .null: "null"
            case .flag: "flag"
            case .integer: "integer"
            case .number: "number"
            case .text: "text"
            case .bytes: "bytes"
            case .secret: "secret"
            case .list: "list"
            case .record: "record"
            }
        }
        let facts: [Fact] = [.null, true, 1, 1.5, "a", .bytes([]), .secret(""), [], .record([:])]
        let rows = try Self.table("type", of: "\(Self.folder)/WritingAProber.md")
        expect(rows.compactMap { Self.names(in: $0[0]).first }, facts.map(name))
    }

    @Test func `The guide's table of reports lists every field, in Swift and in JSON`() throws {
        let rows = try Self.table("`EndpointReport`", of: "\(Self.folder)/ReadingAnAssessment.md")
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 204))
        )
        let report = EndpointReport(name: "a", owner: "b", exchange: exchange, verdict: .inconclusive)
        func fields(_ value: Any, _ prefix: String = "") -> [String] {
            Mirror(reflecting: value).children.compactMap { $0.label.map { prefix + $0 } }
        }
        // The notes of an exchange on its reading are not fields for clients; a verdict holds its portal in `rest`, and what is
        // known of a connection is read as a separate type.
        let own =
            fields(report).filter { !["exchange", "verdict"].contains($0) }
            + fields(exchange, "exchange.").filter { $0 != "exchange.place" }
            .map { $0 == "exchange.connection" ? "exchange.httpConnection" : $0 }
            + fields(report.verdict, "verdict.").map { $0 == "verdict.rest" ? "verdict.portal" : $0 }
        let derived = ["exchange.request.url", "exchange.response", "exchange.response?.status"]
        expect(Set(rows.flatMap { Self.names(in: $0[0]) }), Set(own + derived))
        let schema = try Self.text("Fixtures/schemas/assessment.schema.json")
        let parsed = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
        let definitions = parsed?["$defs"] as? [String: Any]
        let endpoint = definitions?["EndpointReport"] as? [String: Any]
        let members = try #require(endpoint?["properties"] as? [String: Any])
        expect(Set(rows.flatMap { Self.names(in: $0[1]) }), Set(members.keys))
    }

    @Test func `The guide prints the table of causes and the kinds of evidence`() throws {
        let folder = "Sources/Applications/Diagnosis/Sentences"
        func rows(_ name: String) throws -> [[String]] {
            try Self.text("\(folder)/\(name).tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { $0.split(separator: "\t").map(String.init) }
        }
        let causes = try Self.table("cause | shown by | expected", of: "\(Self.folder)/FindingTheCause.md")
        let printed = causes.map { row in row.map { Self.names(in: $0) } }
        try expect(
            printed,
            rows("table").map { row in row.map { $0 == "-" ? [] : $0.split(separator: " ").map(String.init) } }
        )
        let kinds = try Self.table("kind", of: "\(Self.folder)/FindingTheCause.md")
        try expect(kinds.map { [Self.names(in: $0[0]).joined(), $0[1], $0[2]] }, rows("kinds"))
    }

    /// The statements of `Fixtures/README.md` on an empty answer in recordings without the key `endpoint`.
    @Test(arguments: [HTTPURL.Scheme.http, .https])
    func `A recording without an endpoint gets the findings that the guide to fixtures states`(scheme: HTTPURL.Scheme)
        throws
    {
        func stated(_ status: Int) -> Verdict.Finding {
            switch status {
            case 200...299: scheme == .https ? .genuine : .inconclusive
            case 401: scheme == .https ? .substituted : .inconclusive
            case 402: scheme == .https ? .substituted : .captive
            case 400, 404...406, 408...417, 421...429, 431, 500...510, 512...599: .failed
            case 511: .captive
            default: .substituted
            }
        }
        for status in 200...599 {
            let text = "# url: \(scheme)://status.example.com/x\nHTTP/1.1 \(status) X\n\n"
            let recording = try Recording(parsing: Array(text.utf8))
            let endpoint = try #require(recording.endpoint)
            let verdict = recording.verdict(
                at: endpoint.url,
                expecting: endpoint.expectation,
                by: ExchangeJudge([PortalSignals()]),
                decodedBy: { $0 }
            )
            expect(verdict.finding, stated(status), "\(scheme) \(status)")
        }
    }

    @Test func `A recording without the sign-in URL of its portal differs in its sign-in`() throws {
        let portal = CaptivePortal(signInURL: "http://login.example/", kind: .redirect)
        for (line, isAgreed) in [
            ("", false), ("# sign-in: none\n", false), ("# sign-in: http://login.example/\n", true),
        ] {
            let text = "# expect: captive redirect\n\(line)HTTP/1.1 302 Found\n\n"
            let recording = try Recording(parsing: Array(text.utf8))
            let differences = recording.differences(from: .captive(portal, because: Reason("redirect")))
            expect(differences.map(\.name), (isAgreed ? [] : ["sign-in"]), "\(line)")
        }
    }

    @Test func `A finding without a reason is rejected, and the error names the missing part`() {
        let error = #expect(throws: RecordingError.self) {
            try Recording(parsing: Array("# expect: genuine\nHTTP/1.1 204 X\n\n".utf8))
        }
        let rule = #"it takes a finding and the code of its reason, such as "captive redirect""#
        expect(error?.description, #"line 1: "genuine" is not a value of "expect": \#(rule)"#)
    }
}
