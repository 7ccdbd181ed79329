#if Cares
internal import ConnectivityCore
internal import ConnectivitySupport

/// One question on its way to the driver's thread.
struct CaresJob: Sendable {
    let id: UInt64
    let request: NameExchangeRequest
    /// Held so that the thread lives for as long as the question is under way.
    let driver: CaresDriver
    let continuation: CheckedContinuation<NameExchange, Never>
}

extension WakeUpSignal: Waker {}

typealias CaresInbox = JobInbox<CaresJob, WakeUpSignal>
#endif
