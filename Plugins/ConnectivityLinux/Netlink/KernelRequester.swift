#if os(Linux)
internal import CNetlink
internal import ConnectivityCore
internal import ConnectivityBlocking
internal import Glibc

/// A way to ask the kernel and to read what it answers: a socket, or what was recorded of one.
protocol KernelChannel: ~Copyable {
    /// Sends a request.
    func send(_ request: [UInt8]) throws(LinuxError)
    /// Waits until there is something to read, for a time at most.
    func wait(atMost limit: Duration?, unless stop: Waker?) throws(LinuxError) -> NetlinkSocket.Wakening
    /// Reads one datagram into a buffer, which grows to its size.
    func receive(into buffer: inout [UInt8]) throws(LinuxError) -> NetlinkSocket.Reading
    /// The address that a socket would send to another one from, as the kernel chooses; `nil` where it has no way there.
    func source(for destination: IPAddress) -> IPAddress?
}

extension NetlinkSocket: KernelChannel {
    func source(for destination: IPAddress) -> IPAddress? { SourceAddress.chosen(for: destination) }
}

/// What an answer ended with.
enum AnswerEnd {
    /// All of it was read; interrupted where things changed while the kernel was answering.
    case complete, interrupted
    /// The rest was not waited for.
    case stopped
}

/// How long the kernel may take for each part of an answer.
private let answerPatience: Duration = .seconds(2)

/// Asks the kernel one question after the other, over a socket of its own.
///
/// After an error, what is left of the answer goes away with the channel.
struct KernelRequester<Channel: KernelChannel & ~Copyable>: ~Copyable {
    private let channel: Channel
    private var sequence: UInt32 = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 15)

    /// Takes over a socket that is in no group, or what stands for one.
    init(_ channel: consuming Channel) { self.channel = channel }

    /// Asks a question and reads the whole answer.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - stop: Ends the wait for the answer when up.
    ///   - each: Receives the payload of each message of the answer.
    /// - Returns: What the answer ended with; a refusal that the request allows for is complete.
    /// - Throws: Where the socket is dead, or the kernel answers with an error or not in time.
    mutating func ask(
        _ request: some KernelRequest,
        unless stop: Waker?,
        each: (ArraySlice<UInt8>) -> Void
    ) throws(LinuxError) -> AnswerEnd {
        sequence &+= 1
        try channel.send(request.message(sequence: sequence))
        var end = AnswerEnd.complete
        while true {
            switch try channel.wait(atMost: answerPatience, unless: stop) {
            case .readable: break
            case .stopped: return .stopped
            case .timedOut: throw LinuxError(.dump, code: ETIMEDOUT)
            }
            switch try channel.receive(into: &buffer) {
            case .empty, .foreign: continue
            case .overflow: throw LinuxError(.dump, code: ENOBUFS)
            case .datagram(let count):
                for message in NetlinkMessages(buffer[..<count]) where message.sequence == sequence {
                    if message.flags & UInt16(NLM_F_DUMP_INTR) != 0 { end = .interrupted }
                    switch Int32(message.type) {
                    case NLMSG_DONE, NLMSG_ERROR:
                        let error = LinuxError(.dump, code: message.errorCode)
                        if error.code == 0 || request.mayBeRefused && !error.isPassing { return end }
                        throw error
                    case Int32(request.answer): each(message.payload)
                    default: break
                    }
                }
            }
        }
    }
}

extension KernelRequester where Channel: ~Copyable {
    /// Asks which way a packet to an address would take.
    ///
    /// A gateway may have default routes for packets from some addresses alone. Then the kernel has no way for a packet
    /// without a source, and yet one for a socket, whose source it chooses itself: so it is asked again with that.
    ///
    /// - Parameters:
    ///   - destination: The address.
    ///   - stop: Ends the wait for the answer when up.
    /// - Returns: The way, unless there is none, and what the answer ended with.
    /// - Throws: What ``ask(_:unless:each:)`` throws.
    mutating func findWay(
        to destination: IPAddress,
        unless stop: Waker?
    ) throws(LinuxError) -> (way: WayRecord?, end: AnswerEnd) {
        var way: WayRecord?
        var end = try ask(RouteRequest.way(to: destination), unless: stop) { way = WayRecord($0) }
        if way == nil, end == .complete, let source = channel.source(for: destination) {
            end = try ask(RouteRequest.way(to: destination, from: source), unless: stop) { way = WayRecord($0) }
        }
        return (way, end)
    }
}

/// The address that the kernel chooses for a socket.
enum SourceAddress {
    /// Which address a socket would send from, in the network namespace of the calling thread.
    ///
    /// Connecting a socket for datagrams looks up the way and sends nothing, see udp(7).
    ///
    /// - Parameter destination: Where it would send; IPv6.
    /// - Returns: The address; `nil` where there is no way, or no IPv6.
    static func chosen(for destination: IPAddress) -> IPAddress? {
        guard destination.family == .ipv6 else { return nil }
        let number = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(owning: number)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        // Any port, but not none.
        address.sin6_port = UInt16(53).bigEndian
        unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: destination.bytes) }
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let connected = unsafe connect(descriptor.number, address, size)
                return connected == 0 ? unsafe getsockname(descriptor.number, address, &size) : connected
            }
        }
        guard status == 0 else { return nil }
        return unsafe IPAddress(bytes: withUnsafeBytes(of: &address.sin6_addr) { unsafe Array($0) })
    }
}
#endif
