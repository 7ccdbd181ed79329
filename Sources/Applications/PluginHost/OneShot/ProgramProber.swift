#if os(Linux)
package import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import ConnectivityWire

/// Runs the checks of monitoring systems, one process per question.
///
/// - A process has no shell, inherits no variable and no descriptor of this process, and has the limits of a plugin.
/// - At the time limit of the request, its process group is killed and the probe fails with `timedOut(.response)`.
/// - An exit status other than 0 through 3, or an end by a signal, is the failure `other` of the domain `program`.
/// - A request that is bound to an interface or an address family is `unsupported`, because a check cannot be bound.
package struct ProgramProber: Prober {
    let options: ProgramOptions
    private let driver = BlockingDriver { ProgramRuns() }

    /// Creates a prober; this has no effect until the first question.
    package init() { options = ProgramOptions() }

    init(_ options: ProgramOptions) { self.options = options }

    package var kinds: Set<Question.Kind> { [ProgramQuestion.kind] }

    /// Runs the check of a question, whose answer is a ``ProgramAnswer``.
    ///
    /// Cancelling the task kills the check at once.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: ProgramQuestion = request.question.decoded() else { return .unsupported(request) }
        guard request.path.interface == nil, request.path.family == nil else {
            let failure = ProbeFailure(
                .unsupported,
                detail: "a check cannot be bound to an interface or address family"
            )
            return ProbeExchange(request: request, outcome: .failure(failure))
        }
        let start = ContinuousClock.now
        let run = ProgramRuns.Request(
            program: options.program(question.command),
            deadline: start + request.limits.total
        )
        let outcome: Result<ProgramAnswer, ProbeFailure>
        do throws(BlockingRefusal<Never>) {
            outcome = try await driver.run(run)
        } catch {
            outcome =
                switch error {
                case .cancelled: .failure(ProbeFailure(.cancelled))
                case .noPipe: .failure(ProbeFailure(.shortage(.descriptors)))
                case .noThread: .failure(ProbeFailure(.shortage(.threads)))
                }
        }
        let timings = ProbeExchange.Timings(total: ContinuousClock.now - start)
        return ProbeExchange(request: request, outcome: outcome, timings: timings)
    }
}

/// The permissions and limits of the checks of a prober, as in `plugins`.
struct ProgramOptions: FieldCodable {
    private var limited = PluginProgram()

    static let fields = FieldTable(
        ProgramOptions(),
        [
            .optional("environment", \.limited.environment),
            .optional("user", \.limited.user),
            .optional("writes", \.limited.writes),
            .filled("limits", \.limited.limits, PluginProgram.Limits()),
        ]
    )

    func program(_ command: [String]) -> PluginProgram {
        var program = limited
        program.command = command
        return program
    }
}
#endif
