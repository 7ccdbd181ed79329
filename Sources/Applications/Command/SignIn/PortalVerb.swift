import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit

/// `connectivityctl portal`: prints the sign-in page, and the names that it needs.
enum PortalVerb: Verb {
    static let grammar = Grammar(
        name: "portal",
        summary: "Say where to sign in, and which host names the sign-in page needs.",
        options: PipelineOptions.grammar + [
            .flag("names", "print only the names, one per line"), AssessmentOutput.formatOption("text", "json"),
            RunningService.grammar, AssessmentOutput.quietOption, AssessmentOutput.utcOption,
        ],
        notes: """
            A running service is asked before the network, unless an option changes what is asked or --fresh is given.
            The names are those of the portal's API, of its redirects, and of what the sign-in page loads and where its forms
            lead; for that, the page is fetched once, through the interface. A page that cannot be opened is named with the reason. People with encrypted name lookups or a VPN can let
            exactly these through. What a script loads is not among them; open prints what a browser asked for. Exit status:
            0 there is a portal, or this device is online and needs none; otherwise that of check. Only a page is printed to standard output.
            """
    )

    private struct Answer: Encodable {
        var url: HTTPURL
        var interface: String?
        var names: [String]
        var failure: PortalNames.Failure?
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let output = try AssessmentOutput(arguments)
        let configuration = try PipelineOptions.configurationOfNetwork(arguments, console)
        let known = try await RunningService.knowledge(arguments, console)?.assessment(by: configuration, console)
        let assessment =
            if let known { known } else {
                try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
            }
        if case .fields = output.form { try output.print(assessment, decidedBy: configuration, console) }
        guard var names = PortalNames(assessment) else {
            if output.isForPage {
                console.printError("connectivityctl: nothing to sign in to: \(assessment.line(console))")
            }
            return ExitStatus(assessment.access)
        }
        guard output.isForPage else { return .success }
        let path = assessment.probePath
        let prober = try configuration.wholeProber()
        names = try await CommandDeadline.bounding { [names] in
            var names = names
            await names.read(by: prober, path, configuration.limits)
            return names
        }
        if case .json = output.form {
            let (url, interface, hosts) = (names.url, path.interface, names.hosts)
            try console.printJSON(Answer(url: url, interface: interface, names: hosts, failure: names.failure))
        } else if arguments.has("names") {
            for name in names.hosts { console.print(name.printable(limit: 300)) }
        } else {
            console.print(assessment.lineWithoutURL(console))
            // Whole and alone on its line, so that it can be copied.
            console.print("page:\n\(names.url.description.printable(limit: HTTPURL.byteCountMax))")
            if let failure = names.failure {
                let page = failure.url == names.url ? "that page" : failure.url.description.printable(limit: 400)
                let reason = console.registry.sentences.sentence(for: failure.reason)
                console.print("       but \(page) cannot be opened: \(reason)")
            }
            console.print("needs: \(names.hosts.map { $0.printable(limit: 300) }.joined(separator: ", "))")
        }
        return .success
    }
}

extension AssessmentOutput {
    /// Whether the page is printed, and not only fields or nothing.
    fileprivate var isForPage: Bool {
        switch form {
        case .text, .json: true
        case .brief, .fields, .nagios, .nothing: false
        }
    }
}

extension Assessment {
    /// The line without the sign-in URL, for a command that prints the complete URL.
    fileprivate func lineWithoutURL(_ console: Console) -> String {
        let place = interface.map { " on \($0.name.printable(limit: 40)) (\($0.kind.rawValue))" } ?? ""
        return "\(console.coloured(access: access.name))\(place): \(conclusion(console.registry.sentences))"
    }
}
