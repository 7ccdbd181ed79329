import ConnectivityDiagnosis

/// The times of a check; those of a round are in `RoundSchedule` and `ProbeRequest.Limits`.
package enum CheckTimes {
    /// The range of `--timeout`; without it, a check ends when its result is final.
    package static let limits: ClosedRange<Duration> = .milliseconds(50) ... .seconds(86_400)
    /// The range of `--probe-timeout`; the default is that of `ProbeRequest.Limits`.
    package static let probeLimits: ClosedRange<Duration> = .milliseconds(50) ... .seconds(3600)

    // MARK: The assessment

    /// The time for reading the interfaces, in addition to the longest round.
    static let reading = Duration.seconds(1)
    /// The delay from the limit of a check to the end of the process, even if no task runs.
    static let outerSlack = Duration.seconds(5)

    // MARK: The diagnosis

    /// The time after which the network is assumed to be bad and further probes start in parallel.
    static let headStart = Duration.seconds(1)
    /// The time limit of one stage of the questions.
    static let stage = Diagnosis.stageLimit
    /// The time limit of the questions of `check` about the cause, after the round.
    package static let askingMax = Duration.seconds(1)
    /// The time for the explanation of a network without Internet by its refusals, including the round.
    static let explanationAfterRefusals = Duration.milliseconds(3_800)
    /// The same for `check`, whose time for questions is limited.
    static let checkAfterRefusals = Duration.milliseconds(2_900)
    /// The minimum time for the questions of `explain` after such a round.
    static let askingMinOfExplanation = Duration.milliseconds(800)
    /// The minimum time for the questions of `check` after such a round.
    static let askingMinOfCheck = Duration.milliseconds(300)

    // MARK: Progress output

    /// The delay of the first progress line.
    static let progressDelay = Duration.seconds(1)
    /// The interval between two drawings of the progress line.
    static let progressPause = Duration.milliseconds(250)
    /// The time after which a command reports a long wait.
    static let lateness = Duration.seconds(3)
    /// The excess over a probe's limit after which a check reports a longer wait.
    package static let slowness = Duration.seconds(1)
}
