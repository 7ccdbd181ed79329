package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityText
import ConnectivityToolkit
package import ConnectivityWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs a program for each event, with the assessment on its standard input and the important facts in its environment.
///
/// Its configuration name is `notifier.program`; only `program` is required:
///
/// ```json
/// { "use": "notifier.program", "program": ["/usr/local/bin/on-change", "--quiet"], "events": ["changed", "service"] }
/// ```
///
/// Standard input is one line of JSON: the assessment with its evidence, without what recordings replace. The program need not read it. The
/// environment has `CONNECTIVITY_EVENT`, `CONNECTIVITY_ACCESS`,
/// `CONNECTIVITY_REASON` (the code), `CONNECTIVITY_TEXT` (the sentence), `CONNECTIVITY_SINCE` (the start of the access,
/// RFC 3339), and if known: `CONNECTIVITY_PREVIOUS_ACCESS` (of the previous event), `CONNECTIVITY_INTERFACE`,
/// `CONNECTIVITY_INTERFACE_KIND`, `CONNECTIVITY_CONFIRMED_AT`, `CONNECTIVITY_QUALITY` (`good`, `slow` or `poor`) and
/// `CONNECTIVITY_PORTAL_URL` (always http or https). Each value is printable and has at most 1,000 characters. Standard
/// output is discarded. The first line on standard error is part of the failure that is counted if the program ends
/// with a status other than 0.
///
/// For a companion's observation (the event `observed`), standard input is the observation, and the environment has
/// `CONNECTIVITY_KIND`, `CONNECTIVITY_SUBJECT`, `CONNECTIVITY_STATE`, `CONNECTIVITY_SEVERITY`, the reason, the text,
/// `CONNECTIVITY_SINCE`, and `CONNECTIVITY_ADVICE` if there is any.
///
/// A preliminary assessment starts no program. One program runs at a time. While it runs, only the newest event of each kind
/// waits; `CONNECTIVITY_MERGED` is the number of events that newer ones replaced since the previous program, if there were any. If
/// the task of the run is
/// cancelled, the program is killed and no other one starts.
package struct ProgramNotifier: Notifier {
    /// The absolute path of the program, then its arguments.
    package private(set) var command: [String]
    /// The events that start the program.
    package private(set) var selection: EventSelection
    /// The time after which the program is killed.
    private let timeout: Duration
    /// The names of variables of this process that the program receives.
    package private(set) var environment: [String]
    /// The sentences for reasons; a notifier created from a configuration uses those of the registry.
    package var sentences = Sentences()
    private let last = LastFinal()
    private let dropped = DroppedEvents()

    /// Creates a notifier; nothing is started before the first event.
    package init(
        command: [String],
        events: NotifierMailbox.Events = .changes,
        timeout: Duration = .seconds(60),
        environment: [String] = []
    ) {
        self.init(command, EventSelection(events.subtracting([.probes, .sources])), timeout, environment)
    }

    private init(_ command: [String], _ selection: EventSelection, _ timeout: Duration, _ environment: [String]) {
        let isAbsolute = command.first?.hasPrefix("/") ?? false
        precondition(isAbsolute && timeout > .zero, "a program needs an absolute path and some time")
        self.command = command
        self.selection = selection
        self.timeout = timeout
        self.environment = environment
    }

    package var mailbox: NotifierMailbox { .newest(selection.events).observing(selection.kinds) }
    package var requirements: [Requirement] { [.program(command[0])] }

    /// Runs the program; the state of an earlier run is used only as the previous event.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier): if let earlier { last.change(to: earlier) }
        case .assessmentChanged(let assessment):
            guard let change = last.change(to: assessment) else { return }
            try await run(.changed, assessment, after: change.previous)
        case .assessmentConfirmed(let assessment): try await run(.confirmed, assessment, after: assessment.access.name)
        case .roundEnded(let assessment): try await run(.roundEnded, assessment, after: assessment.access.name)
        case .observed(let observation) where observation.isChange:
            try await run(EventFacts(observation, sentences), try JSON(encoding: observation))
        case .runEnded: last.clear()
        default: break
        }
    }

    /// Learns the number of events that newer ones replace.
    package func serve(_ run: NotifierRun) async throws { dropped.follow(run) }

    private func run(_ event: LinesNotifier.Event, _ assessment: Assessment, after previous: String?) async throws {
        let facts = EventFacts(event.rawValue, assessment, previous: previous, sentences)
        try await run(facts, try JSON(encoding: assessment))
    }

    private func run(_ facts: EventFacts, _ input: JSON) async throws {
        try Task.checkCancellation()
        guard let stop = Waker() else { throw NotifierFault("pipe", .last) }
        let merged = dropped.takeCount()
        let child = ChildProgram(
            command: command,
            environment: inherited + facts.values.map { "\($0.name)=\($0.value)" }
                + (merged > 0 ? ["\(EventFacts.prefix)MERGED=\(merged)"] : []),
            input: Array((input.sorted.withoutSecrets + "\n").utf8),
            limit: timeout
        )
        do {
            try await DedicatedThread.run {
                try child.run(until: stop)
            } stop: {
                stop.wakeUp()
            }
        } catch let fault as ChildProgram.Fault {
            throw NotifierFault(fault.description)
        }
    }

    /// The variables of this process that every program receives.
    private static let ordinary = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_TIME", "TZ",
        "TMPDIR",
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP",
        "DBUS_SESSION_BUS_ADDRESS", "RUNTIME_DIRECTORY", "STATE_DIRECTORY",
    ]

    private var inherited: [String] {
        (Self.ordinary + environment).compactMap { name in
            unsafe getenv(name).map { "\(name)=\(unsafe String(cString: $0))" }
        }
    }
}

extension ProgramNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.program" }
    package static var summary: String { "runs a program per event, with the assessment on its standard input" }

    private static let eventNames: [LinesNotifier.Event] = [
        .changed, .confirmed, .roundEnded, .observed,
    ]
    private static let wordCountMax = 100

    package static let fields = FieldTable(
        Self(command: ["/"]),
        [
            .required("program", \.command, commandRule),
            .converted("events", \.selection, .events(of: eventNames), usual: ["changed"]),
            .filled("environment", \.environment, [], environmentRule),
        ]
    )

    private static let commandRule = Rule<[String]> { command in
        guard let path = command.first, path.hasPrefix("/"), path.utf8.count < 4096 else {
            let form = "an absolute path, such as /usr/local/bin/on-change, then its arguments; no shell is involved"
            return "must begin with \(form)"
        }
        let isFit = command.count <= wordCountMax && !command.contains { $0.utf8.contains(0) }
        return isFit ? nil : "must be at most \(wordCountMax) texts without a zero byte"
    }

    private static let environmentRule = Rule<[String]>(
        "must be names of environment variables, without their values"
    ) { names in
        names.allSatisfy { !$0.isEmpty && !$0.utf8.contains { [0, UInt8(ascii: "=")].contains($0) } }
    }
}

/// The number of dropped events since it was last taken.
private final class DroppedEvents: Sendable {
    private let state = Lock<(run: NotifierRun?, taken: Int)>((nil, 0))

    func follow(_ run: NotifierRun) { state.withLock { $0 = (run, 0) } }

    func takeCount() -> Int {
        state.withLock { state in
            let count = state.run?.droppedCount ?? 0
            defer { state.taken = count }
            return count - state.taken
        }
    }
}
