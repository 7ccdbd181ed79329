#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// A channel for requests to the kernel and its answers: a socket or a recording.
protocol KernelChannel: ~Copyable {
    func send(_ request: [UInt8]) throws(LinuxError)
    func wait(atMost limit: Duration?, unless stop: Waker?) throws(LinuxError) -> NetlinkSocket.WaitEnd
    /// Reads one datagram into a buffer, which grows to its size.
    func receive(into buffer: inout [UInt8]) throws(LinuxError) -> NetlinkSocket.Reading
    /// Returns the source address that the kernel chooses for a destination; `nil` if there is no route to it.
    func source(for destination: IPAddress) -> IPAddress?
}

extension NetlinkSocket: KernelChannel {
    func source(for destination: IPAddress) -> IPAddress? { SourceAddress.chosen(for: destination) }
}

enum AnswerEnd {
    /// The whole answer was read; `interrupted` if the tables changed while the kernel was answering.
    case complete, interrupted
    case stopped
}

/// The maximum time to wait for each part of an answer.
private let answerTimeout: Duration = .seconds(2)

/// Sends requests to the kernel one after the other, over its own channel.
///
/// After an error, the rest of the answer is discarded together with the channel.
struct KernelRequester<Channel: KernelChannel & ~Copyable>: ~Copyable {
    private let channel: Channel
    private var sequence: UInt32 = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 15)

    /// Takes over a socket that is in no group, or a recording.
    init(_ channel: consuming Channel) { self.channel = channel }

    /// Sends a request and passes the payload of each message of the answer to the closure.
    ///
    /// A refusal that the request allows for counts as complete. It throws if the socket fails, or without a valid
    /// answer in time.
    mutating func ask(
        _ request: some KernelRequest,
        unless stop: Waker?,
        each: (ArraySlice<UInt8>) -> Void
    ) throws(LinuxError) -> AnswerEnd {
        sequence &+= 1
        try channel.send(request.message(sequence: sequence))
        var end = AnswerEnd.complete
        while true {
            switch try channel.wait(atMost: answerTimeout, unless: stop) {
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
    /// Requests the route that the kernel selects for a packet to an address; `nil` if no route leads there.
    ///
    /// A gateway may have default routes only for packets from some addresses. The kernel then has no route for a
    /// packet without a source, but has one for a socket, whose source address it chooses itself. In this case the
    /// request is repeated with that source address. Without the number of an interface, the kernel chooses it.
    mutating func lookUpRoute(
        to destination: IPAddress,
        through index: Int? = nil,
        unless stop: Waker?
    ) throws(LinuxError) -> (way: ResolvedRoute?, end: AnswerEnd) {
        var way: ResolvedRoute?
        var end = try ask(RouteRequest.way(to: destination, through: index), unless: stop) { way = ResolvedRoute($0) }
        if way == nil, end == .complete, let source = channel.source(for: destination) {
            let request = RouteRequest.way(to: destination, from: source, through: index)
            end = try ask(request, unless: stop) { way = ResolvedRoute($0) }
        }
        return (way, end)
    }
}

/// The source address that the kernel chooses for a socket.
enum SourceAddress {
    /// Returns the source address of a socket to an IPv6 address, in the network namespace of the calling thread.
    ///
    /// It is `nil` without a route or IPv6. Connecting a datagram socket looks up the route and sends nothing, see
    /// udp(7).
    static func chosen(for destination: IPAddress) -> IPAddress? {
        guard destination.family == .ipv6 else { return nil }
        guard let socket = try? Descriptor(socket: AF_INET6, Descriptor.datagram),
            // Any port works, except 0.
            (try? socket.connect(to: destination.socketAddress(port: 53))) != nil
        else { return nil }
        return socket.address.flatMap(IPAddress.init)
    }
}
#endif
