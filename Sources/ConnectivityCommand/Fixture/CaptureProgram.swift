#if os(Linux)
import ConnectivityBlocking
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivitySystem
import Glibc

/// Reads packet captures through tshark, which knows link layers, tunnels and file formats.
///
/// The program gets the capture through its standard input, so that it needs no file and no right to open one. It looks up no
/// name, finds no configuration, may write no file, and has limits of memory and time.
enum CaptureProgram {
    /// What tshark printed.
    struct Output: Sendable {
        var fields: [UInt8]
        /// Why tshark did not read the whole capture; `nil` if it did.
        var fault: String?
    }

    private static let timeLimit = Duration.seconds(60)
    private static let memoryByteCountMax: UInt64 = 4 << 30
    private static let outputByteCountMax = 512 << 20

    /// Returns the fields of the packets that ``ConnectivityRecords/PacketCapture`` reads.
    static func read(_ capture: [UInt8], from path: String, _ console: Console) async throws -> Output {
        let name = path.printable(limit: 200)
        guard let program = HookProgram.find("tshark", in: console.environment["PATH"]) else {
            throw CommandError.noInput(
                "\(name) is a packet capture, which is read through tshark; install it, such as with apt-get install tshark"
            )
        }
        let command =
            [program, "-n", "-Q", "-r", "-", "-Y", PacketCapture.filter, "-T", "fields"]
            + ["separator=/t", "occurrence=a", "aggregator=,"].flatMap { ["-E", $0] }
            + PacketCapture.fields.flatMap { ["-e", $0] }
            // Bytes of connections are put together here; nothing needs to read them there.
            + ["http", "http2", "tls", "quic"].flatMap { ["--disable-protocol", $0] }
        guard let stop = Waker() else { throw CommandError(lacking: .descriptors, effect: "tshark cannot be started") }
        let output = try await DedicatedThread.run {
            try run(command, capture, until: stop)
        } stop: {
            stop.wakeUp()
        }
        guard output.fault == nil || !output.fields.isEmpty else {
            throw CommandError.data("\(name) cannot be read as a packet capture: \(output.fault ?? "")")
        }
        return output
    }

    private static func run(_ command: [String], _ capture: [UInt8], until stop: Waker) throws -> Output {
        let environment = ["PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8", "TZ=UTC"]
        let child: ChildProcess
        do throws(ChildProcess.Refusal) {
            child = try ChildProcess(command, environment: environment, confinement: confinement)
        } catch {
            throw CommandError.software("tshark \(error)")
        }
        let deadline = ContinuousClock.now + timeLimit
        var rest = capture[...]
        var output = Output(fields: [])
        var message: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        var isAtEnd = false
        while true {
            if rest.isEmpty { child.input.close() }
            var waits: [pollfd] = [
                .toRead(child.descriptor.number), .toRead(stop.number), .toWrite(child.input.number),
                .toRead(child.output.number), .toRead(child.error.number),
            ]
            Poll.wait(for: &waits, atMost: deadline - .now)
            if waits[1].isReady { throw CancellationError() }
            if waits[2].isReady {
                // Of a program that reads no more, only the end counts.
                do throws(Errno) { rest = rest.dropFirst(try child.input.write(rest)) } catch { rest = [] }
            }
            while !isAtEnd, let count = child.output.readOrEnd(into: &chunk) {
                isAtEnd = count == 0
                output.fields += chunk[..<count]
                guard output.fields.count <= outputByteCountMax else {
                    throw CommandError.data("tshark prints more than \(outputByteCountMax) bytes; split the capture")
                }
            }
            if isAtEnd { child.output.close() }
            if waits[4].isReady || waits[0].isReady, let count = child.error.readOrEnd(into: &chunk) {
                if count == 0 { child.error.close() }
                message += chunk[..<min(count, max(0, 4096 - message.count))]
            }
            if isAtEnd, waits[0].isReady, let end = child.takeEnd() {
                if end != .exited(status: 0) { output.fault = fault(end, message) }
                return output
            }
            guard .now < deadline else {
                throw CommandError.data("tshark does not end within \(timeLimit.seconds) seconds; split the capture")
            }
        }
    }

    /// The message of tshark without its name, on one line.
    private static func fault(_ end: ChildProcess.End, _ message: [UInt8]) -> String {
        let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
        let said = lines.drop { !$0.hasPrefix("tshark: ") }.joined(separator: " ").dropFirst(8)
        guard !said.isEmpty else { return "tshark: \(end.text)" }
        return String(said).replacing("The standard input", with: "it").printable(limit: 200)
    }

    /// Without rights if this process has all, without files, and with limits.
    private static var confinement: ChildProcess.Confinement {
        let nobody = geteuid() == 0 && (try? ChildProcess.identity("nobody")) != nil ? "nobody" : nil
        let limits = [
            (RLIMIT_AS, memoryByteCountMax), (RLIMIT_CPU, 60), (RLIMIT_NOFILE, 256), (RLIMIT_FSIZE, 0),
            (RLIMIT_CORE, 0),
        ].map { (CInt($0.0.rawValue), $0.1) }
        return ChildProcess.Confinement(user: nobody, writes: [], limits: limits)
    }
}
#endif
