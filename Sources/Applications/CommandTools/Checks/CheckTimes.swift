import ConnectivityDiagnosis

/// The times of a check; those of a round are in `RoundSchedule` and `ProbeLimits`.
package enum CheckTimes {
    /// The range of `--timeout`; without it, a check ends when its result is final.
    package static let limits: ClosedRange<Duration> = .milliseconds(50) ... .seconds(86_400)
    /// The range of `--probe-timeout`; the default is that of `ProbeLimits`.
    package static let probeLimits: ClosedRange<Duration> = .milliseconds(50) ... .seconds(3600)

    // MARK: The assessment

    /// The time for reading the interfaces, in addition to the longest round.
    static let reading = Duration.seconds(3)
    /// The time after the end of a check at which the process ends, although no task runs.
    static let outerSlack = Duration.seconds(5)

    // MARK: The diagnosis

    /// The time after which the network is assumed to be bad, and further probes start in parallel.
    static let headStart = Duration.seconds(1)
    /// The time limit of one stage of the questions.
    static let stage = Diagnosis.stageLimit
    /// The time in which `check` asks for the cause, after the round.
    package static let askingMax = Duration.seconds(1)
    /// The time to explain a network whose refusals prove that it has no Internet, including its round.
    static let explanationAfterRefusals = Duration.milliseconds(3_800)
    /// The same for `check`, whose time for asking is limited.
    static let checkAfterRefusals = Duration.milliseconds(2_900)
    /// The least time in which `explain` asks for the cause after such a round.
    static let askingMinOfExplanation = Duration.milliseconds(800)
    /// The least time in which `check` asks for the cause after such a round.
    static let askingMinOfCheck = Duration.milliseconds(300)

    // MARK: Progress output

    /// The time before the first line of progress.
    static let progressDelay = Duration.seconds(1)
    /// The time between two drawings of the line of progress.
    static let progressPause = Duration.milliseconds(250)
    /// The time after which a command reports a long wait.
    static let lateness = Duration.seconds(3)
    /// The time in excess of a probe's limit after which a check reports that it waits longer.
    package static let slowness = Duration.seconds(1)
}
