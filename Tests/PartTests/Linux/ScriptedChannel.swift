#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

@testable import ConnectivityNetlink

/// A simulated kernel: answers each request according to a script.
final class ScriptedChannel: KernelChannel {
    /// A request as the kernel would decode it.
    enum Question: Hashable {
        case links, addresses(UInt8), routes(UInt8), egress(UInt8), nextHop(UInt32), unknown(UInt16)

        /// Decodes a request by the kernel's numbers, independently of the code under test.
        init(_ request: [UInt8]) {
            func integer(_ offset: Int, _ count: Int) -> UInt32 {
                request[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
            switch UInt16(integer(4, 2)) {
            case 18: self = .links
            case 22: self = .addresses(request[16])
            case 26: self = request[17] == 0 ? .routes(request[16]) : .egress(request[16])
            case 106: self = .nextHop(integer(28, 4))
            case let type: self = .unknown(type)
            }
        }

        /// The name of the answer in Fixtures/netlink.
        var section: String {
            switch self {
            case .links: "links"
            case .addresses: "addresses"
            case .routes(let family): "routes \(family == 2 ? "ipv4" : "ipv6")"
            case .egress(let family): "egress \(family == 2 ? "ipv4" : "ipv6")"
            case .nextHop(let number): "next hop \(number)"
            case .unknown: ""
            }
        }

        /// Whether the answer is a list with an end.
        var isList: Bool {
            switch self {
            case .links, .addresses, .routes: true
            case .egress, .nextHop, .unknown: false
            }
        }
    }

    /// The results of consecutive reads.
    enum Step {
        /// Bytes of the kernel, which get the sequence number of the request.
        case datagram([UInt8])
        /// Unchanged bytes of the kernel.
        case verbatim([UInt8])
        case foreign, overflow, silence, stop
    }

    /// The end of a list.
    static let done = MessageBytes.message(type: 3, MessageBytes.u32(0))
    /// The end of any other answer.
    static let acknowledgement = error(0)
    /// The answer to a route lookup without a route: ENETUNREACH.
    static let noRoute = error(101)

    static func error(_ code: Int32) -> [UInt8] {
        MessageBytes.message(type: 2, MessageBytes.u32(UInt32(bitPattern: -code)))
    }

    private let script: (Question) -> [Step]
    private var steps: [Step] = []
    private var sequence: [UInt8] = []
    private(set) var questions: [Question] = []

    init(_ script: @escaping (Question) -> [Step]) { self.script = script }

    func send(_ request: [UInt8]) {
        let question = Question(request)
        questions.append(question)
        sequence = Array(request[8..<12])
        steps += script(question)
    }

    func wait(atMost limit: Duration?, unless stop: Waker?) -> NetlinkSocket.WaitEnd {
        switch steps.first {
        case nil: return .timedOut
        case .silence:
            steps.removeFirst()
            return .timedOut
        case .stop: return .stopped
        default: return .readable
        }
    }

    func source(for destination: IPAddress) -> IPAddress? { nil }

    func receive(into buffer: inout [UInt8]) -> NetlinkSocket.Reading {
        guard !steps.isEmpty else { return .empty }
        switch steps.removeFirst() {
        case .datagram(let bytes): return deliver(numbered(bytes), &buffer)
        case .verbatim(let bytes): return deliver(bytes, &buffer)
        case .foreign: return .foreign
        case .overflow: return .overflow
        case .silence, .stop: return .empty
        }
    }

    private func deliver(_ bytes: [UInt8], _ buffer: inout [UInt8]) -> NetlinkSocket.Reading {
        buffer = bytes
        return .datagram(bytes.count)
    }

    /// Returns the datagram with the sequence number of the request in each of its messages.
    private func numbered(_ datagram: [UInt8]) -> [UInt8] {
        var bytes = datagram
        var offset = 0
        while offset + 16 <= bytes.count {
            bytes.replaceSubrange(offset + 8..<offset + 12, with: sequence)
            let length = bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
            offset += max(16, (length + 3) & ~3)
        }
        return bytes
    }
}
#endif
