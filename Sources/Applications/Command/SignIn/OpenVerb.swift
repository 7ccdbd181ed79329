#if os(Linux)
import ConnectivityCommandTools
import ConnectivityKit

/// `connectivityctl open`: opens the sign-in page in a browser, on the interface of the portal.
enum OpenVerb: Verb {
    static let grammar = Grammar(
        name: "open",
        summary: "Open the sign-in page of a portal in a browser, on the right interface.",
        options: [
            .value("browser", "PROGRAM", "use this browser (default: $BROWSER, or one that is installed)"),
            .value("timeout", "TIME", "close the browser after this time (default 30m)"),
            .flag("person", "open the page at once, although the configuration has an agent for this portal"),
            .flag("plain", "let xdg-open open the page as it does, without a profile and a proxy"),
        ] + PipelineOptions.settings.filter { $0.name != "json" },
        notes: """
            A browser cannot be bound to an interface. Therefore it gets a temporary profile and a proxy on 127.0.0.1, whose
            connections and name lookups leave through the interface; the proxy serves only programs of the same user.
            Browsers of the kinds of Chromium and Firefox receive it by option or profile, others by http_proxy and
            https_proxy. The browser is closed two seconds after this device is online. Afterwards the names that it asked for
            are printed. If "companion.sign-in" of the configuration has an agent for the portal, it is asked first, and the page is opened for
            a person only if this device is not let through then. With --plain, the page takes the way that the system's routes say. Exit status: that of a check at the
            end.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let limit = try arguments.time("timeout", in: .seconds(1) ... .seconds(86_400)) ?? .seconds(1800)
        let isPlain = arguments.has("plain")
        let browser = isPlain ? nil : try Browser(try arguments.text("browser"), console.environment)
        let configuration = try PipelineOptions.configurationOfNetwork(arguments, console)
        var assessment = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
        if !arguments.has("person"), assessment.access.portal != nil,
            try await !SignInAttempt.make(configuration, at: assessment, arguments, console).isEmpty
        {
            assessment = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
        }
        guard let page = PortalNames(assessment)?.url else {
            console.print("nothing to sign in to: \(assessment.line(console))")
            return ExitStatus(assessment.access)
        }
        console.print("\(assessment.line(console))")
        if isPlain { console.progress.end() }
        if isPlain { try Execution.become(["xdg-open", "\(page)"]) }
        guard let browser else {
            let advice =
                "name one with --browser, or use --plain if the page may take the way that the system's routes say"
            throw CommandError.noInput("no browser that takes a proxy is installed; \(advice)")
        }
        let ending = try await BrowserSession.show(
            page,
            of: assessment,
            by: browser,
            configuration,
            limit: limit,
            console
        )
        if case .interrupted = ending { return ExitStatus(assessment.access) }
        let last = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
        console.print(last.line(console))
        return ExitStatus(last.access)
    }
}
#endif
