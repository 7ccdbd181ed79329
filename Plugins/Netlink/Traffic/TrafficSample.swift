#if os(Linux)
import ConnectivityCore

/// The evidence of the kernel's counters about the traffic over each interface in a short time.
struct TrafficSample {
    /// The number of retransmissions after which a connection is silent: about three seconds without an answer.
    private static let retransmitCountMin = 2
    /// The number of silent peers from which the fault is not with these peers alone.
    private static let silentPeerCountMin = 2
    /// The number of packets that an interface sends without receiving any before it counts as silent.
    private static let packetCountMin = 5

    private var answered: Set<String> = []
    private var silentPeers: [String: Set<IPAddress>] = [:]
    private var silentLinks: Set<String> = []

    /// Adds a connection; connections to this network or to the device itself do not count.
    mutating func add(_ socket: SocketRecord, over interface: String, in period: Duration) {
        guard socket.peer.isOnPublicInternet else { return }
        if socket.retransmitCount >= Self.retransmitCountMin, socket.isOpening || socket.unacknowledgedCount > 0 {
            silentPeers[interface, default: []].insert(socket.peer)
        } else if !socket.isOpening, socket.unacknowledgedCount == 0 || socket.retransmitCount == 0 {
            let since = Duration.milliseconds(Int64(max(socket.sinceData, socket.sinceAcknowledgement)))
            if since <= period { answered.insert(interface) }
        }
    }

    /// Adds the numbers of packets that an interface sent and received.
    ///
    /// Received packets may be from this network, so they are not an answer.
    mutating func add(sent: Int, received: Int, over interface: String) {
        if received == 0, sent >= Self.packetCountMin { silentLinks.insert(interface) }
    }

    var hints: [TrafficHint] {
        let silent = silentLinks.union(silentPeers.filter { $0.value.count >= Self.silentPeerCountMin }.keys)
        return answered.union(silent).sorted().map {
            .traffic(over: $0, isAnswered: answered.contains($0))
        }
    }
}
#endif
