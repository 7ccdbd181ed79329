#if Cares
internal import ConnectivityCore
internal import ConnectivitySupport

/// The thread that copies of one prober share: started by the first lookup, told to end when nobody is left to ask.
final class CaresDriver: Sendable {
    private let started = Mutex<CaresInbox?>(nil)

    deinit {
        started.withLock { $0 }?.close()
    }

    /// Looks a name up, on the thread; cancelling the task ends it at once.
    func answer(to lookup: NameLookup) async -> NameAnswer {
        let inbox: CaresInbox
        do throws(ProbeFailure) {
            // A task that is cancelled already need not start the thread.
            if Task.isCancelled { throw ProbeFailure(.cancelled) }
            inbox = try self.inbox()
        } catch {
            return NameAnswer(result: .failure(error))
        }
        let id = inbox.newID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.submit(CaresJob(id: id, lookup: lookup, driver: self, continuation: continuation))
                // A cancellation that came before the submission found nothing to cancel.
                if Task.isCancelled { inbox.cancel(id) }
            }
        } onCancel: {
            inbox.cancel(id)
        }
    }

    private func inbox() throws(ProbeFailure) -> CaresInbox {
        try started.withLock { inbox throws(ProbeFailure) in
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
