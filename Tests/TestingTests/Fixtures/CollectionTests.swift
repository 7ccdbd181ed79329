import ConnectivityCore
import ConnectivityFixtures
import Foundation
import TestSupport
import Testing

/// The package's folder of recordings.
private let folder = URL.package.appending(path: "Fixtures")

/// A validator that gives every answer the same finding.
private func calling(_ finding: Verdict.Finding) -> ClosureValidator {
    ClosureValidator("always \(finding.rawValue)") { _ in Verdict(finding, because: Reason("com.example.always")) }
}

@Suite struct `The collection of recordings` {
    @Test func `The product holds every recorded answer and session of the package`() throws {
        for kind in ["portals", "filters", "genuine", "trouble", "sessions"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: kind).path())
            let own = PortalFixture.all.map(\.name) + SessionFixture.all.map(\.name)
            let endings = [".session.json", ".http"]
            let wanted = names.map { name in
                "\(kind)/\(endings.reduce(name) { $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0 })"
            }
            expect(Set(own.filter { $0.hasPrefix("\(kind)/") }), Set(wanted))
            expect(own.count, Set(own).count)
        }
        #expect(PortalFixture.all.count >= 200 && PortalFixture.sessions.count >= 100)
    }

    @Test func `The sizes in the documentation are those of the files`() {
        let answers = PortalFixture.all.map { $0.recording.encoded().count }.reduce(0, +)
        #expect((90_000...130_000).contains(answers), "\(answers)")
        #expect((250...280).contains(PortalFixture.all.count), "\(PortalFixture.all.count)")
        #expect((95...120).contains(SessionFixture.all.count), "\(SessionFixture.all.count)")
    }

    @Test func `The table of provenance states how many answers of each folder were recorded, modelled and made`()
        throws
    {
        let readme = try String(contentsOf: URL.package.appending(path: "Fixtures/README.md"), encoding: .utf8)
        var programs: [String: Int] = [:]
        let folders = [
            ("portals", PortalFixture.portals), ("filters", PortalFixture.filters), ("genuine", PortalFixture.genuine),
            ("trouble", PortalFixture.trouble),
        ]
        for (folder, fixtures) in folders {
            var (recorded, modelled, made) = (0, 0, 0)
            for fixture in fixtures {
                switch fixture.provenance {
                case .recorded(of: let program):
                    recorded += 1
                    programs[
                        program.split(separator: " ").filter { $0.first?.isNumber != true }.joined(separator: " "),
                        default: 0
                    ] += 1
                case .modelled(on: let fact):
                    modelled += 1
                    #expect(!fact.isEmpty, "\(fixture)")
                case .made: made += 1
                }
            }
            #expect(
                readme.contains("| `\(folder)/` | \(recorded) | \(modelled) | \(made) |"),
                "\(recorded) \(modelled) \(made)"
            )
        }
        let total =
            "Recorded are \(programs.values.reduce(0, +)) answers of \(programs.count) programs, at most five of each."
        expect(readme.split(separator: "\n").joined(separator: " ").contains(total), true, "\(programs)")
        #expect(programs.values.allSatisfy { $0 <= 5 }, "\(programs)")
    }

    @Test func `Every recorded vendor can be asked for, and each that can be asked for is recorded`() {
        let recorded = Set(PortalFixture.all.compactMap(\.expectation.vendor))
        expect(recorded, Set(PortalFixture.Vendor.allCases.map(\.rawValue)))
        #expect(PortalFixture.portals.where(vendor: .ruckus).map(\.name).contains("portals/redirect-302-ruckus"))
        #expect(PortalFixture.all.where(vendor: .mikroTik, finding: .captive).allSatisfy { $0.vendor == .mikroTik })
    }

    @Test func `A page with other letters than those of ASCII states its language`() {
        for fixture in PortalFixture.all {
            let body = fixture.exchange.response?.body ?? []
            let text = String(decoding: body, as: UTF8.self)
            guard body.isUTF8, text.contains(where: { $0.isLetter && !$0.isASCII }) else { continue }
            #expect(fixture.language != nil, "\(fixture)")
        }
        #expect(
            Set(PortalFixture.all.compactMap(\.language)).isSuperset(of: [
                "ar", "de", "en", "fr", "ja", "ko", "ru", "zh",
            ])
        )
        #expect(PortalFixture.filters.where(language: "de").count >= 2)
    }

    @Test func `A recording is coded as its name, and an unknown name is refused`() throws {
        let fixture = try #require(PortalFixture.portals.first)
        let json = try JSONEncoder().encode([fixture])
        expect(String(decoding: json, as: UTF8.self), "[\"\(fixture.name.replacing("/", with: "\\/"))\"]")
        try expect(JSONDecoder().decode([PortalFixture].self, from: json), [fixture])
        let session = try #require(SessionFixture.all.first)
        try expect(JSONDecoder().decode(SessionFixture.self, from: JSONEncoder().encode(session)), session)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PortalFixture.self, from: Data("\"portals/of-nowhere\"".utf8))
        }
    }

    @Test func `Every recording states the facts that a test asks for`() {
        for fixture in PortalFixture.all {
            #expect(!fixture.source.isEmpty && !fixture.reason.isEmpty, "\(fixture)")
            expect(fixture.endpoint.url, fixture.url, "\(fixture)")
            if fixture.kind == .genuine { #expect(fixture.finding != .captive, "\(fixture)") }
            if fixture.kind == .portal { expect(fixture.finding, .captive, "\(fixture)") }
            if fixture.kind == .filter { #expect(fixture.finding != .genuine, "\(fixture)") }
        }
        #expect(SessionFixture.all.allSatisfy { !$0.source.isEmpty && !$0.recording.expectations.isEmpty })
    }
}

@Suite struct `A table of verdicts` {
    @Test func `The standard validators are right on the whole collection`() {
        let table = PortalFixture.all.judged(by: ExchangeJudge(.standard))
        expect(table.right.count + table.undecoded.count, PortalFixture.all.count, "\(table)")
    }

    @Test func `A validator that calls everything genuine is wrong about all but the genuine answers`() {
        let table = PortalFixture.all.judged(by: calling(.genuine))
        let genuine = PortalFixture.all.filter { $0.finding == .genuine }
        #expect(table.right.count <= genuine.count && table.right.count > 20)
        expect(table.falselyGenuine.count + table.right.count + table.undecoded.count, PortalFixture.all.count)
        #expect(table.rows.first?.mark == .falselyGenuine && table.rows.last?.mark == .right)
        #expect(
            "\(table)".contains(
                "\ncalled genuine, but not genuine:\n  portals/200-script-redirect: captive expected, found"
            )
        )
        #expect("\(table)".contains("  and \(table.falselyGenuine.count - 12) more"))
    }

    @Test func `Refused, otherwise judged and undecided answers have separate marks`() {
        let genuine = PortalFixture.genuine.where(finding: .genuine).prefix(1)
        expect(genuine.judged(by: calling(.failed)).refusedGenuine.count, 1)
        expect(PortalFixture.portals.prefix(1).judged(by: calling(.substituted)).otherFindings.count, 1)
        expect(PortalFixture.portals.prefix(1).judged(by: calling(.inconclusive)).inconclusive.count, 1)
        let right = PortalFixture.portals.prefix(1).judged(by: calling(.captive))
        expect("\(right)".split(separator: "\n").last, "      1  right")
    }
}
