import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityNotifiers

/// `connectivityctl doctor`: examines an installation without network requests.
enum DoctorVerb: Verb {
    static let grammar = Grammar(
        name: "doctor",
        summary: "Examine what this installation needs to watch: files, programs, ports, rights; nothing is sent.",
        options: PipelineOptions.settings + [
            .value("resolver", "FILE", "the list of name servers (default /etc/resolv.conf)"),
            AssessmentOutput.quietOption,
        ],
        notes: """
            The first line has the number of problems, the next ones the files of the configuration. Each finding has a severity
            (error: does not work; warning: answers wrongly, costs others too much or shows a secret; note: a part is not
            possible here, or is not certain, or how much watching asks), a reason and a remedy. Run it as the user of the
            service, because rights differ. Exit status: 0 at most notes, 7 otherwise.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let configuration = try PipelineOptions.configuration(arguments, console)
        let findings = try await Examination.findings(
            configuration,
            console.environment,
            running: await service(configuration, console),
            resolver: try arguments.text("resolver") ?? "/etc/resolv.conf"
        )
        if arguments.has("json") {
            try console.printJSON(findings)
        } else {
            console.print(summary(findings))
            for line in sources(arguments, console) { console.print("configuration: \(line.printable(limit: 300))") }
            for finding in findings {
                console.print(
                    "\(finding.severity.rawValue): \(finding.reason) (\(finding.code))\n  remedy: \(finding.remedy)"
                )
            }
        }
        return findings.allSatisfy { $0.severity == .note } ? .success : .differs
    }

    /// The number of findings of each severity, such as `2 errors, 1 warning`.
    static func summary(_ findings: [SetupFinding]) -> String {
        let counts = SetupFinding.Severity.allCases.compactMap { severity in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let hasProblem = findings.contains { $0.severity != .note }
        return ((hasProblem ? [] : ["no problems found"]) + counts).joined(separator: ", ")
    }

    /// The files that were read, or the reason for their absence.
    private static func sources(_ arguments: Arguments, _ console: Console) -> [String] {
        if let file = console.configuration { return file.files.map { $0 == "-" ? "standard input" : $0 } }
        let places = console.defaultFolders.joined(separator: " and ")
        let verb = console.defaultFolders.count > 1 ? "have" : "has"
        let reason =
            arguments.has("no-config")
            ? "of --no-config"
            : places.isEmpty ? "of \(ConfigurationFolder.variable)" : "\(places) \(verb) none"
        return ["built-in defaults, because \(reason)"]
    }

    /// The address of a running service; `nil` if no service runs.
    private static func service(_ configuration: PipelineConfiguration, _ console: Console) async -> String? {
        for path in StatusSocket.paths(of: configuration, console) {
            if (try? await StatusQuery.ask(path)) != nil { return path.printable(limit: 200) }
        }
        return nil
    }
}
