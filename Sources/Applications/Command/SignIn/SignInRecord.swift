import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivitySignIn

/// `connectivityctl sign-in record`: watches a person sign in, and writes a recipe without the person's input.
enum SignInRecord: Verb {
    static let grammar = Grammar(
        name: "sign-in record",
        summary: "Watch a person sign in, and write a recipe of it, without what was typed.",
        options: [
            .value("har", "FILE", "read this recording of a browser (HAR 1.2) in place of watching"),
            .value("output", "FILE", "write the recipe there (default: standard output)"),
            .value("name", "TEXT", "the name of the portal for people (default: its host)"),
            .value("browser", "PROGRAM", "use this browser (default: $BROWSER, or one that is installed)"),
            .value("timeout", "TIME", "close the browser after this time (default 30m)"),
        ] + PipelineOptions.settings.filter { $0.name != "json" },
        notes: """
            The page is opened as by open. What passes through the proxy without TLS is read; connections with TLS are passed on
            and never intercepted, so for a portal over https save a HAR in the browser's network tools ("Save all as HAR", with
            content) and name it with --har. That file has passwords: delete it afterwards. In the recipe, what was typed is a
            secret by name, and hidden fields are carried from the page. It is a draft: read it, examine it with sign-in check,
            and see what the notes say. What to put into the configuration is printed. Exit status: 0 a recipe was written; 65
            nothing that makes one was recorded.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let output = try arguments.text("output") ?? "-"
        let console = console.besides(output)
        let visit: RecordedVisit
        if let file = try arguments.text("har") {
            visit = try SignInCheck.visit(file, console)
        } else {
            visit = try await watch(arguments, console)
        }
        let draft: RecipeDraft
        do throws(RecipeDraft.Failure) {
            draft = try RecipeDraft(visit, name: try? arguments.text("name"))
        } catch {
            throw CommandError.data("no recipe: \(error.text)")
        }
        try OutputFile.write(Array((draft.recipe.text + "\n").utf8), to: output)
        let replay = await RecipeReplay.run(draft.recipe, over: visit)
        for note in draft.notes { console.print("note: \(note.printable(limit: 400))") }
        let sentence = console.registry.sentences.sentence(for: replay.reason)
        console.print("replayed with what was recorded: \(replay.result.rawValue): \(sentence.printable(limit: 300))")
        console.print("for the configuration, with the places of the secrets:")
        let file = output == "-" ? "/etc/connectivity/recipe.json" : OutputFile.absolute(output)
        console.print(String(decoding: configuration(for: draft, in: file).encoded(.pretty), as: UTF8.self))
        return .success
    }

    static func configuration(for draft: RecipeDraft, in file: String) -> JSON {
        let secrets = draft.recipe.secrets.map { name in
            let members: [(String, JSON?)] = [
                (
                    "file",
                    .string("/etc/connectivity/secrets/\(name.filter { $0.isLetter || $0.isNumber || $0 == "-" })")
                ),
                ("to", .string(draft.receivers[name] ?? "")),
            ]
            return (name, JSON?.some(.object(members)))
        }
        // The hosts of the portal and of the secrets are named anyway.
        let portal = draft.recipe.match?.hosts.first ?? ""
        let named = Set([portal] + draft.receivers.values.map(Self.name))
        let others = Set(draft.recipe.hosts.map(Self.name)).subtracting(named).sorted()
        let rule: [(String, JSON?)] = [
            ("use", .string("companion.sign-in")), ("portal", .string(portal)),
            ("hosts", others.isEmpty ? nil : .array(others.map(JSON.string))),
            ("agent", .object([("use", .string("sign-in.recipe")), ("file", .string(file))])),
            ("secrets", secrets.isEmpty ? nil : .object(secrets)),
            ("plainHTTP", draft.recipe.plainHTTP ? .bool(true) : nil),
            ("accepts", draft.recipe.accepts ? .string("what you agree to, and when you read it") : nil),
        ]
        return .object([("companions", .array([.object(rule)]))])
    }

    /// The name of a host without its port.
    private static func name(_ host: String) -> String { (try? HTTPURL("https://\(host)/"))?.host ?? host }

    #if os(Linux)
    /// Opens the page, and returns the traffic without TLS.
    private static func watch(_ arguments: Arguments, _ console: Console) async throws -> RecordedVisit {
        let limit = try arguments.time("timeout", in: .seconds(1) ... .seconds(86_400)) ?? .seconds(1800)
        guard let browser = try Browser(try arguments.text("browser"), console.environment) else {
            throw CommandError.noInput(
                "no browser that takes a proxy is installed; name one with --browser, or use --har"
            )
        }
        let configuration = try PipelineOptions.configuration(arguments, console)
        let assessment = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
        console.print(assessment.line(console))
        guard let page = PortalNames(assessment)?.url else {
            throw CommandError.data("no recipe: there is no page to sign in to")
        }
        let recorder = VisitRecorder()
        _ = try await BrowserSession.show(
            page,
            of: assessment,
            by: browser,
            configuration,
            limit: limit,
            recordedBy: recorder,
            console
        )
        if page.scheme == .https {
            console.printError(
                "connectivityctl: the page is over https, which is never intercepted; for it, save a HAR and use --har"
            )
        }
        return recorder.visit
    }
    #else
    private static func watch(_ arguments: Arguments, _ console: Console) async throws -> RecordedVisit {
        throw CommandError.noInput("a person can be watched on Linux only; name a recording with --har")
    }
    #endif
}
