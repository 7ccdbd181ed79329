#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// The pipes of a running plugin: lines in, lines out, forwarded standard error.
struct PluginConnection {
    let child: ChildProcess
    private var lines: LineReader
    private var errors: ErrorLines?
    private var outgoing: [UInt8] = []
    private var sentCount = 0
    /// Whether the pipe to the plugin has the maximum size for unprivileged users.
    private var isPipeLarge = false
    /// The time of the end of standard output.
    private var end: ContinuousClock.Instant?
    /// The time and cause of the first failed write.
    private var loss: (at: ContinuousClock.Instant, why: String)?

    init(_ child: ChildProcess, lineLimit: Int, errors: ErrorLines) {
        self.child = child
        self.errors = errors
        lines = LineReader(limit: lineLimit)
    }

    private var isAtEnd: Bool { end != nil }
    var wantsToWrite: Bool { sentCount < outgoing.count }

    /// Sends a message: as much as the pipe accepts now, and the rest later.
    mutating func send(_ message: [UInt8]) throws(PluginFault) {
        guard outgoing.count - sentCount < PluginLimits.outgoing else {
            throw PluginFault(.busy, "it does not read its standard input")
        }
        if wantsToWrite { outgoing += message } else { (outgoing, sentCount) = (message, 0) }
        outgoing.append(0x0A)
        // Otherwise both sides take turns for each 64 KiB.
        if !isPipeLarge, outgoing.count > 64 * 1024 {
            child.input.enlargePipe(to: 1024 * 1024)
            isPipeLarge = true
        }
        write()
    }

    /// The time by which a plugin with a closed pipe must have ended.
    var deadline: ContinuousClock.Instant? {
        [end, loss?.at].compactMap(\.self).min().map { $0 + PluginLimits.ending }
    }

    /// Checks that the plugin has not outlived one of its pipes.
    ///
    /// The end of a plugin also closes its pipes, and its exit status is the better report.
    func checkPipes(_ now: ContinuousClock.Instant) throws(PluginFault) {
        guard let deadline, now >= deadline else { return }
        throw PluginFault(
            .ended,
            loss.map { "its standard input cannot be written: \($0.why)" } ?? "it closed its standard output"
        )
    }

    /// Writes as much as the pipe accepts.
    mutating func write() {
        do throws(Errno) {
            while wantsToWrite {
                let count = try child.input.write(outgoing[sentCount...])
                if count == 0 { break }
                sentCount += count
            }
        } catch {
            // Its answers would never arrive.
            loss = loss ?? (.now, "\(error)")
            (outgoing, sentCount) = ([], 0)
            return
        }
        if !wantsToWrite {
            (outgoing, sentCount) = ([], 0)
        } else if sentCount > 1024 * 1024 {
            outgoing.removeFirst(sentCount)
            sentCount = 0
        }
    }

    /// Reads the available lines, up to a limit per call.
    mutating func readLines(_ buffer: inout [UInt8]) throws(PluginFault) -> [[UInt8]] {
        var read: [[UInt8]] = []
        var byteCount = 0
        while !isAtEnd, byteCount < PluginLimits.turn {
            guard let count = child.output.readOrEnd(into: &buffer) else { break }
            if count == 0 { end = .now }
            byteCount += count
            do throws(LineReader.TooLong) {
                read += try lines.add(buffer[..<count])
            } catch {
                // The earlier lines are lost too: no answer of a plugin that floods its output is used.
                let start = String(decoding: error.start, as: UTF8.self).printable(limit: 80)
                throw PluginFault(
                    .lineTooLong,
                    "a line on its standard output is longer than \(lines.limit) bytes: \"\(start)\""
                )
            }
        }
        if isAtEnd, !lines.rest.isEmpty {
            throw PluginFault(.stray, "its last line on standard output is not complete: \"\(Self.quote(lines.rest))\"")
        }
        return read
    }

    /// Reads standard error, if its limits permit.
    mutating func readErrors(_ buffer: inout [UInt8], at now: ContinuousClock.Instant) {
        guard errors?.pause(at: now) == nil, let count = child.error.readOrEnd(into: &buffer) else { return }
        errors?.receive(buffer[..<count], at: now)
        if count == 0 { endErrors() }
    }

    /// Stops forwarding standard error.
    mutating func endErrors() {
        errors?.end()
        errors = nil
    }

    /// The descriptors to poll, and the time of the next look without an event.
    func polled(at now: ContinuousClock.Instant) -> (descriptors: [pollfd], until: ContinuousClock.Instant?) {
        var descriptors = [pollfd.toRead(child.descriptor.number)]
        if !isAtEnd { descriptors.append(.toRead(child.output.number)) }
        if wantsToWrite { descriptors.append(.toWrite(child.input.number)) }
        let pause = errors?.pause(at: now)
        if errors != nil, pause == nil { descriptors.append(.toRead(child.error.number)) }
        return (descriptors, pause)
    }

    static func quote(_ line: [UInt8]) -> String {
        String(decoding: line.prefix(800), as: UTF8.self).printable(limit: 160)
    }
}
#endif
