import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityDBus
import ConnectivityKit
import ConnectivityNotifiers
import ConnectivityRegistry
import ConnectivityReport
import ConnectivityText
import ConnectivityWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What a running service knows, with the members for people.
struct ServiceAnswer {
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

    /// Whether no late answer can change the access.
    var isFinal: Bool { assessment?["isFinal"] == .bool(true) }
    var quality: PathQuality.Level? { assessment?["quality"]?.string.flatMap(PathQuality.Level.init(rawValue:)) }
    var observations: [CompanionObservation] { CompanionObservation.list(assessment?["observations"]) }

    /// What differs from one line of `status --follow` to the next.
    struct News: Hashable {
        var access, sentence: String
        var isFinal: Bool
        var observed: [[String]]
    }

    var news: News {
        let observed = observations.filter { $0.severity > .info }.map { [$0.track, $0.state, $0.reason.code] }
        return News(access: access, sentence: sentence, isFinal: isFinal, observed: observed.sorted { $0[0] < $1[0] })
    }

    /// The assessment with its evidence; `nil` if this user may not read the evidence, or if it does not lead to the access by these
    /// rules.
    func assessment(by configuration: PipelineConfiguration, _ console: Console) -> Assessment? {
        guard let text = assessment?.text, let saved = try? SavedAssessment(json: text.utf8, registry: console.registry)
        else { return nil }
        var decided = saved.decideAgain(by: configuration.rules).assessment
        decided.observations = saved.observations
        return decided.access.name == access ? decided : nil
    }

    /// Prints the answer; returns the exit status of its access.
    func print(_ output: AssessmentOutput, _ console: Console) throws -> ExitStatus {
        switch output.form {
        case .json: console.print(document.sorted.text)
        case .text:
            console.print(line(console, output.zone))
            console.printObservations(observations)
        case .brief, .fields, .nagios, .nothing: try output.print(brief, console)
        }
        return status
    }

    static func known(_ value: JSON) -> JSON? { value == .null ? nil : value }

    /// The line of `check`, with the times of the decision and the confirmation.
    func line(_ console: Console, _ zone: CivilZone) -> String {
        let interface = assessment?["interface"].flatMap(Self.known)
        let name = interface?["name"]?.string.map { " on \($0.printable(limit: 40))" } ?? ""
        let kind = interface?["kind"]?.string.map { " (\($0.printable(limit: 20)))" } ?? ""
        let isFinal = assessment?["isFinal"] != .bool(false)
        let portal = assessment?["portal"].flatMap(Self.known).flatMap { try? $0.decode(CaptivePortal.self) }
        let (brief, now) = (brief, Timestamp.now)
        func age(_ time: Timestamp) -> String { max(.zero, now.sinceEpoch - time.sinceEpoch).forPeople }
        let since = brief.since.map { "for \(age($0)), since \(zone.stamp($0))" }
        let times = [since, brief.confirmedAt.map { "confirmed \(age($0)) ago" }].compactMap(\.self)
        let clock = times.isEmpty ? "" : " (\(times.joined(separator: ", ")))"
        let sentence = portal?.advice(isShort: console.isTerminal) ?? sentence.printable(limit: 1000)
        let preliminary = isFinal ? "" : " (preliminary)"
        let slow = InternetAccess.remark(on: quality, in: access)
        return "\(console.coloured(access: access))\(slow)\(preliminary)\(name)\(kind): \(sentence)\(clock)"
    }
}

/// The service that already watches this device, which verbs ask before the network.
enum RunningService {
    /// The options that change what is asked, so that a service does not know it.
    private static let options = Set(PipelineOptions.settings.map(\.name)).subtracting(["json"]).union(["fresh"])

    /// The option of a verb that asks a running service first.
    static let grammar = Grammar.Option.flag("fresh", "ask the network, even if a running service knows")

    /// The process of a service with this configuration, other than this one; `nil` without one.
    static func process(_ configuration: PipelineConfiguration, _ console: Console) async -> Int? {
        for path in StatusSocket.paths(of: configuration, console) {
            guard let bytes = try? await StatusQuery.ask(path), let document = try? JSON(parsing: bytes, of: "status"),
                case .integer(let process)? = document["process"]?.value, process != Int64(getpid())
            else { continue }
            return Int(process)
        }
        return nil
    }

    /// Returns what a running service knows; `nil` if an option changes what is asked, if no service answers, or if its last round
    /// is older than two intervals.
    static func knowledge(_ arguments: Arguments, _ console: Console) async throws -> ServiceAnswer? {
        guard !options.contains(where: { arguments.has($0) || !arguments.all($0).isEmpty }) else { return nil }
        let configuration = try PipelineOptions.file(arguments, console)
        guard let answer = try? await ask(arguments, configuration, console) else { return nil }
        let interval = (configuration ?? PipelineConfiguration()).schedule.interval
        guard let newest = answer.brief.confirmedAt ?? answer.brief.time,
            Timestamp.now.sinceEpoch - newest.sinceEpoch <= interval * 2
        else { return nil }
        return answer
    }

    /// Returns what a running service knows, if the output does not need more than it says.
    static func knowledge(
        for output: AssessmentOutput,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> ServiceAnswer? {
        switch output.form {
        case .json, .nagios: nil
        case .text, .brief, .fields, .nothing: try await knowledge(arguments, console)
        }
    }

    /// Asks a service; throws if none answers, with the reason and advice.
    static func ask(
        _ arguments: Arguments,
        _ configuration: PipelineConfiguration?,
        _ console: Console
    ) async throws -> ServiceAnswer {
        var faults: [String] = []
        for path in try StatusSocket.paths(arguments, configuration, console) {
            let place = path.printable(limit: 200)
            do {
                let document = try parse(try await StatusQuery.ask(path), from: place)
                let sentence = document["text"]?.string ?? ""
                return try ServiceAnswer(
                    document,
                    document["assessment"].flatMap(ServiceAnswer.known),
                    sentence,
                    from: place
                )
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
                return try ServiceAnswer(document, ServiceAnswer.known(assessment), sentence, from: query.place)
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

    private static func parse(_ bytes: [UInt8], from place: String) throws -> JSON {
        do throws(PluginError) {
            return try JSON(parsing: bytes, of: "status")
        } catch {
            throw CommandError.data("\(place): \(error)")
        }
    }
}
