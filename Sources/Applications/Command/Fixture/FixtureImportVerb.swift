import ConnectivityCommandTools
import ConnectivityDecoding
import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl fixture import`: converts recordings of other tools and removes secrets.
enum FixtureImportVerb: Verb {
    static let grammar = Grammar(
        name: "fixture import",
        summary: "Import what browsers, proxies (HAR 1.2), curl -i or \"explain --bundle\" wrote, without secrets.",
        operands: "FILE...",
        options: [
            .value("output", "FOLDER", "the output folder; created if it does not exist"),
            .value("url", "URL", "the requested URL, for the output of curl -i"),
            .value(
                "endpoint",
                "URL",
                "an endpoint whose requests in an archive are questions; may be given more than once"
            ),
            .value("from", "TEXT", "a description of the origin"),
        ] + RedactionOptions.grammar,
        notes: """
            An HTTP Archive of a browser or of mitmproxy becomes a session with its questions, including failures, and one raw
            response per answer. Questions are the GET and HEAD requests of known endpoints and of each --endpoint; if there are
            none, each request that no answer led to. Pages, scripts and pictures are left out, and so is an entry that cannot
            be read, which is named. The session has an interface of which nothing is known. What "explain --bundle", "explain --json" or "check --json"
            wrote becomes a session with the interfaces and the answers of one round; answers to further questions of explain
            are left out. Any other FILE is read as the output of curl -i. Existing files are not overwritten.

            A session of a bundle states what follows from it; if that is not what the FILE says, for example because of an
            earlier round, both are printed, and the exit status is 7. The other files state no verdict: "fixture expect" shows
            it, and states it.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard let folder = try arguments.folder("output") else {
            throw arguments.usage("missing option --output FOLDER")
        }
        guard !arguments.operands.isEmpty else { throw arguments.usage("missing FILE: name at least one") }
        let redaction = try RedactionOptions.redaction(arguments)
        let url = try arguments.url("url")
        let source = try arguments.text("from")
        let endpoints = try arguments.urls("endpoint")
        var files: [(name: String, bytes: [UInt8])] = []
        var status = ExitStatus.success
        for path in arguments.operands {
            let name = neutralName(path, redaction)
            let bytes = try InputFile.read(path, byteCountMax: SessionRecording.byteCountMax)
            switch try ImportedExchanges.Format(of: bytes, path) {
            case .archive:
                let found = try ImportedExchanges(archive: bytes, path, endpoints: endpoints)
                files += session(found, path, name, source, redaction, console)
            case .bundle:
                let (session, agrees) = try SessionRecording.imported(
                    bundle: bytes,
                    path,
                    source: source,
                    redaction: redaction,
                    console
                )
                files.append((name + SessionRecording.suffix, session.encoded()))
                if !agrees { status = .differs }
            case .response:
                var recording = try Recording(bytes: bytes, path)
                recording.url = url ?? recording.url
                recording.source = source ?? recording.source ?? "imported from the output of curl -i"
                // The body is decoded, to find secrets in compressed pages.
                recording.response = BodyDecoder().decoded(recording.response)
                let redacted = redaction.redacted(recording)
                if let change = recording.change(to: redacted) {
                    console.printError("connectivityctl: \(path.printable(limit: 200)): \(change)")
                }
                files.append(("\(name).http", redacted.encoded()))
            }
        }
        try OutputFile.makeFolder(folder)
        var names: Set<String> = []
        for file in files {
            guard names.insert(file.name).inserted else {
                let name = file.name.printable(limit: 200)
                throw arguments.usage("two FILEs would be written to \(name); import each into a separate folder")
            }
            let path = "\(folder)/\(file.name)"
            guard !OutputFile.isThere(path) else {
                throw CommandError.noOutput("\(path.printable(limit: 200)) already exists; choose another folder")
            }
        }
        for file in files { try OutputFile.write(file.bytes, to: "\(folder)/\(file.name)") }
        console.print("wrote \(files.count) file\(files.count == 1 ? "" : "s") to \(folder.printable(limit: 200))")
        return status
    }

    /// Returns the files of a session: the session itself, and a recording of each of its responses.
    private static func session(
        _ found: ImportedExchanges,
        _ path: String,
        _ name: String,
        _ source: String?,
        _ redaction: Redaction,
        _ console: Console
    ) -> [(name: String, bytes: [UInt8])] {
        let original = SessionRecording(
            importing: found.exchanges,
            over: found.snapshot,
            provenance: .init(
                source: source ?? found.source,
                recordedAt: found.startedAt,
                tool: "connectivityctl \(CommandLineTool.version)",
                notes: found.notes
            )
        )
        let session = redaction.redacted(original)
        for note in session.provenance.notes { console.print("note: \(note.printable(limit: 300))") }
        var files = [(name: name + SessionRecording.suffix, bytes: session.encoded())]
        for (index, (before, after)) in zip(original.exchanges, session.exchanges).enumerated() {
            guard case .success(.http(let response)) = after.exchange.outcome, let url = after.exchange.request.url
            else { continue }
            let recording = Recording(response, url: url, source: session.provenance.source)
            if case .success(.http(let response)) = before.exchange.outcome,
                let change = Recording(response, url: before.exchange.request.url).change(to: recording)
            {
                console.printError("connectivityctl: \(path.printable(limit: 200)): entry \(index + 1): \(change)")
            }
            let host = String(url.host.prefix(60).map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
            files.append(("\(name)-\(index + 1)-\(response.status)-\(host).http", recording.encoded()))
        }
        return files
    }

    /// Returns the name of a file without its folders and its extension, or `recording` if it may identify a person or a device.
    private static func neutralName(_ path: String, _ redaction: Redaction) -> String {
        let name = baseName(path)
        return name.contains("@") || redaction.redacted(name) != name ? "recording" : name
    }

    private static func baseName(_ path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? "recording"
        let name = last.split(separator: ".").dropLast().joined(separator: ".")
        return name.isEmpty ? (last == "-" ? "recording" : last) : name
    }
}

extension Recording {
    /// Describes the change of the verdict if another recording replaces this one; `nil` without a change.
    fileprivate func change(to redacted: Recording) -> String? {
        let (before, after) = (verdict(), redacted.verdict())
        guard before.finding != after.finding || before.reason.code != after.reason.code else { return nil }
        return "replacing secrets changes the verdict from \(before.finding.rawValue) \(before.reason.code) "
            + "to \(after.finding.rawValue) \(after.reason.code)"
    }
}
