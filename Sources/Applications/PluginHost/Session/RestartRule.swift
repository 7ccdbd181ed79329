/// Decides when a failed program starts again: at once after the first failure, then after delays that double, and never
/// after too many failures in a row.
struct RestartRule {
    private var failures = 0
    private var start: ContinuousClock.Instant?
    private var notBefore: ContinuousClock.Instant?
    private var last: PluginFault?

    /// The reason against a start now; `nil` if a start is allowed.
    func refusal(at now: ContinuousClock.Instant) -> PluginFault? {
        guard let last else { return nil }
        if failures >= PluginLimits.failures {
            return PluginFault(
                .resting,
                "it failed \(failures) times in a row and is not started again: \(last.detail)"
            )
        }
        guard let notBefore, now < notBefore else { return nil }
        let seconds = (notBefore - now).components.seconds + 1
        return PluginFault(.resting, "it is started again in \(seconds) s, because it failed: \(last.detail)")
    }

    mutating func started(at now: ContinuousClock.Instant) { start = now }

    mutating func failed(_ fault: PluginFault, at now: ContinuousClock.Instant) {
        if let start, now - start >= PluginLimits.healthyLife { failures = 0 }
        failures += 1
        last = fault
        // 0, 1, 2, 4, ... seconds.
        let delay: Duration = failures < 2 ? .zero : .seconds(1) * (1 << min(failures - 2, 10))
        notBefore = now + min(delay, PluginLimits.delay)
    }
}
