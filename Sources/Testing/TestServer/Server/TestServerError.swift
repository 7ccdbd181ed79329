import ConnectivityToolkit

/// The error of a server that could not start.
package struct TestServerError: Error, Hashable, Sendable {
    /// The system call that failed.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// Creating a socket or a pipe.
        case open
        case bind
        case listen
        /// Creating the thread that answers.
        case serve
    }

    /// The system call that failed.
    package var step: Step
    /// The requested port; zero means any port.
    package var port: UInt16
    /// The system's error number, as in `errno`.
    package var code: Int32

    init(_ step: Step, port: UInt16, code: Int32) {
        self.step = step
        self.port = port
        self.code = code
    }
}

extension TestServerError: CustomStringConvertible {
    /// One line: the failed system call and its error number.
    package var description: String {
        let port = port == 0 ? "a port" : "port \(port)"
        if step == .serve { return "cannot serve \(port): the system cannot create a thread (ulimit -u)" }
        return "cannot \(step.rawValue) \(port): \(Errno(code))"
    }
}
