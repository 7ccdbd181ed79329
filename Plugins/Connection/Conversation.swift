#if os(Linux)
import ConnectivityCore
import ConnectivityTLS
import ConnectivityToolkit
import Glibc

/// The exchange over one open connection, whose socket it owns: the handshake of TLS, then the dialogue.
final class Conversation {
    /// The number of bytes in which the text of one step is searched.
    private static let searchByteCountMax = 64 * 1_024

    private let descriptor: Descriptor
    private let question: ConnectionQuestion
    private let receivedCountMax: Int
    private let awaitsMessage: Bool
    private let tls: (any TLSConversation)?
    private var isShaken: Bool
    private var outbox: [UInt8] = []
    private var stepCount = 0
    private var received: [UInt8] = []
    /// The bytes received since the last step.
    private var fresh: [UInt8] = []
    private var isAtEnd = false

    private(set) var shakenAt: ContinuousClock.Instant?
    private(set) var firstByteAt: ContinuousClock.Instant?

    init(
        over descriptor: Descriptor,
        _ question: ConnectionQuestion,
        _ tls: (any TLSConversation)?,
        receivedCountMax: Int,
        awaitsMessage: Bool = false
    ) {
        self.descriptor = descriptor
        self.question = question
        self.tls = tls
        self.receivedCountMax = receivedCountMax
        self.awaitsMessage = awaitsMessage
        isShaken = tls == nil
    }

    var phase: ProbeFailure.Phase { isShaken ? .response : .tls }

    var sockets: [pollfd] {
        [pollfd(fd: descriptor.number, events: Int16(outbox.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)]
    }

    /// Returns the answer with everything that the conversation showed.
    func answer(from source: IPAddress) -> ConnectionAnswer {
        ConnectionAnswer(from: source, tls: tls?.findings, stepCount: stepCount, received: received)
    }

    /// Continues as far as possible without waiting, and returns whether the conversation is over.
    func advance(at now: ContinuousClock.Instant) throws(ProbeFailure) -> Bool {
        let bytes = try readAll()
        if let tls {
            tls.receive(bytes)
            if !isShaken { try shake(tls, at: now) }
            if isShaken { receive(tls.read(), at: now) }
        } else {
            receive(bytes, at: now)
        }
        if isShaken { try talk() }
        try sendAll()
        let isDone = stepCount == question.dialogue.count && (!awaitsMessage || fresh.beginsWithMessage)
        return isShaken && outbox.isEmpty && (isDone || isAtEnd)
    }

    private func shake(_ tls: any TLSConversation, at now: ContinuousClock.Instant) throws(ProbeFailure) {
        let isDone = try tls.handshake()
        outbox += tls.output()
        guard isDone else {
            if isAtEnd { throw ProbeFailure(.tls(.protocol), detail: "the connection was closed in the handshake") }
            return
        }
        isShaken = true
        shakenAt = now
        let findings = tls.findings
        guard question.isVerified, let fault = findings.fault else { return }
        var facts = findings.chain.first?.failureFacts(because: fault) ?? [:]
        facts["version"] = .text(findings.version)
        throw ProbeFailure(.tls(fault), detail: "the certificate is not accepted", facts: facts)
    }

    private func receive(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
        if !bytes.isEmpty, firstByteAt == nil { firstByteAt = now }
        received += bytes.prefix(receivedCountMax - received.count)
        fresh += bytes
        // A missing text is not searched in ever more bytes.
        if fresh.count > Self.searchByteCountMax { isAtEnd = true }
    }

    /// Performs the steps that are possible.
    private func talk() throws(ProbeFailure) {
        while stepCount < question.dialogue.count {
            switch question.dialogue[stepCount] {
            case .send(let bytes):
                if let tls {
                    guard tls.write(bytes) else { throw ProbeFailure(.connectionReset, detail: "TLS accepts no bytes") }
                    outbox += tls.output()
                } else {
                    outbox += bytes
                }
            case .receive(let expected):
                guard let end = fresh.end(of: expected) else { return }
                fresh.removeFirst(end)
            }
            stepCount += 1
        }
    }

    private func readAll() throws(ProbeFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 * 1_024)
        // A peer that never pauses must not keep the thread.
        while bytes.count <= Self.searchByteCountMax {
            let read: Int?
            do throws(Errno) { read = try descriptor.read(into: &part) } catch { throw .connectionFailure(error) }
            isAtEnd = read == 0
            guard let count = read, count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes
    }

    private func sendAll() throws(ProbeFailure) {
        while !outbox.isEmpty {
            let count: Int
            do throws(Errno) { count = try descriptor.send(outbox[...]) } catch { throw .connectionFailure(error) }
            if count == 0 { return }
            outbox.removeFirst(count)
        }
    }
}

extension [UInt8] {
    /// Whether the bytes begin with a whole message after its length in two bytes (RFC 1035, section 4.2.2).
    fileprivate var beginsWithMessage: Bool { count > 1 && count - 2 >= Int(self[0]) << 8 | Int(self[1]) }

    /// The number of bytes up to the end of the first occurrence of the other bytes; `nil` if they do not occur.
    fileprivate func end(of others: [UInt8]) -> Int? {
        guard count >= others.count else { return nil }
        return (0...(count - others.count)).first { self[$0...].starts(with: others) }.map { $0 + others.count }
    }
}
#endif
