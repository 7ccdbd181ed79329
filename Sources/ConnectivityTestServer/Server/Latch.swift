import ConnectivitySupport

/// A signal that is given once and stays given, which a thread in `poll` can wait for.
///
/// It is a pipe: closing the end for writing makes the end for reading ready for good, for any number of threads.
final class Latch: Sendable {
    /// Ready to read once the signal is given.
    let descriptor: Int32
    private let writer: Mutex<Int32?>

    init() throws(TestServerError) {
        let ends = try Descriptor.pipe()
        descriptor = ends.reader
        writer = Mutex(ends.writer)
    }

    deinit {
        open()
        Descriptor.close(descriptor)
    }

    /// Gives the signal; again is no error.
    func open() {
        let end = writer.withLock { writer in
            defer { writer = nil }
            return writer
        }
        if let end { Descriptor.close(end) }
    }
}
