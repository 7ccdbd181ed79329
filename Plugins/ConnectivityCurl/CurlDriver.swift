#if Curl
internal import CCurl
internal import ConnectivityCore
internal import ConnectivitySupport

/// The thread that copies of one prober share: started by the first probe, told to end when nobody is left to ask.
final class CurlDriver: Sendable {
    private let started = Mutex<CurlInbox?>(nil)

    deinit {
        started.withLock { $0 }?.close()
    }

    /// The way to the thread, which runs from here on.
    ///
    /// Throws where libcurl cannot be set up, which in practice means that memory or descriptors ran out; the next call
    /// tries again.
    func inbox() throws(ProbeFailure) -> CurlInbox {
        try started.withLock { inbox throws(ProbeFailure) in
            if let inbox { return inbox }
            let new = CurlInbox(waker: try CurlMulti())
            guard let pass = ExitBarrier.enter(stop: { new.close() }) else {
                throw ProbeFailure(.cancelled, detail: "the process exits")
            }
            DedicatedThread.start {
                var loop = CurlLoop(inbox: new)
                loop.run()
                ExitBarrier.leave(pass)
            }
            inbox = new
            return new
        }
    }
}
#endif
