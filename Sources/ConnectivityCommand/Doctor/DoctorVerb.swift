import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl doctor`: examines an installation without asking the network.
enum DoctorVerb: Verb {
    static let grammar = Grammar(
        name: "doctor",
        summary: "Examine the configuration, the rights and the resolver of this installation; nothing is sent.",
        options: PipelineOptions.settings + [
            .value("resolver", "FILE", "the list of name servers (default /etc/resolv.conf)")
        ],
        notes: """
            Each finding has a severity (error: does not work; warning: answers wrongly or costs others too much; note: a part is
            not possible here), a reason and a remedy. Run it as the user of the service, because rights differ. Exit status: 0
            at most notes, 7 otherwise.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        var findings: [Finding] = []
        let configuration = try PipelineOptions.configuration(arguments, console)
        do throws(PluginError) {
            _ = try configuration.wholeProber()
            _ = try configuration.wholeSource()
        } catch {
            let remedy = "correct the configuration; connectivityctl plugins lists what this build has"
            findings.append(Finding(code: "cannot-run", severity: .error, reason: "\(error)", remedy: remedy))
        }
        findings += ConfigurationFindings.all(configuration)
        #if os(Linux)
        let file = try arguments.text("resolver") ?? "/etc/resolv.conf"
        findings += try SystemFindings.all(configuration, SystemFindings.Rights(), resolver: file)
        #endif
        if arguments.has("json") {
            try console.printJSON(findings)
        } else {
            for finding in findings {
                console.print(
                    "\(finding.severity.rawValue): \(finding.reason) (\(finding.code))\n  remedy: \(finding.remedy)"
                )
            }
            if findings.isEmpty { console.print("nothing was found") }
        }
        return findings.allSatisfy { $0.severity == .note } ? .success : .differs
    }
}
