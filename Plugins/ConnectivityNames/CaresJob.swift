#if Cares
internal import ConnectivityCore
internal import ConnectivitySupport

/// One lookup on its way to the driver's thread.
struct CaresJob: Sendable {
    let id: UInt64
    let lookup: NameLookup
    /// Held so that the thread lives for as long as the lookup is under way.
    let driver: CaresDriver
    let continuation: CheckedContinuation<NameAnswer, Never>
    let submitted = ContinuousClock.now
}

extension WakeUpSignal: Waker {}

typealias CaresInbox = JobInbox<CaresJob, WakeUpSignal>
#endif
