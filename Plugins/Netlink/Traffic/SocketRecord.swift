#if os(Linux)
import CNetlink
import ConnectivityCore
import Glibc

/// The kernel's record of a TCP connection of any process: its ends and its state, without its contents.
///
/// See sock_diag(7), linux/inet_diag.h and linux/tcp.h.
struct SocketRecord: Hashable {
    var local: IPAddress
    var peer: IPAddress
    /// The number of the interface that the socket is bound to; 0 if it is not bound.
    var interfaceIndex: Int
    var inode: UInt32
    /// Whether the other end has not answered yet.
    var isOpening: Bool
    /// The number of times the last data was sent again without an answer.
    var retransmitCount: UInt8
    /// The number of segments that are not acknowledged.
    var unacknowledgedCount: UInt32
    /// The time since the last data, or at first the answer to the opening, in milliseconds.
    var sinceData: UInt32
    /// The time since the last acknowledgement, in milliseconds.
    var sinceAcknowledgement: UInt32

    /// Decodes the payload of an answer; `nil` for other families and without the state of the connection.
    init?(_ payload: ArraySlice<UInt8>) {
        // struct inet_diag_msg
        guard let family = payload.first.flatMap(IPAddress.Family.init(kernel:)),
            let state = payload.bytes(from: 1, to: 2)?.first,
            let source = payload.bytes(from: 8, to: 24), let destination = payload.bytes(from: 24, to: 40),
            let index = payload.integer(at: 40, as: UInt32.self), let inode = payload.integer(at: 68, as: UInt32.self),
            let attributes = payload.bytes(from: 72, to: payload.count),
            let local = IPAddress(source.prefix(family.byteCount), family: family),
            let peer = IPAddress(destination.prefix(family.byteCount), family: family),
            // struct tcp_info; older kernels send less than newer ones.
            let info = NetlinkAttributes(attributes).first(where: { $0.number == Self.infoAttribute })?.value,
            let retransmits = info.bytes(from: 2, to: 3)?.first,
            let unacknowledged = info.integer(at: 24, as: UInt32.self),
            let sinceData = info.integer(at: 52, as: UInt32.self),
            let sinceAcknowledgement = info.integer(at: 56, as: UInt32.self)
        else { return nil }
        (self.local, self.peer, interfaceIndex, self.inode) = (local, peer, Int(index), inode)
        (isOpening, retransmitCount) = (state == Self.synSent, retransmits)
        (unacknowledgedCount, self.sinceData, self.sinceAcknowledgement) =
            (unacknowledged, sinceData, sinceAcknowledgement)
    }

    /// `INET_DIAG_INFO`.
    private static let infoAttribute = 2
    /// `TCP_ESTABLISHED` and `TCP_SYN_SENT` of the kernel's tcp_states.h.
    fileprivate static let established: UInt8 = 1
    fileprivate static let synSent: UInt8 = 2
}

/// A request for the TCP connections of a family that are open or being opened.
struct SocketRequest: KernelRequest {
    var family: IPAddress.Family

    /// `SOCK_DIAG_BY_FAMILY`.
    var answer: UInt16 { 20 }
    /// A kernel may lack the family.
    var mayBeRefused: Bool { true }

    func message(sequence: UInt32) -> [UInt8] {
        let states = UInt32(1) << SocketRecord.established | UInt32(1) << SocketRecord.synSent
        // struct inet_diag_req_v2: the family, the protocol, the wanted attributes as bits, a reserved byte, the states as bits,
        // and an empty struct inet_diag_sockid.
        let body =
            [family.kernel, UInt8(IPPROTO_TCP), 1 << 1, 0] + Self.bytes(states) + [UInt8](repeating: 0, count: 48)
        return Self.message(type: answer, flags: NLM_F_REQUEST | NLM_F_DUMP, sequence: sequence, body)
    }
}

extension IPAddress.Family {
    fileprivate var byteCount: Int { self == .ipv4 ? 4 : 16 }
}
#endif
