#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// The requests of one question and their answers.
///
/// It owns a socket of the kind that needs no privilege (icmp(7)), or if the system does not permit it to this user, a raw one
/// (raw(7), `CAP_NET_RAW`). The kernel sets identifier and checksum, and delivers only echoes for this socket; with a raw socket,
/// this type does it. Reports of routers and of the device itself arrive in the socket's error queue (`IP_RECVERR`, ip(7)), each
/// with its request.
final class EchoExchange: SocketExchange {
    struct Request: Sendable {
        var question: EchoQuestion
        var interface: String?
        var deadline: ContinuousClock.Instant
    }

    /// The time to wait after the last request if some echoes have arrived.
    private static let linger = Duration.seconds(1)
    /// The time after the first request from which a report is sufficient: it shows that the requests do not get through.
    private static let reportTime = Duration.seconds(1)
    private static let headerByteCount = 8

    private let descriptor: Descriptor
    private let question: EchoQuestion
    private let deadline: ContinuousClock.Instant
    private let isIPv4: Bool
    /// The identifier of the requests, if the socket is raw.
    private let identifier: UInt16?
    private let ownAddress: IPAddress?
    /// The bytes after the header of each request; the first 16 are random.
    private let data: [UInt8]
    /// The time of each request, by its sequence number.
    private var sent: [ContinuousClock.Instant] = []
    /// The requests without an echo or a report.
    private var pending: Set<Int> = []
    private var next: ContinuousClock.Instant
    private var times: [Duration] = []
    private var errors: [EchoError] = []

    init(_ request: Request) throws(ProbeFailure) {
        question = request.question
        deadline = request.deadline
        next = .now
        isIPv4 = question.destination.family == .ipv4
        data = (0..<question.size).map { $0 < 16 ? UInt8.random(in: 0...255) : UInt8($0 & 0xFF) }
        (descriptor, identifier) = try Self.open(isIPv4: isIPv4)
        try Self.prepare(descriptor, question, interface: request.interface)
        ownAddress = descriptor.address.flatMap(IPAddress.init)
    }

    private static func open(isIPv4: Bool) throws(ProbeFailure) -> (descriptor: Descriptor, identifier: UInt16?) {
        let family = isIPv4 ? AF_INET : AF_INET6
        let number = Int32(isIPv4 ? IPPROTO_ICMP : IPPROTO_ICMPV6)
        do throws(Errno) {
            return (try Descriptor(socket: family, Descriptor.datagram, protocol: number), nil)
        } catch {
            guard [EACCES, EPERM, EPROTONOSUPPORT, EAFNOSUPPORT].contains(error.number) else {
                throw .system(error.number)
            }
        }
        guard let raw = try? Descriptor(socket: family, Descriptor.raw, protocol: number) else { throw .forbidden }
        return (raw, .random(in: 1 ... .max))
    }

    private static func prepare(
        _ descriptor: Descriptor,
        _ question: EchoQuestion,
        interface: String?
    ) throws(ProbeFailure) {
        if let failure = ProbeFailure.binding(descriptor.number, to: interface) { throw failure }
        // With "probe", no packet is fragmented, and the kernel ignores the size that it remembers for the path.
        let isIPv4 = question.destination.family == .ipv4
        let level = isIPv4 ? Int32(IPPROTO_IP) : Int32(IPPROTO_IPV6)
        let division =
            isIPv4
            ? question.isWhole ? IP_PMTUDISC_PROBE : IP_PMTUDISC_DONT
            : question.isWhole ? IPV6_PMTUDISC_PROBE : IPV6_PMTUDISC_DONT
        descriptor.set(Int32(isIPv4 ? IP_RECVERR : IPV6_RECVERR), of: level, to: 1)
        descriptor.set(Int32(isIPv4 ? IP_MTU_DISCOVER : IPV6_MTU_DISCOVER), of: level, to: Int32(division))
        do throws(Errno) {
            try descriptor.connect(to: question.destination.socketAddress())
        } catch {
            let isUnreachable = [ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, EINVAL].contains(error.number)
            throw isUnreachable ? ProbeFailure(EchoError(.noRoute)) : .system(error.number)
        }
    }

    var sockets: [pollfd] { [.toRead(descriptor.number)] }

    func advance(at now: ContinuousClock.Instant, isReady: Bool) {
        if isReady { receive() } else { send(at: now) }
    }

    // MARK: Requests

    private func send(at now: ContinuousClock.Instant) {
        while sent.count < question.count, next <= now {
            let number = sent.count
            sent.append(now)
            pending.insert(number)
            next += question.interval
            // A report on an earlier request can be returned here, once.
            if let error = sendRequest(number), sendRequest(number) != nil, error != EAGAIN {
                pending.remove(number)
                record(self.error(ofOwn: error))
            }
        }
    }

    /// Sends a request, and returns the error number; `nil` if it was sent.
    private func sendRequest(_ number: Int) -> Int32? {
        let type: UInt8 = isIPv4 ? 8 : 128
        let name = identifier ?? 0
        var message = [type, 0, 0, 0, UInt8(name >> 8), UInt8(name & 0xFF), UInt8(number >> 8), UInt8(number & 0xFF)]
        message += data
        if identifier != nil, isIPv4 {
            let sum = Self.checksum(of: message)
            (message[2], message[3]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
        }
        do throws(Errno) { return try descriptor.send(message[...]) > 0 ? nil : EAGAIN } catch { return error.number }
    }

    /// Returns the checksum of RFC 1071; the kernel computes that of ICMPv6.
    private static func checksum(of bytes: [UInt8]) -> UInt16 {
        var sum: UInt32 = 0
        for place in stride(from: 0, to: bytes.count, by: 2) {
            sum += UInt32(bytes[place]) << 8 | (place + 1 < bytes.count ? UInt32(bytes[place + 1]) : 0)
        }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
        return ~UInt16(sum)
    }

    /// Whether a message, or the quotation in a report, belongs to this exchange.
    private func isOwn(_ message: some RandomAccessCollection<UInt8>) -> Bool {
        guard let identifier else { return true }
        return message.dropFirst(4).prefix(2).elementsEqual([UInt8(identifier >> 8), UInt8(identifier & 0xFF)])
    }

    private func error(ofOwn error: Int32) -> EchoError {
        switch error {
        case EMSGSIZE: EchoError(.tooBig)
        case EPERM, EACCES: EchoError(.prohibited)
        case EHOSTUNREACH: EchoError(.noNeighbour)
        case ENETUNREACH, ENETDOWN, EADDRNOTAVAIL: EchoError(.noRoute)
        default: EchoError(.other)
        }
    }

    private func record(_ error: EchoError) {
        if !errors.contains(error) { errors.append(error) }
    }

    // MARK: Answers

    private func receive() {
        let now = ContinuousClock.now
        let byteCount = Self.headerByteCount + question.size
        // A raw socket of IPv4 also delivers the header of IP.
        var bytes = [UInt8](repeating: 0, count: byteCount + (identifier != nil && isIPv4 ? 60 : 1))
        while true {
            let count = unsafe recv(descriptor.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0 {
                // A report can be returned here once, before it is read from its queue.
                guard readReport() else { return }
                continue
            }
            let skipped = identifier != nil && isIPv4 ? Int(bytes[0] & 0xF) * 4 : 0
            let message = Array(bytes[..<count].dropFirst(skipped))
            guard message.count == byteCount, message[0] == (isIPv4 ? 0 : 129), message[1] == 0, isOwn(message),
                message.dropFirst(Self.headerByteCount).elementsEqual(data),
                pending.remove(Int(message[6]) << 8 | Int(message[7])) != nil
            else { continue }
            times.append(now - sent[Int(message[6]) << 8 | Int(message[7])])
        }
    }

    /// Reads one report on a request, and returns whether there was one.
    private func readReport() -> Bool {
        var message = [UInt8](repeating: 0, count: 128)
        var control = [UInt8](repeating: 0, count: 512)
        let (count, controlCount): (Int, Int) = unsafe message.withUnsafeMutableBytes { message in
            unsafe control.withUnsafeMutableBytes { control in
                var part = unsafe iovec(iov_base: message.baseAddress, iov_len: message.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var header = unsafe msghdr()
                    unsafe (header.msg_iov, header.msg_iovlen) = (part, 1)
                    unsafe (header.msg_control, header.msg_controllen) = (control.baseAddress, control.count)
                    let flags = Int32(MSG_ERRQUEUE) | Int32(MSG_DONTWAIT)
                    let count = unsafe recvmsg(descriptor.number, &header, flags)
                    return unsafe (count, header.msg_controllen)
                }
            }
        }
        guard count >= 0 else { return false }
        guard let report = ErrorReport(control[..<controlCount]) else { return true }
        // A raw socket also receives the reports on other programs' requests.
        if count >= Self.headerByteCount, !isOwn(message) { return true }
        // The report quotes the request; a report of the device itself may not.
        if count >= Self.headerByteCount { pending.remove(Int(message[6]) << 8 | Int(message[7])) }
        record(report.error(isIPv4: isIPv4, ownAddress: ownAddress))
        return true
    }

    func outcome(at now: ContinuousClock.Instant) -> Result<EchoAnswer, ProbeFailure>? {
        let isAllSent = sent.count == question.count
        let isLate = !times.isEmpty && isAllSent && (sent.last.map { now - $0 >= Self.linger } ?? false)
        let isReported = reportEnd.map { now >= $0 } ?? false
        guard isAllSent && pending.isEmpty || isLate || isReported || now >= deadline else { return nil }
        guard times.isEmpty else {
            let answer = EchoAnswer(
                from: question.destination,
                sentCount: sent.count,
                times: times,
                errors: errors
            )
            return .success(answer)
        }
        return .failure(errors.first.map { ProbeFailure($0) } ?? ProbeFailure(.timedOut(.response)))
    }

    /// The time at which a report ends the exchange; `nil` without a report, with echoes, or if the question is about the size.
    private var reportEnd: ContinuousClock.Instant? {
        guard times.isEmpty, !errors.isEmpty, !question.isWhole else { return nil }
        return sent.first.map { $0 + Self.reportTime }
    }

    func remainingTime(at now: ContinuousClock.Instant) -> Duration {
        var due = deadline
        if sent.count < question.count {
            due = min(due, next)
        } else if !times.isEmpty, let last = sent.last {
            due = min(due, last + Self.linger)
        }
        if let reportEnd { due = min(due, reportEnd) }
        return max(.zero, due - now)
    }
}

extension ProbeFailure {
    /// The system permits no echo requests to this user.
    fileprivate static let forbidden = ProbeFailure(
        .unsupported,
        detail: "the system does not permit echo requests to this user; set net.ipv4.ping_group_range (icmp(7)), "
            + "or grant CAP_NET_RAW",
        facts: ["permission": "net.ipv4.ping_group_range"]
    )

    fileprivate init(_ error: EchoError) {
        self.init(.unreachable, detail: "\(error)", facts: error.facts)
    }
}
#endif
