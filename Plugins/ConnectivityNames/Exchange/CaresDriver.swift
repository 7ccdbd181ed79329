#if Cares
internal import ConnectivityCore
internal import ConnectivitySupport

/// The thread that asks name servers: started by the first question, told to end when nobody is left to ask.
package final class CaresDriver: Sendable {
    private let started = Mutex<CaresInbox?>(nil)

    package init() {}

    deinit {
        started.withLock { $0 }?.close()
    }

    /// Asks name servers, on the thread; cancelling the task ends it at once.
    package func exchange(_ request: NameExchangeRequest) async -> NameExchange {
        let inbox: CaresInbox
        do throws(NameExchangeFailure) {
            // A task that is cancelled already need not start the thread.
            if Task.isCancelled { throw .cancelled }
            inbox = try self.inbox()
        } catch {
            return NameExchange(outcome: .failure(error))
        }
        let id = inbox.newID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.submit(CaresJob(id: id, request: request, driver: self, continuation: continuation))
                // A cancellation that came before the submission found nothing to cancel.
                if Task.isCancelled { inbox.cancel(id) }
            }
        } onCancel: {
            inbox.cancel(id)
        }
    }

    private func inbox() throws(NameExchangeFailure) -> CaresInbox {
        try started.withLock { inbox throws(NameExchangeFailure) in
            if let inbox { return inbox }
            let new = CaresInbox(waker: try WakeUpSignal())
            DedicatedThread.start {
                var loop = CaresLoop(inbox: new)
                loop.run()
            }
            inbox = new
            return new
        }
    }
}
#endif
