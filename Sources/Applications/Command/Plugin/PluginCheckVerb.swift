#if os(Linux)
import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityDecoding
import ConnectivityKit
import ConnectivityPluginHost
import ConnectivityRecords
import ConnectivityTestKit

/// `connectivityctl plugin check`: checks the laws of plugins for a program.
enum PluginCheckVerb: Verb {
    static let grammar = Grammar(
        name: "plugin check",
        summary: "Check whether a program keeps the laws of plugins, each law in a separate process.",
        operands: "FOLDER|PROGRAM [ARGUMENT...]",
        options: [
            PluginSubject.optionsOption,
            .value("calls", "N", "the number of requests of the law of endurance (default 10000)"),
            .flag("json", "print one JSON object per law, without kept if there was nothing to check"),
            AssessmentOutput.quietOption,
        ],
        notes: """
            A FOLDER, such as plugin new makes, has a configuration.json that names the program and uses its validators, with
            their options. Put -- before the program if an argument begins with a hyphen. Exit status: 0 all laws are kept, 7
            one is broken, 78 the options do not fit.
            """
    )

    private struct Row: Encodable {
        var law, detail: String
        /// Whether the program kept the law; `nil` if there was nothing to check.
        var kept: Bool?
        var violation: String?
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let subject = try PluginSubject(arguments)
        guard subject.folder == nil || arguments.operands.count == 1 else {
            throw arguments.usage("the arguments for the program of a FOLDER are in its configuration.json")
        }
        let check = PluginCheck(
            subject.program,
            options: subject.options,
            exchanges: HostileExchanges.small(seed: 1, count: 100) + HostileExchanges.large,
            callCount: try arguments.whole("calls", in: 10...10_000_000, of: "a number of requests") ?? 10_000,
            log: console.printError
        )
        var rows: [Row] = []
        func show(_ number: Int) {
            let laws = PluginCheck.Law.allCases
            guard number < laws.count else { return }
            console.progress.show("law \(number + 1) of \(laws.count): \(laws[number].rawValue)")
        }
        show(0)
        try await subject.namingFaults {
            try await check.run { result in
                let isKept = result.isChecked ? result.violation == nil : nil
                rows.append(
                    Row(law: result.law.rawValue, detail: result.detail, kept: isKept, violation: result.violation)
                )
                show(rows.count)
            }
        }
        if arguments.has("json") {
            for row in rows { try console.printJSON(row) }
        } else {
            var table = Table(["law", "", "detail"])
            for row in rows {
                let detail = (row.violation ?? row.detail).printable(limit: 300)
                table.add([row.law, row.kept.map { $0 ? "kept" : "BROKEN" } ?? "not checked", detail])
            }
            console.print(table.text(within: console.columns))
        }
        return rows.contains { $0.kept == false } ? .differs : .success
    }
}

/// `connectivityctl plugin try`: judges recordings with the validators of a program.
enum PluginTryVerb: Verb {
    static let grammar = Grammar(
        name: "plugin try",
        summary: "Judge recorded HTTP responses with the validators of a program.",
        operands: "FOLDER|PROGRAM [FILE...]",
        options: [
            PluginSubject.optionsOption,
            .value("url", "URL", "the requested URL, if a recording does not say it"),
            .flag("json", "print one JSON object per file and validator"),
        ],
        notes: """
            A FOLDER, such as plugin new makes, has a configuration.json that names the program and uses its validators, with
            their options. A FILE is a response as curl -i prints it; lines such as "# url: http://..." and
            "# expect: captive redirect" may come first. Without a FILE, all recordings/*.http of FOLDER are judged. Exit
            status: 0 done, 7 the verdict of a recording is not the one that it expects, 78 the options do not fit.
            """
    )

    private struct Row: Encodable {
        var file, validator: String
        var testimony, verdict: Verdict
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let subject = try PluginSubject(arguments, onlyFirst: true)
        var files = Array(arguments.operands.dropFirst())
        if files.isEmpty, let folder = subject.folder { files = try PluginSubject.recordings(in: folder) }
        guard !files.isEmpty else { throw arguments.usage("missing FOLDER, or PROGRAM FILE...") }
        let url = try arguments.url("url")
        let recordings = try files.map { (file: $0, recording: try Recording(file: $0)) }
        let trial = try await subject.namingFaults {
            try await PluginTrial(subject.program, options: subject.options, log: console.printError)
        }
        let sentences = console.registry.sentences.adding(trial.sentenceTemplates)
        var status = ExitStatus.success
        for (file, recording) in recordings {
            let exchange = recording.exchange(at: url)
            for opinion in await trial.opinions(on: exchange) {
                let wanted = recording.expectation?.finding
                if let wanted, wanted != opinion.verdict.finding { status = .differs }
                try printResult(file, opinion, wanted, sentences, arguments, console)
            }
        }
        await trial.end()
        return status
    }

    private static func printResult(
        _ file: String,
        _ opinion: PluginTrial.Opinion,
        _ wanted: Verdict.Finding?,
        _ sentences: Sentences,
        _ arguments: Arguments,
        _ console: Console
    ) throws {
        guard !arguments.has("json") else {
            let row = Row(
                file: file,
                validator: opinion.validator,
                testimony: opinion.testimony,
                verdict: opinion.verdict
            )
            return try console.printJSON(row)
        }
        let said =
            "\(opinion.testimony.finding.rawValue), \(sentences.sentence(for: opinion.testimony.reason))"
        let other = wanted.map { $0 == opinion.verdict.finding ? "" : " (the recording expects \($0.rawValue))" } ?? ""
        let name = opinion.validator.printable(limit: 100)
        let verdict = opinion.verdict.finding.rawValue
        console.print("\(file.printable(limit: 200)): \(verdict)\(other); \(name) says: \(said)")
    }
}

extension Recording {
    /// The recorded response as the answer to a request, decoded as in a pipeline.
    fileprivate func exchange(at url: HTTPURL?) -> ProbeExchange {
        let request = ProbeRequest(url ?? self.url ?? "http://unknown.invalid/")
        return ProbeExchange(request: request, outcome: .success(BodyDecoder().decoded(response)))
    }
}
#endif
