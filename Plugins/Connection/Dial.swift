#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// Opens sockets to several addresses and keeps the first that connects (TCP) or answers (QUIC).
///
/// If an address has not answered in 250 ms, the next one is tried in parallel (RFC 8305, section 5).
final class Dial {
    private static let stagger = Duration.milliseconds(250)

    enum Progress {
        case open(Descriptor, IPAddress)
        case answered([UInt32], IPAddress)
        case failed(ProbeFailure)
    }

    private struct Attempt {
        let descriptor: Descriptor
        var address: IPAddress
        var sent: ContinuousClock.Instant
    }

    private let port: UInt16
    private let interface: String?
    /// The question to send; `nil` with TCP.
    private let question: QUICVersions?
    private let segmentSize: Int?
    private var waiting: ArraySlice<IPAddress>
    private var attempts: [Attempt] = []
    private var failures: [ProbeFailure] = []
    private var next: ContinuousClock.Instant = .now

    init(
        _ addresses: [IPAddress],
        port: UInt16,
        through interface: String?,
        question: QUICVersions?,
        segmentSize: Int? = nil
    ) {
        self.port = port
        self.segmentSize = segmentSize
        self.interface = interface
        self.question = question
        waiting = addresses[...]
    }

    var sockets: [pollfd] {
        let events = Int16(question == nil ? POLLOUT : POLLIN)
        return attempts.map { pollfd(fd: $0.descriptor.number, events: events, revents: 0) }
    }

    /// The time at which work is due although no socket is ready.
    var due: ContinuousClock.Instant? {
        let again = question == nil ? [] : attempts.map { $0.sent + Self.stagger }
        return (again + (waiting.isEmpty ? [] : [next])).min()
    }

    /// Tries the addresses that are due and checks the sockets; `nil` while nothing is decided.
    func advance(at now: ContinuousClock.Instant) -> Progress? {
        while let address = waiting.first, attempts.isEmpty || next <= now {
            waiting.removeFirst()
            next = now + Self.stagger
            do throws(ProbeFailure) {
                let descriptor = try opened(address)
                if let question { try send(question, descriptor) }
                attempts.append(Attempt(descriptor: descriptor, address: address, sent: now))
            } catch {
                failures.append(error)
            }
        }
        for (place, attempt) in attempts.enumerated().reversed() {
            do throws(ProbeFailure) {
                guard let progress = try progress(of: attempt, at: now) else { continue }
                attempts.remove(at: place)
                return progress
            } catch {
                attempts.remove(at: place)
                failures.append(error)
                // Another address need not wait for its turn.
                next = now
            }
        }
        if !attempts.isEmpty { return nil }
        if !waiting.isEmpty { return advance(at: now) }
        return .failed(
            failures.max { $0.weight < $1.weight } ?? ProbeFailure(.nameLookup, detail: "no address is known")
        )
    }

    private func progress(of attempt: Attempt, at now: ContinuousClock.Instant) throws(ProbeFailure) -> Progress? {
        guard let question else {
            guard try Self.isConnected(attempt.descriptor) else { return nil }
            return .open(attempt.descriptor, attempt.address)
        }
        var datagram = [UInt8](repeating: 0, count: 2_048)
        while true {
            let read: Int?
            do throws(Errno) { read = try attempt.descriptor.read(into: &datagram) } catch {
                throw .connectionFailure(error)
            }
            guard let count = read else { break }
            if let versions = question.versions(of: datagram[..<count]) { return .answered(versions, attempt.address) }
        }
        if now - attempt.sent >= Self.stagger, let place = attempts.firstIndex(where: { $0.address == attempt.address })
        {
            attempts[place].sent = now
            try send(question, attempt.descriptor)
        }
        return nil
    }

    private func send(_ question: QUICVersions, _ descriptor: Descriptor) throws(ProbeFailure) {
        do throws(Errno) {
            _ = try descriptor.send(question.datagram[...])
        } catch {
            // Only this error reports a packet that a firewall of this device drops. Another error returns when the socket is
            // read, or the packet counts as lost.
            if [EPERM, EACCES].contains(error.number) { throw .connectionFailure(error) }
        }
    }

    /// Whether a connection is open; throws if it cannot be established.
    private static func isConnected(_ descriptor: Descriptor) throws(ProbeFailure) -> Bool {
        var waits = [pollfd.toWrite(descriptor.number)]
        guard Poll.wait(for: &waits, atMost: .zero) > 0 else { return false }
        if let error = descriptor.connectError { throw .connectionFailure(error) }
        return true
    }

    private func opened(_ address: IPAddress) throws(ProbeFailure) -> Descriptor {
        let descriptor: Descriptor
        do throws(Errno) {
            let type = question == nil ? Descriptor.stream : Descriptor.datagram
            descriptor = try Descriptor(socket: address.socketFamily, type)
        } catch {
            throw error.number == EAFNOSUPPORT ? .connectionFailure(error) : .system(error.number)
        }
        if let failure = ProbeFailure.binding(descriptor.number, to: interface) { throw failure }
        if let segmentSize { descriptor.set(TCP_MAXSEG, of: CInt(IPPROTO_TCP), to: CInt(segmentSize)) }
        do throws(Errno) {
            try descriptor.connect(to: address.socketAddress(port: port))
        } catch {
            if error.number != EINPROGRESS { throw .connectionFailure(error) }
        }
        return descriptor
    }
}

extension ProbeFailure {
    /// The failure of a connection by the system's error.
    static func connectionFailure(_ error: Errno) -> ProbeFailure {
        let reason = "\(error)"
        return switch error.number {
        case ECONNREFUSED: ProbeFailure(.connectionRefused, detail: reason)
        case ECONNRESET, EPIPE: ProbeFailure(.connectionReset, detail: reason)
        case ETIMEDOUT: ProbeFailure(.timedOut(.connect), detail: reason)
        case ENODEV: ProbeFailure(.interfaceUnavailable, detail: reason)
        // A route that prohibits the destination (ip-route(8)), or a firewall of this device.
        case EACCES, EPERM: ProbeFailure(.unreachable, detail: reason, facts: ["cause": "prohibited"])
        default:
            Resource(errno: error.number) == nil ? ProbeFailure(.unreachable, detail: reason) : .system(error.number)
        }
    }

    /// The weight of the failure of one of several addresses: an answer counts more than silence, and silence more than a missing
    /// route, which may affect one address family alone.
    fileprivate var weight: Int {
        switch kind {
        case .connectionRefused: 4
        case .connectionReset: 3
        case .timedOut: 2
        case .interfaceUnavailable: 1
        default: kind.isOwn ? 5 : 0
        }
    }
}
#endif
