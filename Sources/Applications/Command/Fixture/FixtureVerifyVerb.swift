import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityReport
import ConnectivityToolkit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `connectivityctl fixture verify`: checks that recordings are readable and still have their stated results.
enum FixtureVerifyVerb: Verb {
    static let grammar = Grammar(
        name: "fixture verify",
        summary: "Check that recordings can be read, and that their replay has the expected results.",
        operands: "FOLDER|FILE...",
        options: [
            .flag("json", "print one JSON object per recording"), BuildFormat.option, AssessmentOutput.quietOption,
        ],
        notes: """
            For a FOLDER, every file below it whose name ends in .http or .session.json is checked. Exit status: 0 all agree,
            7 a result differs, 65 a file is damaged. A file that states no result, such as the plain output of curl -i, is
            only read.
            """
    )

    private struct Result: Encodable {
        var file: String
        var outcome: Outcome
        /// The errors or differences, one per line.
        var details: [String] = []

        var buildCase: BuildReport.Case {
            let outcome: BuildReport.Result =
                switch outcome {
                case .agrees: .passed
                case .statesNothing: .skipped("it states no result")
                case .differs: .failed(details)
                case .damaged: .damaged(details)
                }
            return BuildReport.Case("replay", file: file, outcome)
        }
    }

    private enum Outcome: String, Encodable {
        case agrees, differs, damaged
        case statesNothing = "states-nothing"

        /// The outcome as the predicate of a number of recordings.
        func counted(_ count: Int) -> String {
            switch self {
            case .agrees: count == 1 ? "agrees" : "agree"
            case .differs: count == 1 ? "differs" : "differ"
            case .damaged: "damaged"
            case .statesNothing: count == 1 ? "states no result" : "state no result"
            }
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard !arguments.operands.isEmpty else { throw arguments.usage("missing FOLDER or FILE: name at least one") }
        let format = try arguments.format(BuildFormat.self)
        var results: [Result] = []
        for path in arguments.operands {
            let files = try files(path)
            guard !files.isEmpty else {
                throw CommandError.noInput(
                    "\(path.printable(limit: 200)): it contains no recording (names end in .http or .session.json)"
                )
            }
            for (index, file) in files.enumerated() {
                console.progress.show("recording \(index + 1) of \(files.count)")
                let result = try result(file, console.registry)
                results.append(result)
                if format == .json { try console.printJSON(result) }
            }
        }
        switch format {
        case .json: break
        case .junit: console.print(BuildReport("connectivityctl \(grammar.name)", results.map(\.buildCase)).junit)
        case .text:
            console.print(summary(results))
            for result in results where result.outcome == .differs || result.outcome == .damaged {
                console.print("\(result.outcome.rawValue): \(result.file.printable(limit: 200))")
                for detail in result.details { console.print("    \(detail)") }
            }
        case .github:
            console.print(summary(results))
            for line in BuildReport(grammar.name, results.map(\.buildCase)).githubCommands { console.print(line) }
        }
        if results.contains(where: { $0.outcome == .damaged }) { return .data }
        return results.contains { $0.outcome == .differs } ? .differs : .success
    }

    private static func summary(_ results: [Result]) -> String {
        let counts = [Outcome.agrees, .statesNothing, .differs, .damaged].map { outcome in
            (outcome, results.count { $0.outcome == outcome })
        }.filter { $0.1 > 0 || $0.0 == .agrees }.map { "\($0.1) \($0.0.counted($0.1))" }
        let noun = results.count == 1 ? "recording" : "recordings"
        return "\(results.count) \(noun): \(counts.joined(separator: ", "))"
    }

    /// Returns the recordings below a folder, sorted by name, or the single file.
    private static func files(_ path: String) throws(CommandError) -> [String] {
        var isFolder: Bool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .noInput("cannot read \(path.printable(limit: 200)): no such file or folder")
        }
        guard isFolder else { return [path] }
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
            if ProbeFailure.Resource.isShortOfDescriptors {
                throw CommandError(
                    lacking: .descriptors,
                    effect: "the folder \(path.printable(limit: 200)) cannot be read"
                )
            }
            throw .noInput("cannot read the folder \(path.printable(limit: 200))")
        }
        return names.filter { $0.hasSuffix(".http") || $0.hasSuffix(SessionRecording.suffix) }.sorted().map {
            path.hasSuffix("/") ? path + $0 : "\(path)/\($0)"
        }
    }

    private static func result(_ file: String, _ registry: PluginRegistry) throws -> Result {
        do throws(CommandError) {
            return file.hasSuffix(".json") ? try session(file, registry) : try response(file, registry)
        } catch {
            guard error.status == .data || error.status == .noInput else { throw error }
            return Result(file: file, outcome: .damaged, details: [error.text])
        }
    }

    private static func response(_ file: String, _ registry: PluginRegistry) throws(CommandError) -> Result {
        let recording = try Recording(file: file)
        guard recording.expectation != nil else { return Result(file: file, outcome: .statesNothing) }
        let verdict = recording.verdict()
        var details = recording.differences(from: verdict).map { difference in
            let (stated, found) = (difference.stated ?? "none", difference.found ?? "none")
            return "\(difference.name): expected \(stated.printable(limit: 120)), found \(found.printable(limit: 120))"
        }
        if !details.isEmpty { details.append("why: \(registry.sentences.sentence(for: verdict.reason))") }
        return Result(file: file, outcome: details.isEmpty ? .agrees : .differs, details: details)
    }

    private static func session(_ file: String, _ registry: PluginRegistry) throws(CommandError) -> Result {
        let session = try SessionRecording(file: file)
        guard let replay = try session.replayed(file, registry) else {
            return Result(file: file, outcome: .statesNothing)
        }
        let differences = session.differences(from: replay).flatMap { difference in
            guard case .assessment(let number, _, _, .some) = difference else { return [difference.description] }
            let assessment = replay.assessments[number - 1].assessment
            return [difference.description, "why: \(assessment.conclusion(registry.sentences))"]
        }
        let details = differences + session.differencesOfCauses(from: replay)
        return Result(file: file, outcome: details.isEmpty ? .agrees : .differs, details: details)
    }
}
