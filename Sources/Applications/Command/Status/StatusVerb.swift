import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityDBus
import ConnectivityKit
import ConnectivityNotifiers
import ConnectivityRegistry
import ConnectivityReport
import ConnectivityText
import ConnectivityWire

/// `connectivityctl status`: queries a running service instead of the network.
enum StatusVerb: Verb {
    static let grammar = Grammar(
        name: "status",
        summary: "Ask a running watch or service what it knows; nothing is sent to the network.",
        options: [
            .value("socket", "PATH", "ask here (default: what --config says, or the usual places)"),
            .value("config", "FILE", "the configuration of the service, for its notifier.status and notifier.dbus"),
            .flag("json", "print JSON; --json=brief is at most 1 KB", variants: ["brief"]),
            AssessmentOutput.formatOption("text", "json"), AssessmentOutput.quietOption, AssessmentOutput.utcOption,
        ],
        notes: """
            The usual places are status.sock in $RUNTIME_DIRECTORY, in $XDG_RUNTIME_DIR/connectivity, and in /run/connectivity.
            If none of them answers and the configuration names notifier.dbus, the message bus is asked. Exit status: that of
            check, and 69 if no service answers.
            """
    )

    /// The answer of a service, with the members for people.
    private struct Answer {
        let document: JSON
        let assessment: JSON?
        let sentence: String
        let access: String
        let status: ExitStatus

        var brief: AssessmentBrief {
            AssessmentBrief(json: assessment, text: sentence, since: document["since"])
        }

        init(_ document: JSON, _ assessment: JSON?, _ sentence: String, from place: String) throws(CommandError) {
            (self.document, self.assessment, self.sentence) = (document, assessment, sentence)
            access = assessment?["access"]?.string ?? InternetAccess.determining.name
            guard let status = ExitStatus(accessNamed: access) else {
                throw .data("\(place): the answer has an unknown access; use the same version as the service")
            }
            self.status = status
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let output = try AssessmentOutput(arguments)
        let configuration = try PipelineOptions.file(arguments, console)
        let answer = try await ask(arguments, configuration, console)
        switch output.form {
        case .json: console.print(answer.document.sorted.text)
        case .text:
            console.print(line(answer, console, output.zone))
            console.printObservations(CompanionObservation.list(answer.assessment?["observations"]))
            if let line = sourceLine(answer, output.zone) { console.print(line) }
        case .brief, .fields, .nagios, .nothing: try output.print(answer.brief, console)
        }
        return answer.status
    }

    private static func ask(
        _ arguments: Arguments,
        _ configuration: PipelineConfiguration?,
        _ console: Console
    ) async throws -> Answer {
        var faults: [String] = []
        for path in try StatusSocket.paths(arguments, configuration, console) {
            let place = path.printable(limit: 200)
            do {
                let document = try parse(try await StatusQuery.ask(path), from: place)
                let sentence = document["text"]?.string ?? ""
                return try Answer(document, document["assessment"].flatMap(known), sentence, from: place)
            } catch let error as CommandError {
                throw error
            } catch {
                if let resource = (error as? StatusQuery.Fault)?.shortage {
                    throw CommandError(lacking: resource, effect: "\(place) cannot be asked")
                }
                faults.append("\(place): \(error)")
                if let advice = SocketRights(path)?.advice {
                    throw CommandError(status: .unavailable, text: "\(place): \(error); \(advice)")
                }
            }
        }
        let addresses = (configuration?.notifiers ?? []).compactMap(\.statusAddress)
        if let query = addresses.lazy.compactMap(DBusQuery.init(at:)).first {
            do {
                let (text, sentence) = try await query.ask()
                let assessment = try parse(Array(text.utf8), from: query.place)
                let document = JSON.object([
                    ("version", .integer(WireForm.version)), ("text", .string(sentence)), ("assessment", assessment),
                ])
                return try Answer(document, known(assessment), sentence, from: query.place)
            } catch let error as CommandError {
                throw error
            } catch {
                faults.append("\(query.place): \(error)")
            }
        }
        let advice = "start one (watch --socket PATH), or ask the network yourself (check)"
        throw CommandError(
            status: .unavailable,
            text: "no service answers: \(faults.joined(separator: "; ")); \(advice)"
        )
    }

    private static func known(_ value: JSON) -> JSON? { value == .null ? nil : value }

    private static func parse(_ bytes: [UInt8], from place: String) throws -> JSON {
        do throws(PluginError) {
            return try JSON(parsing: bytes, of: "status")
        } catch {
            throw CommandError.data("\(place): \(error)")
        }
    }

    /// The known failures of the interface source; `nil` if it has not failed.
    private static func sourceLine(_ answer: Answer, _ zone: CivilZone) -> String? {
        guard let source = answer.document["source"].flatMap(known), case .integer(let count)? = source["failed"]?.value
        else { return nil }
        let text = source["lastFailure"]?.string?.printable(limit: 400) ?? ""
        let time = source["lastFailedAt"]?.string.flatMap(Timestamp.init(rfc3339:)).map(zone.stamp) ?? "an unknown time"
        return "the source of interfaces failed \(count) time\(count == 1 ? "" : "s"), last at \(time): \(text)"
    }

    /// The line of `check`, with the times of the decision and the confirmation.
    private static func line(_ answer: Answer, _ console: Console, _ zone: CivilZone) -> String {
        let interface = answer.assessment?["interface"].flatMap(known)
        let name = interface?["name"]?.string.map { " on \($0.printable(limit: 40))" } ?? ""
        let kind = interface?["kind"]?.string.map { " (\($0.printable(limit: 20)))" } ?? ""
        let isFinal = answer.assessment?["isFinal"] != .bool(false)
        let portal = answer.assessment?["portal"].flatMap(known).flatMap { try? $0.decode(CaptivePortal.self) }
        let (brief, now) = (answer.brief, Timestamp.now)
        func age(_ time: Timestamp) -> String { max(.zero, now.sinceEpoch - time.sinceEpoch).forPeople }
        let since = brief.since.map { "for \(age($0)), since \(zone.stamp($0))" }
        let times = [since, brief.confirmedAt.map { "confirmed \(age($0)) ago" }].compactMap(\.self)
        let clock = times.isEmpty ? "" : " (\(times.joined(separator: ", ")))"
        let sentence = portal?.advice(isShort: console.isTerminal) ?? answer.sentence.printable(limit: 1000)
        let preliminary = isFinal ? "" : " (preliminary)"
        return "\(console.coloured(access: answer.access))\(preliminary)\(name)\(kind): \(sentence)\(clock)"
    }
}
